import { isPcaf, type Report } from '../contracts/report.ts';
import type {
  Outcome,
  RecordIntactEvidence,
  RecordSignedEvidence,
  RecordVerdict,
  SignedRecord,
  VerdictPart,
} from '../contracts/verdict.ts';
import { canonicalJson } from '../domain/encoding/canonicalJson.ts';
import { leavesOf } from '../domain/records/recordFields.ts';
import * as records from '../domain/records/signedRecords.ts';
import { sha256Hex } from './bytes.ts';
import { type Coverage, coverageOf, nothingCovered } from './coverage.ts';
import { judgeExport } from './exportRecord.ts';
import { judgeFinanceRest, openFinanceCase } from './financeRecords.ts';
import { readJws } from './jws.ts';
import { messages } from './messages.ts';
import { judgeSignature, readPayload, type SignatureClaim, type SignatureFinding } from './signature.ts';
import type { TrustedKeys } from './verify.ts';

/**
 * Checks a signed record (D-33): a report's hash and covenants against its proof, an exported file against its record, the terms of a
 * portfolio's or payment's covenant against the hash it is bound to, and the signature against key set, record and tenant. The two
 * results are independent, as with packs: an altered report under a valid proof is signed but not intact.
 * @param tenantId the expected tenant; null: reported as not checked
 * @param at time of the check, ISO 8601
 */
export async function checkRecord(record: SignedRecord, keys: TrustedKeys, tenantId: string | null, at: string): Promise<RecordVerdict> {
  const lacking = lackingIn(record);
  if (lacking !== null) return notCheckable(record, lacking, at);
  const { claim, intact, lacks = [], rest } = await judged(record, keys, at);
  const finding = await judgeSignature(claim, keys.set, tenantId, at);
  const evidence: RecordSignedEvidence = {
    kid: finding.kid,
    keysFetchedAt: keys.fetchedAt,
    tenant: tenantId === null ? 'notChecked' : 'checked',
    tenantId: finding.ok ? finding.tenantId : null,
  };
  const signed: RecordVerdict['signed'] = finding.ok
    ? { state: 'passed', at, evidence }
    : { state: 'failed', at, code: finding.code, message: finding.message, reasons: finding.reasons, evidence };
  const { later, covers, notCovered } = await rest(finding);
  const parts = { intact, signed, later, ...(lacks.length > 0 ? { lacks } : {}), covers, notCovered };
  return { kind: record.kind, recordId: idOf(record), outcome: outcomeOf(record, parts), ...parts, checkedAt: at };
}

/** The overall outcome. Not verified if a part is missing, or if a value that could be signed is not. */
function outcomeOf(
  { kind }: SignedRecord,
  { intact, signed, later, lacks = [], notCovered }: Pick<RecordVerdict, 'intact' | 'signed' | 'later' | 'lacks' | 'notCovered'>,
): Outcome {
  if ([intact, signed, later].some((part) => part?.state === 'failed')) return 'not_verified';
  // A signature proves nothing about terms or a file that were not hashed.
  if (intact?.state !== 'passed' || lacks.length > 0) return 'unknown';
  if (kind === 'report' || kind === 'export') return 'verified';
  return notCovered.every(({ why }) => why === 'neverSigned' || why === 'otherSigned') ? 'verified' : 'unknown';
}

/**
 * Values that the signature covers but the record lacks; these are our own members, absent in the documents' shapes (D-58). Null if
 * complete.
 */
function lackingIn(record: SignedRecord): string | null {
  if (record.kind === 'portfolio') return record.value.currency === undefined ? 'its currency' : null;
  if (record.kind !== 'report') return null;
  const { basis, kind, tenantId } = record.value;
  const lacking = [
    basis === undefined && 'what it was made from',
    kind === undefined && 'its kind',
    tenantId === undefined && 'its tenant',
  ];
  return lacking.filter((each) => each !== false).join(', ') || null;
}

