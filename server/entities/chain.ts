import type { Kysely } from 'kysely';
import type { ChainEntry } from '../../src/contracts/verification.ts';
import { GENESIS } from '../../src/domain/records/chain.ts';
import type { Database } from '../db/schema.ts';
import { sealEntry } from './verification.ts';

/**
 * Appends an entry to a tenant's chain and returns it sealed. Only inside `writeTransaction`: its lock on the tenant keeps two writers
 * from sealing onto the same entry (D-9).
 */
export async function appendEntry(
  trx: Kysely<Database>,
  tenantId: string,
  content: Omit<ChainEntry, 'chainIndex' | 'prevHash' | 'seal'>,
): Promise<ChainEntry> {
  const head = await trx
    .selectFrom('chain_entries')
    .select(['chain_index', 'seal'])
    .where('tenant_id', '=', tenantId)
    .orderBy('chain_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = { ...content, chainIndex: (head?.chain_index ?? -1) + 1, prevHash: head?.seal ?? GENESIS };
  const { canonical, seal } = sealEntry(tenantId, entry);
  await trx
    .insertInto('chain_entries')
    .values({ tenant_id: tenantId, chain_index: entry.chainIndex, vrf_id: entry.vrfId, canonical, seal })
    .execute();
  return { ...entry, seal };
}
