import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordVerdict, SignedRecord } from '../../src/contracts/verdict.ts';
import { leavesOf } from '../../src/domain/records/recordFields.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { parseRecord } from '../../src/evidence/parseRecord.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import { recordsSummary } from '../../src/ui/evidence/recordVerdict.ts';
import { makeKey, sha256 } from '../builders/evidencePack.ts';
import {
  issbBody,
  makeExport,
  makeOlderPayment,
  makeOlderPortfolio,
  makePayment,
  makePortfolio,
  makeReport,
  pcafBody,
} from '../builders/signedRecords.ts';

const key = makeKey('ukweli-2025-11');
const keys = { set: lintKeys([key.jwk]), fetchedAt: null };
const check = (record: SignedRecord): Promise<RecordVerdict> => checkRecord(record, keys, 'demo', '2025-11-18T11:30:00Z');
/** The verdict on a forged value of this record; null if it cannot even be parsed. */
async function checkForged(record: SignedRecord, value: unknown): Promise<RecordVerdict | null> {
  const parsed = parseRecord(record.kind, JSON.stringify(value));
  if (!parsed.ok) return null;
  return check(parsed.value.kind === 'export' ? { ...parsed.value, fileHash: sha256('the file') } : parsed.value);
}

/** One honest record of each kind and form. */
const honest: readonly (readonly [what: string, record: SignedRecord])[] = [
  ['a payment', { kind: 'payment', value: makePayment(key) }],
  ['a payment of the older form', { kind: 'payment', value: makeOlderPayment(key) }],
  ['a portfolio', { kind: 'portfolio', value: makePortfolio(key) }],
  ['a portfolio of the older form', { kind: 'portfolio', value: makeOlderPortfolio(key) }],
  ['a PCAF report', { kind: 'report', value: makeReport(key, pcafBody) }],
  ['an ISSB report', { kind: 'report', value: makeReport(key, issbBody) }],
  ['an export', { kind: 'export', value: makeExport(key, 'the file'), fileHash: sha256('the file') }],
];

type Json = Record<string, unknown>;
/** The paths of all values of a record. */
function places(value: unknown, steps: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [steps];
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([name, member]) => places(member, [...steps, name]));
}
/** A copy with another value at this path; undefined removes the value. */
function altered(value: unknown, [step, ...rest]: readonly (string | number)[], to: unknown): unknown {
  if (step === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...Object(value) }) as Json; // steps come from the value itself
  const member = altered(copy[step], rest, to);
  if (member !== undefined) copy[step] = member;
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete copy[step];
  return copy;
}
const at = (value: unknown, steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Json)[step], value); // as above

/** A visibly different value: of the same type, of another type, or undefined. */
const another = (before: unknown): fc.Arbitrary<unknown> =>
  fc
    .oneof(
      typeof before === 'number'
        ? fc.oneof(
            fc.constant(before + 1),
            fc.constant(before * 1.001 + 0.001),
            fc.integer(),
            fc.double({ noNaN: true, noDefaultInfinity: true }),
          )
        : fc.oneof(fc.string(), fc.constant(`${String(before)} `), fc.constant(String(before).toUpperCase())),
      fc.constantFrom(null, true, '', 0),
    )
    .filter(
      (value) =>
        value !== before && !(typeof value === 'number' && typeof before === 'number' && value.toPrecision(12) === before.toPrecision(12)),
    );

const proofs = new Set<unknown>(['jws_signature', 'jwsSignature', 'laterStatements', 'proofFile', 'signature']);

describe('a record that was signed', { tags: ['P-2', 'A-18'] }, () => {
  it.each(honest)(
    '%s with any one value changed fails, or lists that value as not covered',
    { tags: ['P-2', 'A-18'] },
    async (_, record) => {
      const { value } = record;
      const shown = places(value).filter((steps) => !steps.some((step) => proofs.has(step)));
      expect(shown.length).toBeGreaterThan(10);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...shown).chain((steps) => fc.record({ steps: fc.constant(steps), to: another(at(value, steps)) })),
          async ({ steps, to }) => {
            const forged = altered(value, steps, to);
            const verdict = await checkForged(record, forged);
            if (verdict === null) return;
            const before = leavesOf(value);
            const changed = [...leavesOf(forged)].filter(([field, now]) => before.get(field) !== now).map(([field]) => field);
            const listed = new Map(verdict.notCovered.map(({ field, value: listedValue }) => [field, listedValue]));
            // Whatever the verdict, no changed field may be listed as covered by a signature.
            const covered = new Set(verdict.covers.map(({ field }) => field));
            expect(changed.filter((field) => covered.has(field))).toEqual([]);
            if (verdict.outcome !== 'not_verified') expect(changed.every((field) => listed.has(field))).toBe(true);
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  it.each(honest)('%s with any one value taken off has no more covered than before', { tags: ['P-2', 'A-18'] }, async (_, record) => {
    const whole = new Map((await check(record)).covers.map(({ field, value }) => [field, value]));
    // Paths into lists are skipped: removing an element shifts the indexes of the others.
    const members = places(record.value).filter((path) => path.every((step) => typeof step === 'string' && !proofs.has(step)));
    const added: string[] = [];
    for (const steps of members) {
      const verdict = await checkForged(record, altered(record.value, steps, undefined));
      for (const { field, value } of verdict?.covers ?? []) if (whole.get(field) !== value) added.push(field);
    }
    expect([whole.size > 5, members.length > 5, added]).toEqual([true, true, []]);
  });

  it('no list says that all signatures are verified over one that was rewritten', { tags: ['P-2', 'A-18'] }, async () => {
    const payment = makePayment(key);
    const rest = await check({ kind: 'payment', value: makePayment(key, undefined, 'RBF-0043') });
    const word = async (record: SignedRecord) => recordsSummary([await check(record), rest], 2, 0)?.word;
    expect(await word({ kind: 'payment', value: payment })).toBe('All 2 signatures verified here');
    for (const [steps, to] of [
      [['milestone', 'description'], 'Uptime of 5%'],
      [['milestone', 'threshold'], 5],
      [['milestone', 'actualPerformance'], 99],
      [['milestone', 'metric'], 'fuelSavings'],
      [['payment', 'amount'], 75_000],
      [['payment', 'transactionId'], 'TX-INVENTED'],
      [['payment', 'status'], 'failed'],
      [['laterStatements'], undefined],
    ] as const)
      expect(await word({ kind: 'payment', value: altered(payment, steps, to) } as SignedRecord)).toBe('1 signature of 2 failed'); // Deliberately malformed.
    const { covenant: _, ...bare } = payment;
    expect(await word({ kind: 'payment', value: bare })).toBe('1 of 2 signatures verified here, 1 does not cover all that is shown');
    expect(await word({ kind: 'payment', value: makeOlderPayment(key) })).toBe(
      '1 of 2 signatures verified here, 1 does not cover all that is shown',
    );
    const portfolio = await check({ kind: 'portfolio', value: { ...makePortfolio(key), verificationScore: 1 } });
    expect(recordsSummary([portfolio], 1, 0)?.word).toBe('The signature is verified here, 1 with figures other than signed');
  });
});
