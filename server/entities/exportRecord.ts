import type { ExportAnswer, ExportFilter, ExportFormat, ExportType } from '../../src/contracts/export.ts';
import { canonicalJson } from '../../src/domain/encoding/canonicalJson.ts';
import { csvOf, jsonOf } from '../../src/domain/exports/csv.ts';
import { arranged, strangeIn } from '../../src/domain/exports/narrowing.ts';
import { EXPORT_LIFE_DAYS } from '../../src/domain/exports/needs.ts';
import { ruleOf } from '../../src/domain/exports/rules.ts';
import { covenantsOf, sheetOf } from '../../src/domain/exports/sheets.ts';
import { exportFileName } from '../../src/domain/exports/tableExport.ts';
import { formatCount } from '../../src/domain/format.ts';
import { canonicalExportPayload, covenantsBinding, EXPORT_TYP } from '../../src/domain/records/signedRecords.ts';
import { type Signer, sha256, signText } from '../evidence/manifests.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { type ExportReading, MAX_EXPORTED, readExportRows } from './exportRows.ts';
import { zoneOf } from './zone.ts';
import { damageFault } from './exportDamage.ts';
import { sealFault } from './exportSeals.ts';

/** Maximum size of one file, in bytes of UTF-8. */
const MAX_BYTES = 96 * 1024 * 1024;

/** A file that the platform generated from its own rows. */
export interface MadeExport {
  readonly exportType: ExportType;
  readonly format: ExportFormat;
  readonly filter: ExportFilter;
  readonly content: string;
  readonly recordCount: number;
  readonly covenants: readonly string[];
  /** When the rows were read, ISO 8601. */
  readonly readAt: string;
}

/** Refuses a filter with conditions that this table does not support; null if it supports all of them. */
export function strangeFilter(type: ExportType, filter: ExportFilter): Refusal | null {
  const strange = strangeIn(ruleOf(type), filter);
  return strange.length === 0 ? null : refuse('bad_request', `This table cannot be filtered by: ${strange.join(', ')}`);
}

/** The filtered rows, written by the same exporters as on the device. Reads in the given database snapshot. */
export async function makeExport(type: ExportType, format: ExportFormat, reading: ExportReading): Promise<MadeExport | Refusal> {
  const { platform, db, tenantId, filter } = reading;
  const place = { zone: await zoneOf(db, tenantId) };
  const read = await readExportRows(type, reading, place);
  if (read.length > MAX_EXPORTED)
    return refuse(
      'too_large',
      `More than ${formatCount(MAX_EXPORTED)} rows do not fit into one file. Narrow the list, for example by period`,
    );
  const rows = arranged(ruleOf(type), read, filter, place);
  const fault = (await sealFault(type, rows, reading)) ?? damageFault(type, rows);
  if (fault !== null) return fault;
  const { columns } = sheetOf(type);
  const content = format === 'csv' ? csvOf(columns, rows) : jsonOf(columns, rows);
  if (Buffer.byteLength(content) > MAX_BYTES) return refuse('too_large', 'The file would be larger than 96 MB. Narrow the list');
  const readAt = platform.clock.now().toISOString();
  return { exportType: type, format, filter, content, recordCount: rows.length, covenants: covenantsOf(type, rows), readAt };
}

/** Who exports, when, and the position of the event log at that time. */
export interface ExportOccasion {
  readonly tenantId: string;
  readonly by: { readonly id: string; readonly name: string };
  readonly at: Date;
  readonly asOfSeq: number;
}

/**
 * Signs a file that the platform generated (C-50, D-33, D-53); the applied filter is the only input from the caller. Amounts are in their
 * own currencies, so no exchange rates are named.
 */
export async function signExport(signer: Signer, made: MadeExport, occasion: ExportOccasion): Promise<ExportAnswer> {
  const { exportType, format, filter, content, recordCount, covenants, readAt } = made;
  const filterHash = sha256(canonicalJson(filter));
  const binding = covenants.length === 0 ? null : covenantsBinding(covenants);
  const covenantHash = binding === null ? undefined : 'hash' in binding ? binding.hash : sha256(binding.text);
  const exportedAt = occasion.at.toISOString();
  const expiresAt = new Date(occasion.at.getTime() + EXPORT_LIFE_DAYS * 86_400_000).toISOString();
  const { tenantId, by, asOfSeq } = occasion;
  const file = {
    name: `${exportFileName(exportType, exportedAt)}.${format}`,
    format,
    sizeBytes: Buffer.byteLength(content, 'utf8'),
    sha256: sha256(content),
  };
  const signature = await signText(
    signer,
    EXPORT_TYP,
    canonicalExportPayload({
      asOf: readAt,
      asOfSeq,
      contentHash: file.sha256,
      ...(covenantHash === undefined ? {} : { covenantHash }),
      expiresAt,
      exportType,
      exportedAt,
      exportedBy: by.name,
      exportedById: by.id,
      fileName: file.name,
      filterHash,
      format,
      recordCount,
      signTs: exportedAt,
      sizeBytes: file.sizeBytes,
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
    metadata: { exportedAt, exportedBy: by.name, exportedById: by.id, filterHash, expiresAt, recordCount },
    filter,
    file,
    asOf: { seq: asOfSeq, at: readAt },
    content,
  };
}
