import type { Covenant } from '../contracts/covenant.ts';
import type { EvidenceFault, Leaf, RecordIntactEvidence, RecordVerdict, SignedRecord, UncoveredWhy } from '../contracts/verdict.ts';
import { canonicalJson } from '../domain/encoding/canonicalJson.ts';
import * as fields from '../domain/records/recordFields.ts';
import * as records from '../domain/records/signedRecords.ts';
import { sha256Hex } from './bytes.ts';
import { addSigned, type Coverage, coverageOf, isUnder, nothingCovered, type SignedValues } from './coverage.ts';
import { readJws } from './jws.ts';
import type { KeySet } from './keys.ts';
import { known, laterPart, type LaterReading, type LaterSubject, readStatements } from './laterStatements.ts';
import { clip, messages } from './messages.ts';
import { type SignatureClaim, type SignatureFinding, signedTimeOf, type SignedPayload } from './signature.ts';

type FinanceRecord = Extract<SignedRecord, { readonly kind: 'portfolio' | 'payment' }>;
type Found = Extract<SignatureFinding, { readonly ok: true }>;

/** The checks of a portfolio or payment, for either form of its signature. */
export interface FinanceCase {
  readonly record: FinanceRecord;
  readonly leaves: ReadonlyMap<string, Leaf>;
  /** Signed in the older form, before facts were signed: still read, and what it lacks is reported. */
  readonly older: boolean;
  readonly claim: SignatureClaim;
  readonly intact: NonNullable<RecordVerdict['intact']>;
}

/** Payload members of the first signature of a payment and of a portfolio (D-52); `README.md` lists the same. */
export const factMembers = {
  payment: [...Object.keys(fields.paymentFacts), 'signedAt', 'tenantId'],
  portfolio: [
    ...Object.keys({ ...fields.portfolioBinding, ...fields.portfolioStanding, ...fields.portfolioFigures }),
    'asOf',
    'signedAt',
    'siteCodesHash',
    'tenantId',
  ],
} as const;
/** Payload members of a later statement. */
export const statementMembers = {
  payment: ['at', 'from', 'no', 'paymentId', 'recordHash', 'signedAt', 'tenantId', 'to', 'transactionId'],
  portfolio: [
    ...Object.keys({ ...fields.portfolioStanding, ...fields.portfolioFigures }),
    'asOf',
    'from',
    'no',
    'portfolioId',
    'recordHash',
    'signedAt',
    'siteCodesHash',
    'tenantId',
  ],
} as const;

/** Paths that the newer form signs: under an older signature they are unsigned (`olderForm`). */
const signable = {
  payment: new Set<string>([...Object.values(fields.paymentFacts), 'payment.status', 'payment.paidAt', 'payment.transactionId']),
  portfolio: new Set<string>([
    ...Object.values({ ...fields.portfolioBinding, ...fields.portfolioStanding, ...fields.portfolioFigures }),
    fields.SITE_CODES,
  ]),
} as const;

/** Prepares the checks of a record. */
export async function openFinanceCase(record: FinanceRecord, at: string): Promise<FinanceCase> {
  const payment = record.kind === 'payment';
  const leaves = fields.leavesOf(record.value, [payment ? 'jws_signature' : 'jwsSignature', 'laterStatements']);
  const jws = payment ? record.value.jws_signature : record.value.jwsSignature;
  const [newTyp, oldTyp] = payment
    ? [records.PAYMENT_FACTS_TYP, records.PAYMENT_TYP]
    : [records.PORTFOLIO_FACTS_TYP, records.PORTFOLIO_TYP];
  const older = readJws(jws, oldTyp).ok;
  const binding = payment ? fields.paymentBinding : fields.portfolioBinding;
  // A portfolio's state is compared with its newest statement, not with the first signature.
  const table = older || !payment ? binding : fields.paymentFacts;
  const expected = Object.fromEntries(Object.entries(table).map(([name, path]) => [name, leaves.get(path)]));
  const members = older ? [...Object.keys(binding), 'tenantId'] : factMembers[record.kind];
  return {
    record,
    leaves,
    older,
    claim: {
      jws,
      typ: older ? oldTyp : newTyp,
      kid: payment ? null : record.value.signerKid,
      what: record.kind,
      // The older form contains no time, so the key's validity cannot be judged.
      signedAt: older ? null : signedTimeOf(jws, newTyp),
      expected,
      canonical: (_, signed) => records.canonicalFacts(known(signed, members)),
    },
    intact: await judgeTerms(record.value.covenant, payment ? record.value.covenant_hash : record.value.covenantHash, at),
  };
}

/** Checks that the terms hash to the covenant hash that the record is bound to. */
async function judgeTerms(covenant: Covenant | undefined, covenantHash: string, at: string): Promise<FinanceCase['intact']> {
  if (covenant === undefined) return { state: 'notCheckable', reason: 'The terms of the covenant are not with the record' };
  const computedHash = await sha256Hex(canonicalJson(covenant.terms));
  const evidence: RecordIntactEvidence = { computedHash, signedHash: covenantHash };
  if (computedHash === covenantHash) return { state: 'passed', at, evidence };
  const reasons = ['The terms were changed: their hash is not the one that the record is bound to'];
  return { state: 'failed', at, code: 'hash_mismatch', message: messages.hashMismatch, reasons, evidence };
}

interface Rest extends Coverage {
  readonly later: RecordVerdict['later'];
}

