import { type Kysely, sql } from 'kysely';
import { isConfusable, skeletonOf } from '../../src/domain/confusableNames.ts';
import type { Database } from '../db/schema.ts';

/** Said to a person who would be called like another: an administrator knows both, and may. */
export const nameTaken = 'Another account has this name, or one that looks like it. An administrator can set it for you';

/** What stands on record in the place of a person where nobody did it: who is called so would be taken for the platform. */
const platformNames = [
  'the platform',
  'platform',
  'Monthly close',
  'Command line',
  'System',
  'Ukweli',
  'Ukweli Console',
  'account not recorded',
];

/**
 * Whether somebody of a tenant that this account is in, home or not, can be taken for who would be called so (A-20): an active account of such a name, the platform itself, or an account
 * that the name spells out, since an id stands beside every name. A name that turns the order of its signs says on the screen what it does not say here, so nobody takes one. Two who ask
 * at once are judged one after the other, within the transaction that writes the name.
 */
export async function isNameTaken(trx: Kysely<Database>, accountId: string, name: string): Promise<boolean> {
  if (/\p{Bidi_Control}/u.test(name)) return true;
  const skeleton = skeletonOf(name);
  if (skeleton === '' || platformNames.some((one) => isConfusable(one, name))) return true;
  const tenants = await trx
    .selectFrom('memberships')
    .select('tenant_id')
    .where('account_id', '=', accountId)
    .orderBy('tenant_id')
    .execute();
  // In one order for everybody, so that nobody waits for who waits for him.
  for (const { tenant_id: tenantId } of tenants)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${tenantId}`}, 0))`.execute(trx);
  const others = await trx
    .selectFrom('accounts as a')
    .innerJoin('memberships as m', 'm.account_id', 'a.account_id')
    .select(['a.name', 'a.account_id'])
    .distinct()
    .where(
      'm.tenant_id',
      'in',
      tenants.map(({ tenant_id: tenantId }) => tenantId),
    )
    .where('a.status', '=', 'active')
    .where('a.account_id', '!=', accountId)
    .execute();
  return others.some((other) => isConfusable(other.name, name) || skeleton.includes(skeletonOf(other.account_id)));
}
