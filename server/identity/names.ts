import { type Kysely, sql } from 'kysely';
import { isConfusable } from '../../src/domain/confusableNames.ts';
import type { Database } from '../db/schema.ts';

/** Said to a person who would be called like another: an administrator knows both, and may. */
export const nameTaken = 'Another account has this name, or one that looks like it. An administrator can set it for you';

/**
 * Whether an active account of the tenant has a name that this one can be taken for (A-20). Two who ask at once are judged one after the other, within the transaction that writes
 * the name.
 */
export async function isNameTaken(trx: Kysely<Database>, tenantId: string, accountId: string, name: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${tenantId}`}, 0))`.execute(trx);
  const others = await trx
    .selectFrom('accounts as a')
    .innerJoin('memberships as m', 'm.account_id', 'a.account_id')
    .select('a.name')
    .where('m.tenant_id', '=', tenantId)
    .where('a.status', '=', 'active')
    .where('a.account_id', '!=', accountId)
    .execute();
  return others.some((other) => isConfusable(other.name, name));
}
