import type { Kysely } from 'kysely';
import type { ExportAnswer, ExportRequest } from '../../src/contracts/export.ts';
import { canonicalJson } from '../../src/domain/canonicalJson.ts';
import { EXPORT_LIFE_DAYS } from '../../src/domain/exports/needs.ts';
import { canonicalExportPayload, covenantsBinding, EXPORT_TYP } from '../../src/domain/signedRecords.ts';
import type { Database } from '../db/schema.ts';
import { type Signer, sha256, signText } from '../evidence/manifests.ts';

/** Who takes what, and when. */
export interface ExportOccasion {
  readonly tenantId: string;
  readonly by: string;
  readonly at: Date;
}

/** The covenants named that are not the tenant's; a record must not vouch for strangers. */
export async function strangeCovenants(db: Kysely<Database>, tenantId: string, covenants: readonly string[]): Promise<readonly string[]> {
  if (covenants.length === 0) return [];
  const rows = await db
    .selectFrom('covenants')
    .select('covenant_hash')
    .where('tenant_id', '=', tenantId)
    .where('covenant_hash', 'in', [...new Set(covenants)])
    .execute();
  const known = new Set(rows.map((row) => row.covenant_hash));
  return covenants.filter((hash) => !known.has(hash));
}

/** Signs for an export (C-50, D-33): the very file by its hash, its filter, who took it when. The rows speak for themselves by their own signatures. Amounts stand in
 * their own currencies, so that no exchange rates are named. */
export async function signExport(signer: Signer, request: ExportRequest, occasion: ExportOccasion): Promise<ExportAnswer> {
  const { exportType, format, filter, recordCount, contentHash, covenants = [] } = request;
  const filterHash = sha256(canonicalJson(filter));
  const binding = covenants.length === 0 ? null : covenantsBinding([...new Set(covenants)]);
  const covenantHash = binding === null ? undefined : 'hash' in binding ? binding.hash : sha256(binding.text);
  const exportedAt = occasion.at.toISOString();
  const expiresAt = new Date(occasion.at.getTime() + EXPORT_LIFE_DAYS * 86_400_000).toISOString();
  const { tenantId, by: exportedBy } = occasion;
  const signature = await signText(
    signer,
    EXPORT_TYP,
    canonicalExportPayload({
      contentHash,
      ...(covenantHash === undefined ? {} : { covenantHash }),
      expiresAt,
      exportType,
      exportedAt,
      exportedBy,
      filterHash,
      format,
      recordCount,
      signTs: exportedAt,
      tenantId,
    }),
  );
  return {
    record: {
      tenant_id: tenantId,
      export_type: exportType,
      filter_hash: filterHash,
      ...(covenantHash === undefined ? {} : { covenant_hash: covenantHash }),
      signer_kid: signer.kid,
      sign_ts: exportedAt,
      signature,
    },
    metadata: { exportedAt, exportedBy, filterHash, expiresAt, recordCount },
  };
}
