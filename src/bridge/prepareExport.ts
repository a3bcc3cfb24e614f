import { complianceEndpoints } from '../contracts/complianceEndpoints.ts';
import type { ExportFilter, ExportFormat, ExportProof, ExportType } from '../contracts/export.ts';
import type { Problem } from '../contracts/problem.ts';
import { csvOf, jsonOf } from '../domain/exports/csv.ts';
import { covenantsOf, type ExportRow, sheetOf } from '../domain/exports/sheets.ts';
import { exportFileName, type ExportOutcome } from '../domain/exports/tableExport.ts';
import type { FreshnessState } from '../domain/freshness.ts';
import { sha256Hex, utf8 } from '../evidence/bytes.ts';
import { fetchApi } from './fetchApi.ts';
import { serverNow } from './useServerNow.ts';

const mimeTypes = { csv: 'text/csv;charset=utf-8;header=present', json: 'application/json' } as const;

/** One export, as it was asked for. */
export interface ExportJob<Type extends ExportType> {
  readonly type: Type;
  readonly format: ExportFormat;
  readonly filter: ExportFilter;
  readonly freshness: FreshnessState;
  readonly rows: () => readonly ExportRow<Type>[] | Promise<readonly ExportRow<Type>[]>;
}

/** Calls that ended without an answer, or with one that says 'not now': the rows are on this device all the same. */
function outOfReach({ code }: Problem): boolean {
  return (
    code === 'network' || code === 'timeout' || code === 'unavailable' || code === 'not_ours' || code === 'bad_shape' || code === 'internal'
  );
}

/**
 * Writes the rows, has the platform sign for exactly these bytes, and gives both files. Out of reach of the platform: the rows unsigned, said so in
 * the file's name too (D-28 asks for the record; K-9 for a console that works without the network).
 */
export async function prepareExport<Type extends ExportType>(job: ExportJob<Type>): Promise<ExportOutcome> {
  const { type, format, filter } = job;
  let rows: readonly ExportRow<Type>[];
  try {
    rows = await job.rows();
  } catch {
    return { state: 'refused', problem: { code: 'storage', message: 'The rows on this device could not be read.', retry: true } };
  }
  const { columns } = sheetOf(type);
  const text = format === 'csv' ? csvOf(columns, rows) : jsonOf(columns, rows);
  const contentHash = await sha256Hex(text);
  const covenants = covenantsOf(type, rows);
  const answer = await fetchApi(complianceEndpoints.exportTable, {
    body: { exportType: type, format, filter, recordCount: rows.length, contentHash, ...(covenants.length === 0 ? {} : { covenants }) },
  });
  const fileOf = (base: string) => ({ name: `${base}.${format}`, mimeType: mimeTypes[format], text });
  if (!answer.ok) {
    if (!outOfReach(answer.problem)) return { state: 'refused', problem: answer.problem };
    const base = `${exportFileName(type, new Date(serverNow()).toISOString())}.unsigned`;
    return { state: 'unsigned', data: fileOf(base), problem: answer.problem, count: rows.length };
  }
  const { record, metadata } = answer.value.value;
  const base = exportFileName(type, metadata.exportedAt);
  const data = fileOf(base);
  const proof: ExportProof = {
    record,
    metadata,
    filter,
    file: { name: data.name, format, sizeBytes: utf8(text).length, sha256: contentHash },
    dataAsOf: job.freshness.kind === 'never' ? null : new Date(job.freshness.at).toISOString(),
  };
  return {
    state: 'signed',
    data,
    proof: { name: `${base}.record.json`, mimeType: 'application/json', text: `${JSON.stringify(proof, null, 2)}\n` },
    kid: record.signer_kid,
    expiresAt: metadata.expiresAt,
    count: rows.length,
  };
}
