import type { Kysely } from 'kysely';
import type { Covenant } from '../../src/contracts/covenant.ts';
import type { Database } from '../db/schema.ts';

/** The tenant’s covenants with these hashes, by hash. */
export async function readCovenants(
  db: Kysely<Database>,
  tenantId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Covenant>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('covenants')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('covenant_hash', 'in', [...new Set(hashes)])
    .execute();
  return new Map(
    rows.map((row) => [row.covenant_hash, { title: row.title, version: row.covenant_version, agreedAt: row.agreed_at, terms: row.terms }]),
  );
}
