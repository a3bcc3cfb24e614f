import type { EvidenceFault, LaterEvidence, LaterStatement, VerdictPart } from '../contracts/verdict.ts';
import { canonicalFacts } from '../domain/signedRecords.ts';
import { sha256Hex } from './bytes.ts';
import type { KeySet } from './keys.ts';
import { clip, messages } from './messages.ts';
import { judgeSignature, signedTimeOf, type SignatureFinding, type SignedPayload } from './signature.ts';

/** What is known of a record when its later statements are read. */
export interface LaterSubject {
  readonly recordId: string;
  /** The statements' own `typ`. */
  readonly typ: string;
  /** The member of a statement that says which record it is about. */
  readonly idName: string;
  /** The member that says into which state it took the record. */
  readonly stateName: string;
  /** The member that says when that was. */
  readonly atName: string;
  /** Every member that a statement may have. */
  readonly members: readonly string[];
  readonly statements: readonly string[];
  /** The record's own signature, found good. */
  readonly first: Extract<SignatureFinding, { readonly ok: true }>;
  /** The state that the record was signed in; null where the older form of its signature does not say. */
  readonly initial: string | null;
}

/** The chain of a record's later statements: what each says, or the first that does not fit. */
export type LaterReading =
  | {
      readonly ok: true;
      readonly statements: readonly LaterStatement[];
      readonly newest: SignedPayload | null;
      readonly state: string | null;
    }
  | { readonly ok: false; readonly statements: readonly LaterStatement[]; readonly code: EvidenceFault; readonly reason: string };

/** How much earlier a statement may say to be signed than what it follows, milliseconds: a platform's clock may have been set right between the two, and a day is more than that. */
const ORDER_GRACE_MS = 24 * 3_600_000;

/** Keeps the members of a payload that are known, so that one more makes another text. */
export function known(signed: SignedPayload, members: readonly string[]): Readonly<Record<string, string | number>> {
  return Object.fromEntries([...signed].filter(([name]) => members.includes(name)));
}

/**
 * Reads what was signed of a record after it was signed itself. Each statement names the first signature by the hash of its payload, its own number and the
 * state that it found: one that was left out, put elsewhere or taken from another record is told by name. One taken off the end cannot be seen here: whoever
 * calls holds the state that they end in against the record's.
 * @param moment of the check, ISO 8601
 */
export async function readStatements(subject: LaterSubject, keys: KeySet, moment: string): Promise<LaterReading> {
  const { recordId, typ, first, members } = subject;
  const recordHash = await sha256Hex(first.payload);
  const statements: LaterStatement[] = [];
  let state = subject.initial;
  let newest: SignedPayload | null = null;
  // The older form says no time of its own: whatever follows it is not before it.
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
      canonical: (_: string, of: SignedPayload) => canonicalFacts(known(of, members)),
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
    // Whoever has a key that was retired can date back into its life, and not to before the thing that he speaks of.
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

/** The part of a verdict that says whether what happened later is signed. `differing`: where the record says otherwise. */
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
