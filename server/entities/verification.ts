import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { isoTimeSchema } from '../../src/contracts/primitives.ts';
import { type ChainEntry, chainEntrySchema, type Verification } from '../../src/contracts/verification.ts';
import { z } from '../../src/contracts/zod.ts';
import { canonicalChainEntry, type SealedFields } from '../../src/domain/records/chain.ts';
import type { Database } from '../db/schema.ts';

/** SHA-256 of a text's UTF-8 form as 64 lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** A row of `verifications` with its site's name and the text of its first chain entry. */
export type VerificationRow = Selectable<Database['verifications']> & { readonly site_name: string; readonly first_link: string | null };

/** Text of the first chain entry of a row of `verifications as v`; a subquery served by the index over a record's entries. */
export const firstLink = sql<string | null>`(
  select c.canonical from chain_entries c where c.tenant_id = v.tenant_id and c.vrf_id = v.vrf_id order by c.chain_index limit 1)`.as(
  'first_link',
);

/** When an entry was sealed, from its text; null if the text is not an entry. */
function sealedAt(canonical: string | null): string | null {
  try {
    const link: unknown = JSON.parse(canonical ?? 'null');
    return z.parse(z.object({ timestamp: isoTimeSchema }), link).timestamp;
  } catch {
    return null;
  }
}

/** The columns of `verifications` that the seal covers, and the seal. */
export const sealedColumns = [
  'chain_index',
  'vrf_id',
  'site_code',
  'sealed_at',
  'uptime',
  'fuel_savings',
  'emission_reduction',
  'status',
  'covenant_hash',
  'evidence_hash',
  'prev_hash',
  'seal',
] as const;

/** The sealed members of a record, from its current row. */
export function toSealed(row: Pick<VerificationRow, (typeof sealedColumns)[number]>) {
  return {
    chainIndex: row.chain_index,
    vrfId: row.vrf_id,
    siteCode: row.site_code,
    timestamp: row.sealed_at,
    performanceKpis: { uptime: row.uptime, fuelSavings: row.fuel_savings, emissionReduction: row.emission_reduction },
    status: row.status,
    covenantHash: row.covenant_hash,
    evidenceHash: row.evidence_hash,
    prevHash: row.prev_hash,
    seal: row.seal,
  };
}

/** A verification as answers deliver it. Without `evidencePackId` it has no pack; without `recordedAt` its first link has no time. */
export function toVerification(row: VerificationRow): Verification {
  const recordedAt = sealedAt(row.first_link);
  return {
    ...toSealed(row),
    siteName: row.site_name,
    confidenceScore: row.confidence_score,
    automated: row.automated,
    ...(row.evidence_pack_id === null ? {} : { evidencePackId: row.evidence_pack_id }),
    ...(recordedAt === null ? {} : { recordedAt }),
    version: row.version,
  };
}

/** Seals an entry: returns the hashed text, which is stored verbatim, and its hash (D-9). */
export function sealEntry(tenantId: string, entry: SealedFields): { readonly canonical: string; readonly seal: string } {
  const canonical = canonicalChainEntry(tenantId, entry);
  return { canonical, seal: sha256(canonical) };
}

/**
 * Entries for lists: skips rows whose text is not an entry (disk fault, manual edit), so one bad row does not break the list. Devices
 * show its place as a gap. Code that signs or judges uses the strict `toChainEntry`, so no report is made over an unreadable entry.
 */
export function toChainEntries(rows: readonly { readonly canonical: string; readonly seal: string }[]): ChainEntry[] {
  return rows.flatMap((row) => {
    try {
      return z.parse(chainEntrySchema, toChainEntry(row));
    } catch {
      return [];
    }
  });
}

/** An entry read back from the sealed text. */
export function toChainEntry(row: { readonly canonical: string; readonly seal: string }): ChainEntry {
  const { tenantId: _, ...entry }: SealedFields & { tenantId: string } = JSON.parse(row.canonical); // written by `sealEntry`
  return { ...entry, seal: row.seal };
}
