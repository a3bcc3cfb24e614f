import type { ExportProof } from '../contracts/export.ts';
import type { RecordIntactEvidence, VerdictPart } from '../contracts/verdict.ts';
import { canonicalJson } from '../domain/canonicalJson.ts';
import { exportFields, leavesOf } from '../domain/recordFields.ts';
import * as records from '../domain/signedRecords.ts';
import { sha256Hex } from './bytes.ts';
import { addSigned, type Coverage, coverageOf, isUnder, nothingCovered, type SignedValues } from './coverage.ts';
import { readJws } from './jws.ts';
import { messages } from './messages.ts';
import { readPayload, type SignatureClaim, type SignatureFinding } from './signature.ts';

/** What is judged of an export before its signature is: whether file and filter are the signed ones, and what the signature must say. */
interface JudgedExport {
  readonly claim: SignatureClaim;
  readonly intact: VerdictPart<RecordIntactEvidence>;
  readonly lacks: readonly string[];
  /** Which of its values a signature stands for, once that was judged. */
  readonly rest: (finding: SignatureFinding) => Promise<Coverage & { readonly later: null }>;
}

/** What records from before the platform made the rows itself do not say (D-53). */
const lackingInOld = [
  'that the platform has ever seen the rows: hash and count came from a console',
  'the name and the size of the file',
  'as of when the rows were',
  'the account behind the name',
];

/**
 * Whether the file is the exported one, and the filter the one that was signed; the file may be elsewhere, which is no fault. Which of the two kinds
 * of record it is, is what the signature itself says: leaving members out of the record's file does not make an old one of it.
 */
export async function judgeExport(proof: ExportProof, fileHash: string | null, at: string): Promise<JudgedExport> {
  const { record, metadata, filter, file, asOf } = proof;
  const old = readJws(record.signature, records.OLD_EXPORT_TYP).ok;
  const typ = old ? records.OLD_EXPORT_TYP : records.EXPORT_TYP;
  const jws = readJws(record.signature, typ);
  const signedHash = jws.ok ? readPayload(jws.value.payload).get('contentHash') : undefined;
  const filterHash = await sha256Hex(canonicalJson(filter));
  const reasons = [
    ...(filterHash === record.filter_hash ? [] : ['The filter was changed: its hash is not the one in the record']),
    ...(fileHash === null || fileHash === signedHash ? [] : ['The file was changed: its hash is not the one that was signed']),
  ];
  const evidence: RecordIntactEvidence = {
    computedHash: fileHash ?? filterHash,
    signedHash: fileHash === null ? record.filter_hash : typeof signedHash === 'string' ? signedHash : null,
  };
  const intact: VerdictPart<RecordIntactEvidence> =
    reasons.length > 0
      ? { state: 'failed', at, code: 'hash_mismatch', message: messages.hashMismatch, reasons, evidence }
      : fileHash === null
        ? { state: 'notCheckable', reason: 'The exported file is not at hand' }
        : { state: 'passed', at, evidence };
  const sinceEver = {
    contentHash: file.sha256,
    ...(record.covenant_hash === undefined ? {} : { covenantHash: record.covenant_hash }),
    expiresAt: metadata.expiresAt,
    exportType: record.export_type,
    exportedAt: metadata.exportedAt,
    exportedBy: metadata.exportedBy,
    // The record's and the metadata's are one; where they are not, the payload cannot be both.
    filterHash: record.filter_hash === metadata.filterHash ? record.filter_hash : '',
    format: file.format,
    ...(record.fx_snapshot_id === undefined ? {} : { fxSnapshotId: record.fx_snapshot_id }),
    recordCount: metadata.recordCount,
    signTs: record.sign_ts,
    tenantId: record.tenant_id,
  };
  const made = {
    ...sinceEver,
    // What the record's file leaves out is not what was signed.
    asOf: asOf?.at ?? '',
    asOfSeq: asOf?.seq ?? -1,
    exportedById: metadata.exportedById ?? '',
    fileName: file.name,
    sizeBytes: file.sizeBytes,
  };
  const claim: SignatureClaim = {
    jws: record.signature,
    typ,
    kid: record.signer_kid,
    what: 'export',
    signedAt: record.sign_ts,
    expected: old ? sinceEver : made,
    canonical: (tenantId) =>
      old ? records.canonicalOldExportPayload({ ...sinceEver, tenantId }) : records.canonicalExportPayload({ ...made, tenantId }),
  };
  const rest = async (finding: SignatureFinding) => ({ later: null, ...exportCoverage(proof, finding, { filterHash, old }) });
  return { claim, intact, lacks: old ? lackingInOld : [], rest };
}

/** What the platform has signed of an export since it makes the rows, and did not before. */
const signedSince = new Set<string>(['asOf.at', 'asOf.seq', 'metadata.exportedById', 'file.name', 'file.sizeBytes', 'dataAsOf']);

function exportCoverage(
  proof: ExportProof,
  finding: SignatureFinding,
  { filterHash, old }: { readonly filterHash: string; readonly old: boolean },
): Coverage {
  const { signature: _, ...record } = proof.record;
  const leaves = leavesOf({ ...proof, record });
  if (!finding.ok) return nothingCovered(leaves);
  const signed: SignedValues = new Map([['record.signer_kid', { value: finding.kid, by: 'signature' }]]);
  addSigned(signed, exportFields, finding.signed, 'signature');
  addSigned(signed, { filterHash: 'metadata.filterHash' }, finding.signed, 'signature');
  const inFilter = isUnder('filter');
  return coverageOf(
    leaves,
    signed,
    (path) => inFilter(path) && finding.signed.get('filterHash') === filterHash,
    (path) => (old && signedSince.has(path) ? 'olderForm' : 'neverSigned'),
  );
}