/** Verdict on a record that lacks signed values: `unknown`. */
function notCheckable(record: SignedRecord, lacking: string, at: string): RecordVerdict {
  const reason = `The platform did not send all that is signed: ${lacking} is missing`;
  return {
    kind: record.kind,
    recordId: idOf(record),
    outcome: 'unknown',
    intact: null,
    signed: { state: 'notCheckable', reason },
    later: null,
    covers: [],
    notCovered: [...leavesOf(record.value)].map(([field, value]) => ({ field, value, why: 'notHeld' })),
    checkedAt: at,
  };
}

function idOf(record: SignedRecord): string {
  switch (record.kind) {
    case 'portfolio':
      return record.value.portfolioId;
    case 'payment':
      return record.value.payment_id;
    case 'report':
      return record.value.reportId;
    case 'export':
      return record.value.file.name;
    default:
      return record satisfies never;
  }
}

interface Judged {
  readonly claim: SignatureClaim;
  readonly intact: RecordVerdict['intact'];
  /** Values that an older record of this kind lacks; it is then not verified, whatever else held. */
  readonly lacks?: readonly string[];
  /** Computes the remaining parts once the signature was judged. */
  readonly rest: (finding: SignatureFinding) => Promise<Coverage & Pick<RecordVerdict, 'later'>>;
}

async function judged(record: SignedRecord, keys: TrustedKeys, at: string): Promise<Judged> {
  switch (record.kind) {
    case 'portfolio':
    case 'payment': {
      const its = await openFinanceCase(record, at);
      return { claim: its.claim, intact: its.intact, rest: (finding) => judgeFinanceRest(its, finding, keys.set, at) };
    }
    case 'report':
      return judgeReport(record.value, at);
    case 'export':
      return judgeExport(record.value, record.fileHash, at);
    default:
      return record satisfies never;
  }
}

async function judgeReport(report: Report, at: string): Promise<Judged> {
  const { proofFile, ...body } = report;
  const computedHash = await sha256Hex(canonicalJson(body));
  const binding = records.covenantsBinding(report.basis?.covenants ?? []);
  const covenants = 'hash' in binding ? binding.hash : await sha256Hex(binding.text);

  // Reads the proof's values before trusting it: whether the proof was made for this report is a separate question (D-8).
  const proof = readJws(proofFile, records.REPORT_TYP);
  const named = proof.ok ? readPayload(proof.value.payload) : new Map<string, string | number>();
  const signedHash = textOf(named.get('reportHash'));
  const covenantHash = textOf(named.get('covenantHash'));
  const evidence: RecordIntactEvidence = { computedHash, signedHash };
  const reasons = [
    ...(signedHash === computedHash ? [] : ['The report was changed: its hash is not the one that the proof names']),
    ...(covenantHash === covenants ? [] : ['The covenants of the report are not those that the proof names']),
  ];
  const intact: VerdictPart<RecordIntactEvidence> =
    reasons.length === 0
      ? { state: 'passed', at, evidence }
      : { state: 'failed', at, code: 'hash_mismatch', message: messages.reportHash, reasons, evidence };
  const { generatedAt, kind = isPcaf(report) ? 'pcaf' : 'issb', reportId, tenantId = '' } = report; // fallback unused: `lackingIn` has checked it
  const expected = { generatedAt, kind, reportId, tenantId };
  const claim: SignatureClaim = {
    jws: proofFile,
    typ: records.REPORT_TYP,
    kid: null,
    what: 'report',
    signedAt: generatedAt,
    expected,
    canonical: (signedTenant) =>
      records.canonicalReportPayload({
        ...expected,
        covenantHash: covenantHash ?? '',
        reportHash: signedHash ?? '',
        tenantId: signedTenant,
      }),
  };
  // One hash covers the whole report, so its values are all covered or none is.
  const leaves = leavesOf(body);
  const holds = (finding: SignatureFinding) => finding.ok && intact.state === 'passed';
  return {
    claim,
    intact,
    rest: async (finding) => ({
      later: null,
      ...(holds(finding)
        ? coverageOf(
            leaves,
            new Map(),
            () => true,
            () => 'neverSigned',
          )
        : nothingCovered(leaves)),
    }),
  };
}

function textOf(value: string | number | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
