import { type Kysely, sql } from 'kysely';
import { isConfusable, skeletonOf } from '../../src/domain/accounts/confusableNames.ts';
import type { Database } from '../db/schema.ts';

/** Message if the new name is taken by another account; an administrator, who knows both people, may still set it. */
export const nameTaken = 'Another account has this name, or one that looks like it. An administrator can set it for you';

/** Names that the record shows for actions without a person; a person with such a name could pass for the platform. */
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
 * True if an account of this name could be mistaken, in any of its tenants (A-20), for another active account, for the platform, or for
 * an account whose id the name contains, since ids are shown beside names. Names with bidirectional controls are refused, because they
 * display differently. Call it in the transaction that writes the name; advisory locks serialize concurrent changes.
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
  // Sorted, so that all callers lock in the same order and cannot deadlock.
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
