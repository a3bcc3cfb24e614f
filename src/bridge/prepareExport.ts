import { complianceEndpoints } from '../contracts/complianceEndpoints.ts';
import type { ExportFilter, ExportFormat, ExportProof, ExportType } from '../contracts/export.ts';
import type { Problem } from '../contracts/problem.ts';
import { csvOf, jsonOf } from '../domain/exports/csv.ts';
import { type ExportRow, sheetOf } from '../domain/exports/sheets.ts';
import { type ExportOutcome, unsignedFileName } from '../domain/exports/tableExport.ts';
import type { FreshnessState } from '../domain/freshness/freshness.ts';
import { sha256Hex } from '../evidence/bytes.ts';
import { fetchApi } from './reads/fetchApi.ts';
import { serverNow } from './hub/useServerNow.ts';

const mimeTypes = { csv: 'text/csv;charset=utf-8;header=present', json: 'application/json' } as const;

/** One export request. */
export interface ExportJob<Type extends ExportType> {
  readonly type: Type;
  readonly format: ExportFormat;
  readonly filter: ExportFilter;
  readonly freshness: FreshnessState;
  /** The rows stored on this device, used if the platform cannot be reached. */
  readonly rows: () => readonly ExportRow<Type>[] | Promise<readonly ExportRow<Type>[]>;
}

/** True if the call got no answer, or a temporary failure: then the rows of this device can be exported. */
function outOfReach({ code }: Problem): boolean {
  return (
    code === 'network' || code === 'timeout' || code === 'unavailable' || code === 'not_ours' || code === 'bad_shape' || code === 'internal'
  );
}

/**
 * Has the platform create the file from its own rows and sign it, and returns both files (D-53). If it cannot be reached: the rows of
 * this device, unsigned, and named so in the file name too (K-9).
 */
export async function prepareExport<Type extends ExportType>(job: ExportJob<Type>): Promise<ExportOutcome> {
  const { type, format, filter, freshness } = job;
  const seenAsOf = freshness.kind === 'never' ? null : new Date(freshness.at).toISOString();
  const answer = await fetchApi(complianceEndpoints.exportTable, { body: { exportType: type, format, filter, seenAsOf } });
  if (!answer.ok) return outOfReach(answer.problem) ? unsigned(job, answer.problem) : { state: 'refused', problem: answer.problem };
  const { content, record, metadata, file, asOf, filter: kept } = answer.value.value;
  if ((await sha256Hex(content)) !== file.sha256)
    return { state: 'refused', problem: { code: 'bad_shape', message: 'What arrived is not the file that was signed.', retry: true } };
  const proof: ExportProof = { record, metadata, filter: kept, file, asOf };
  return {
    state: 'signed',
    data: { name: file.name, mimeType: mimeTypes[format], text: content },
    proof: {
      name: `${file.name.slice(0, -format.length - 1)}.record.json`,
      mimeType: 'application/json',
      text: `${JSON.stringify(proof, null, 2)}\n`,
    },
    kid: record.signer_kid,
    expiresAt: metadata.expiresAt,
    asOf: asOf.at,
    count: metadata.recordCount,
  };
}

/** Exports the rows of this device with the same exporters, without a signature. */
async function unsigned<Type extends ExportType>(
  { type, format, freshness, rows }: ExportJob<Type>,
  problem: Problem,
): Promise<ExportOutcome> {
  let held: readonly ExportRow<Type>[];
  try {
    held = await rows();
  } catch {
    return { state: 'refused', problem: { code: 'storage', message: 'The rows on this device could not be read.', retry: true } };
  }
  const { columns } = sheetOf(type);
  const text = format === 'csv' ? csvOf(columns, held) : jsonOf(columns, held);
  const name = unsignedFileName(type, freshness, serverNow(), format);
  return { state: 'unsigned', data: { name, mimeType: mimeTypes[format], text }, problem, count: held.length };
}
