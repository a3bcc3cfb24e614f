import type { ExportProof } from '../contracts/export.ts';
import type { RecordIntactEvidence, VerdictPart } from '../contracts/verdict.ts';
import { canonicalJson } from '../domain/encoding/canonicalJson.ts';
import { exportFields, leavesOf } from '../domain/records/recordFields.ts';
import * as records from '../domain/records/signedRecords.ts';
import { sha256Hex } from './bytes.ts';
import { addSigned, type Coverage, coverageOf, isUnder, nothingCovered, type SignedValues } from './coverage.ts';
import { readJws } from './jws.ts';
import { messages } from './messages.ts';
import { readPayload, type SignatureClaim, type SignatureFinding } from './signature.ts';

/** Verdict on an export before its signature is checked: whether file and filter are the signed ones, and what the signature must state. */
interface JudgedExport {
  readonly claim: SignatureClaim;
  readonly intact: VerdictPart<RecordIntactEvidence>;
  readonly lacks: readonly string[];
  /** Computes the coverage once the signature was judged. */
  readonly rest: (finding: SignatureFinding) => Promise<Coverage & { readonly later: null }>;
}

/** What records from before the platform produced the rows itself lack (D-53). */
const lackingInOld = [
  'that the platform has ever seen the rows: hash and count came from a console',
  'the name and the size of the file',
  'as of when the rows were',
  'the account behind the name',
];

/**
 * Checks that the file is the exported one and the filter the signed one; the file may be elsewhere, which is not a fault. The signature
 * itself decides which of the two kinds of record it is: a record does not become an old one by leaving members out of its file.
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
        ? { state: 'notCheckable', reason: 'The exported file is not available' }
        : { state: 'passed', at, evidence };
  const sinceEver = {
    contentHash: file.sha256,
    ...(record.covenant_hash === undefined ? {} : { covenantHash: record.covenant_hash }),
    expiresAt: metadata.expiresAt,
    exportType: record.export_type,
    exportedAt: metadata.exportedAt,
    exportedBy: metadata.exportedBy,
    // Both must carry the same hash; an empty string makes verification fail.
    filterHash: record.filter_hash === metadata.filterHash ? record.filter_hash : '',
    format: file.format,
    ...(record.fx_snapshot_id === undefined ? {} : { fxSnapshotId: record.fx_snapshot_id }),
    recordCount: metadata.recordCount,
    signTs: record.sign_ts,
    tenantId: record.tenant_id,
  };
  const made = {
    ...sinceEver,
    // Members missing in the record's file get values that cannot have been signed.
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

/** Values that are signed only since the platform produces the rows itself. */
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
