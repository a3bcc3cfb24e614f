import type { EvidenceFault, LaterEvidence, LaterStatement, VerdictPart } from '../contracts/verdict.ts';
import { canonicalFacts } from '../domain/records/signedRecords.ts';
import { sha256Hex } from './bytes.ts';
import type { KeySet } from './keys.ts';
import { clip, messages } from './messages.ts';
import { judgeSignature, signedTimeOf, type SignatureFinding, type SignedPayload } from './signature.ts';

/** Inputs for reading a record's later statements. */
export interface LaterSubject {
  readonly recordId: string;
  /** The statements' JWS `typ`. */
  readonly typ: string;
  /** Payload member with the record's id. */
  readonly idName: string;
  /** Payload member with the record's present state. */
  readonly stateName: string;
  /** Payload member with the time of the change. */
  readonly atName: string;
  /** All members that a statement may have. */
  readonly members: readonly string[];
  readonly statements: readonly string[];
  /** The record's own signature, already verified. */
  readonly first: Extract<SignatureFinding, { readonly ok: true }>;
  /** The state in which the record was signed; null in the older form of its signature. */
  readonly initial: string | null;
}

/** The sequence of a record's later statements: the content of each, or the first that does not fit. */
export type LaterReading =
  | {
      readonly ok: true;
      readonly statements: readonly LaterStatement[];
      readonly newest: SignedPayload | null;
      readonly state: string | null;
    }
  | { readonly ok: false; readonly statements: readonly LaterStatement[]; readonly code: EvidenceFault; readonly reason: string };

/**
 * How much earlier a statement may be dated than the signature it follows, milliseconds: a day covers a correction of the platform's
 * clock between the two.
 */
const ORDER_GRACE_MS = 24 * 3_600_000;

/** Keeps only known payload members: with an additional one the canonical text differs, and the signature check fails. */
export function known(signed: SignedPayload, members: readonly string[]): Readonly<Record<string, string | number>> {
  return Object.fromEntries([...signed].filter(([name]) => members.includes(name)));
}

/**
 * Reads the statements signed after a record. Each contains the hash of the first signature's payload, its own number, and the state
 * before it, so an omitted, reordered or foreign statement is detected. A statement removed from the end is not detected here: the caller
 * compares the final state with the record's.
 * @param moment of the check, ISO 8601
 */
export async function readStatements(subject: LaterSubject, keys: KeySet, moment: string): Promise<LaterReading> {
  const { recordId, typ, first, members } = subject;
  const recordHash = await sha256Hex(first.payload);
  const statements: LaterStatement[] = [];
  let state = subject.initial;
  let newest: SignedPayload | null = null;
  // The older form contains no time: NaN, so the first statement is not compared with it.
  let since = Date.parse(String(first.signed.get('signedAt') ?? ''));
  const bad = (code: EvidenceFault, reason: string): LaterReading => ({ ok: false, statements, code, reason });
  for (const [index, jws] of subject.statements.entries()) {
    const no = index + 1;
    const claim = {
      jws,
      typ,
      kid: null,
      what: 'statement',
      signedAt: signedTimeOf(jws, typ),
      expected: {},
      canonical: (_: string, payload: SignedPayload) => canonicalFacts(known(payload, members)),
    };
    const finding = await judgeSignature(claim, keys, first.tenantId, moment);
    if (!finding.ok) return bad(finding.code, `Statement ${no}: ${finding.reasons[0] ?? finding.message}`);
    const { signed, kid } = finding;
    const text = (name: string): string => String(signed.get(name) ?? '');
    if (text(subject.idName) !== recordId)
      return bad('statement_foreign', `Statement ${no} is about ${clip(text(subject.idName))}, not about ${clip(recordId)}`);
    if (text('recordHash') !== recordHash) return bad('statement_foreign', `Statement ${no} is about another signing of ${clip(recordId)}`);
    if (signed.get('no') !== no)
      return bad('statement_missing', `Statement ${no} is missing: in its place stands number ${clip(text('no'))}`);
    if (state !== null && text('from') !== state)
      return bad('statement_differs', `Statement ${no} finds it ${clip(text('from'))}, and it was ${state}`);
    // A holder of a retired key can back-date into its validity, but not to before the signature that the statement refers to.
    const signedMs = Date.parse(text('signedAt'));
    if (signedMs < since - ORDER_GRACE_MS)
      return bad('statement_differs', `Statement ${no} was signed on ${clip(text('signedAt'))}, before what it follows`);
    since = Number.isNaN(since) ? signedMs : Math.max(since, signedMs);
    state = text(subject.stateName);
    newest = signed;
    const transactionId = signed.get('transactionId');
    statements.push({
      no,
      from: text('from'),
      to: state,
      at: text(subject.atName),
      signedAt: text('signedAt'),
      kid,
      ...(typeof transactionId === 'string' ? { transactionId } : {}),
    });
  }
  return { ok: true, statements, newest, state };
}

/** The verdict part on later statements. `differing`: where the record contradicts them. */
export function laterPart(
  reading: LaterReading,
  differing: readonly { readonly code: EvidenceFault; readonly reason: string }[],
  at: string,
): VerdictPart<LaterEvidence> {
  const message = messages.later;
  if (!reading.ok)
    return {
      state: 'failed',
      at,
      code: reading.code,
      message,
      reasons: [reading.reason],
      evidence: { statements: reading.statements, state: null },
    };
  const evidence: LaterEvidence = { statements: reading.statements, state: reading.state };
  const [first] = differing;
  if (first !== undefined)
    return { state: 'failed', at, code: first.code, message, reasons: differing.map(({ reason }) => reason), evidence };
  if (reading.state === null) return { state: 'notCheckable', reason: 'Signed in the older form: what happened later is not signed' };
  return { state: 'passed', at, evidence };
}