/** Judges the later statements, and which of the record's values are covered. */
export async function judgeFinanceRest(its: FinanceCase, finding: SignatureFinding, keys: KeySet, at: string): Promise<Rest> {
  const { record, leaves, older, intact } = its;
  if (!finding.ok)
    return { later: { state: 'notCheckable', reason: 'The record’s own signature does not hold' }, ...nothingCovered(leaves) };
  const reading = await readStatements(subjectOf(its, finding), keys, at);
  const signed: SignedValues = new Map();
  const payment = record.kind === 'payment';
  addSigned(
    signed,
    older ? (payment ? fields.paymentBinding : fields.portfolioBinding) : payment ? fields.paymentFacts : fields.portfolioBinding,
    finding.signed,
    'signature',
  );
  if (!payment) signed.set('signerKid', { value: finding.kid, by: 'signature' });
  const differing = payment ? paymentStands(its, reading, signed) : await portfolioStands(its, finding, reading, signed);
  const inTerms = isUnder('covenant.terms');
  const otherwise = (path: string): UncoveredWhy => {
    if (inTerms(path)) return 'notHeld';
    if (!signable[record.kind].has(path)) return 'neverSigned';
    return reading.ok ? 'olderForm' : 'notHeld';
  };
  const { covers, notCovered } = coverageOf(leaves, signed, (path) => intact.state === 'passed' && inTerms(path), otherwise);
  const missing = record.value.covenant === undefined ? [{ field: 'covenant.terms', value: null, why: 'notAtHand' } as const] : [];
  return { later: laterPart(reading, differing, at), covers, notCovered: [...notCovered, ...missing] };
}

function subjectOf({ record, older }: FinanceCase, first: Found): LaterSubject {
  const { laterStatements: statements = [] } = record.value;
  const members = statementMembers[record.kind];
  return record.kind === 'payment'
    ? {
        recordId: record.value.payment_id,
        typ: records.PAYMENT_MOVED_TYP,
        idName: 'paymentId',
        stateName: 'to',
        atName: 'at',
        members,
        statements,
        first,
        initial: older ? null : 'pending',
      }
    : {
        recordId: record.value.portfolioId,
        typ: records.PORTFOLIO_MOVED_TYP,
        idName: 'portfolioId',
        stateName: 'state',
        atName: 'changedAt',
        members,
        statements,
        first,
        initial: older ? null : String(first.signed.get('state') ?? ''),
      };
}

interface Differing {
  readonly code: EvidenceFault;
  readonly reason: string;
}

/**
 * Reports a record whose state differs from its newest statement: either a statement was removed or the record was changed; the two are
 * indistinguishable.
 */
function unsaid(its: FinanceCase, reading: Extract<LaterReading, { readonly ok: true }>, said: Leaf | undefined): readonly Differing[] {
  if (said === reading.state) return [];
  const newest = reading.statements.length === 0 ? 'when it was signed it was' : `the newest, number ${reading.statements.length}, says`;
  const reason = `No signed statement says that it is ${clip(String(said))}: ${newest} ${reading.state}. A statement was taken off, or the ${its.record.kind} was changed`;
  return [{ code: 'statement_missing', reason }];
}

/** Compares a payment's status, time and transaction with the newest statement, and adds the signed values. */
function paymentStands(its: FinanceCase, reading: LaterReading, into: SignedValues): readonly Differing[] {
  if (!reading.ok || reading.state === null) return [];
  const { newest, state } = reading;
  const by = newest === null ? 'signature' : 'statement';
  const paid = newest !== null && state === 'paid';
  const stands: readonly (readonly [path: string, words: string, value: Leaf])[] = [
    ['payment.paidAt', 'time of payment', paid ? (newest.get('at') ?? null) : null],
    ['payment.transactionId', 'transaction', paid ? (newest.get('transactionId') ?? null) : null],
  ];
  into.set('payment.status', { value: state, by });
  for (const [path, , value] of stands) into.set(path, { value, by });
  return [
    ...unsaid(its, reading, its.leaves.get('payment.status')),
    ...stands.flatMap(([path, words, value]): Differing[] =>
      its.leaves.get(path) === value ? [] : [{ code: 'statement_differs', reason: `The signed ${words} is not the payment’s` }],
    ),
  ];
}

/**
 * Compares a portfolio's state, dates, money and sites with the newest signature that states them, and adds its figures as of that date.
 */
async function portfolioStands(its: FinanceCase, first: Found, reading: LaterReading, into: SignedValues): Promise<readonly Differing[]> {
  if (!reading.ok || reading.state === null) return [];
  const { leaves, record } = its;
  const newest: SignedPayload = reading.newest ?? first.signed;
  const by = reading.newest === null ? 'signature' : 'statement';
  addSigned(into, fields.portfolioStanding, newest, by);
  addSigned(into, fields.portfolioFigures, newest, by, String(newest.get('asOf') ?? ''));
  const siteCodes = record.kind === 'portfolio' ? record.value.siteCodes : undefined;
  const sites = siteCodes === undefined ? null : await sha256Hex(records.siteCodesText(siteCodes));
  const sitesHold = sites === newest.get('siteCodesHash');
  if (sitesHold) into.set(fields.SITE_CODES, { value: leaves.get(fields.SITE_CODES) ?? null, by });
  const standing = Object.entries(fields.portfolioStanding).filter(
    ([name, path]) => name !== 'state' && newest.get(name) !== leaves.get(path),
  );
  return [
    ...unsaid(its, reading, leaves.get(fields.portfolioStanding.state)),
    ...standing.map(([name]): Differing => ({ code: 'statement_differs', reason: `The signed ${name} is not the portfolio’s` })),
    ...(sitesHold
      ? []
      : [
          {
            code: 'statement_differs',
            reason: siteCodes === undefined ? 'The sites were taken off: they are signed' : 'The signed sites are not the portfolio’s',
          } as const,
        ]),
  ];
}
