import { isPcaf, type Report } from '../contracts/report.ts';
import type {
  Outcome,
  RecordIntactEvidence,
  RecordSignedEvidence,
  RecordVerdict,
  SignedRecord,
  VerdictPart,
} from '../contracts/verdict.ts';
import { canonicalJson } from '../domain/canonicalJson.ts';
import { leavesOf } from '../domain/recordFields.ts';
import * as records from '../domain/signedRecords.ts';
import { sha256Hex } from './bytes.ts';
import { type Coverage, coverageOf, nothingCovered } from './coverage.ts';
import { judgeExport } from './exportRecord.ts';
import { judgeFinanceRest, openFinanceCase } from './financeRecords.ts';
import { readJws } from './jws.ts';
import { messages } from './messages.ts';
import { judgeSignature, readPayload, type SignatureClaim, type SignatureFinding } from './signature.ts';
import type { TrustedKeys } from './verify.ts';

/**
 * Checks a signed record (D-33): a report's hash and covenants against what its proof names, an exported file against its record, the terms of
 * a portfolio's or payment's covenant against the hash it is bound to, and the signature against key set, record and tenant. The two are independent, as with packs: an altered
 * report under a good proof is not intact, and signed.
 * @param tenantId whose it must be; null: reported as not checked
 * @param at the moment of the check, ISO 8601
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

/** A verdict in a word. Nothing is verified of which a part is missing, or a fact that a signature of ours could stand for is not signed. */
function outcomeOf(
  { kind }: SignedRecord,
  { intact, signed, later, lacks = [], notCovered }: Pick<RecordVerdict, 'intact' | 'signed' | 'later' | 'lacks' | 'notCovered'>,
): Outcome {
  if ([intact, signed, later].some((part) => part?.state === 'failed')) return 'not_verified';
  // A signature over terms or a file that nobody has looked at says nothing of them.
  if (intact?.state !== 'passed' || lacks.length > 0) return 'unknown';
  if (kind === 'report' || kind === 'export') return 'verified';
  return notCovered.every(({ why }) => why === 'neverSigned' || why === 'otherSigned') ? 'verified' : 'unknown';
}

/** What a record does not say though its signature covers it: ours, in the documents' own shapes (D-58). Null where it says all. */
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

/** A record that does not say all that is signed is neither good nor bad: it is not known. */
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
  /** What an older record of this kind does not say; it is then not verified, whatever else held. */
  readonly lacks?: readonly string[];
  /** What there is to say once the signature was judged. */
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

  // What the proof names, trusted or not: whether the report is the one it was made for is a question of its own (D-8).
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
  const { generatedAt, kind = isPcaf(report) ? 'pcaf' : 'issb', reportId, tenantId = '' } = report; // `lackingIn` came first
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
  // Hashed whole: with the hash stands or falls every value of it.
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
