import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from '../../src/contracts/zod.ts';
import { root } from '../root.mjs';
import { demandsVersion, lostOrNarrowed } from './wireRules.ts';
import { shapesOf, type Wire, wireNow } from './wireTree.ts';

const kept = JSON.parse(readFileSync(join(root, 'src/contracts/wire.json'), 'utf8')) as Wire;

it('src/contracts/wire.json holds the wire of these sources: `npm run wire` writes it', { tags: ['D-30', 'M-9'] }, () => {
  expect(kept).toEqual(wireNow());
});

/** A wire of one call. */
const wireOf = (call: { query?: z.core.$ZodType; body?: z.core.$ZodType; answer: z.core.$ZodType }): Omit<Wire, 'version'> => ({
  calls: {
    pay: {
      line: 'POST /api/pay',
      ...(call.query && { query: shapesOf(call.query) }),
      ...(call.body && { body: shapesOf(call.body) }),
      answer: shapesOf(call.answer),
    },
  },
  down: {},
  up: {},
});
const ok = z.object({ ok: z.boolean() });
const body = (shape: z.core.$ZodType) => wireOf({ body: shape, answer: ok });
const answer = (shape: z.core.$ZodType) => wireOf({ answer: shape });
const payment = z.object({ amount: z.int(), note: z.optional(z.string().check(z.maxLength(200))), kind: z.enum(['grant', 'loan']) });
const { amount, note, kind } = payment.shape;
const one = z.object({ kind: z.literal('one'), text: z.string() });
const two = z.object({ kind: z.literal('two'), text: z.string() });

describe('a new version is demanded where builds of before lose or are refused something', () => {
  it.each<[string, Omit<Wire, 'version'>, Omit<Wire, 'version'>, string[]]>([
    ['a call is gone', body(payment), { calls: {}, down: {}, up: {} }, ['pay: the call is gone']],
    [
      'a call has another method or path',
      body(payment),
      { ...body(payment), calls: { pay: { ...body(payment).calls['pay'], line: 'PUT /api/pay' } } },
      ['pay: is PUT /api/pay and not POST /api/pay'],
    ],
    ['a field is no longer taken', body(payment), body(z.object({ amount, kind })), ['pay: body note: is gone']],
    ['a body is no longer taken', body(z.string()), wireOf({ answer: ok }), ['pay: body the whole: is gone']],
    [
      'a field is demanded that none sent',
      body(payment),
      body(z.object({ ...payment.shape, day: z.string() })),
      ['pay: body day: is missing'],
    ],
    [
      'a body is demanded where there was none',
      wireOf({ answer: ok }),
      body(payment),
      ['pay: body amount: is missing', 'pay: body kind: is missing'],
    ],
    [
      'what could be left out is demanded',
      body(payment),
      body(z.object({ amount, kind, note: z.string().check(z.maxLength(200)) })),
      ['pay: body note: left out'],
    ],
    [
      'a text may be less long',
      body(payment),
      body(z.object({ amount, kind, note: z.optional(z.string().check(z.maxLength(100))) })),
      ['pay: body note: length outside ..100'],
    ],
    ['a value is no longer taken', body(payment), body(z.object({ amount, note, kind: z.enum(['grant']) })), ['pay: body kind: loan']],
    ['null is no longer taken', body(z.nullable(payment)), body(payment), ['pay: body the whole: null']],
    [
      'a text must have a form',
      body(z.object({ day: z.string() })),
      body(z.object({ day: z.string().check(z.regex(/^\d{1,2}, \d$/u)) })),
      ['pay: body day: what is not pattern ^\\d{1,2}, \\d$'],
    ],
    [
      'fields beside its own are refused',
      body(z.object({ amount })),
      body(z.strictObject({ amount })),
      ['pay: body the whole: what is not no other fields'],
    ],
    ['an answer tells a field no more', answer(payment), answer(z.object({ amount, kind })), ['pay: answer note: is gone']],
    [
      'an answer may leave a field out',
      answer(payment),
      answer(z.object({ amount: z.optional(amount), note, kind })),
      ['pay: answer amount: left out'],
    ],
    ['an answer may be null', answer(payment), answer(z.nullable(payment)), ['pay: answer the whole: null']],
    [
      'an answer brings a value that was not there',
      answer(payment),
      answer(z.object({ amount, note, kind: z.enum(['grant', 'loan', 'gift']) })),
      ['pay: answer kind: gift'],
    ],
    [
      'an answer brings a text that is longer',
      answer(payment),
      answer(z.object({ amount, kind, note: z.optional(z.string()) })),
      ['pay: answer note: length outside ..200'],
    ],
    [
      'an answer brings another variant',
      answer(z.array(z.union([one, two]))),
      answer(z.array(z.union([one, two, z.object({ kind: z.literal('three') })]))),
      ['pay: answer []<kind=three>: is not known'],
    ],
    [
      'an answer brings a field to a client that takes no others',
      answer(z.strictObject({ amount })),
      answer(z.strictObject({ amount, kind })),
      ['pay: answer kind: is not known'],
    ],
  ])('%s', (_, before, after, lost) => {
    expect(lostOrNarrowed(before, after)).toEqual(lost);
    expect(lostOrNarrowed(after, after)).toEqual([]);
  });

  it.each<[string, Omit<Wire, 'version'>, Omit<Wire, 'version'>]>([
    ['a call is new', { calls: {}, down: {}, up: {} }, body(payment)],
    ['a field is taken, and may be left out', body(z.object({ amount, kind })), body(payment)],
    ['more is taken', body(payment), body(z.nullable(z.object({ amount, note: z.optional(z.string()), kind: z.string() })))],
    ['an answer tells more', answer(z.object({ amount, kind })), answer(payment)],
    [
      'an answer always has what could be left out',
      answer(payment),
      answer(z.object({ amount, kind, note: z.string().check(z.maxLength(9)) })),
    ],
    ['a list of an answer brings rows with more in them', answer(z.array(z.object({ amount }))), answer(z.array(payment))],
  ])('and not where %s', (_, before, after) => {
    expect(lostOrNarrowed(before, after)).toEqual([]);
  });
});

/** A call of today’s wire and a path of its answer, with something at it. */
const somewhere = fc
  .constantFrom(...Object.entries(kept.calls).filter(([, call]) => Object.keys(call.answer ?? {}).length > 1))
  .chain(([id, call]) => fc.tuple(fc.constant(id), fc.constantFrom(...Object.keys(call.answer ?? {}).filter((path) => path !== ''))));

describe('on today’s wire', () => {
  it('nothing can be taken from an answer unseen', () => {
    fc.assert(
      fc.property(somewhere, ([id, path]) => {
        const call = kept.calls[id];
        const answer = Object.fromEntries(Object.entries(call?.answer ?? {}).filter(([at]) => at !== path));
        const after = { ...kept, calls: { ...kept.calls, [id]: { line: '', ...call, answer } } };
        expect(lostOrNarrowed(kept, after)).toContain(`${id}: answer ${path}: is gone`);
      }),
      { numRuns: 50 },
    );
  });

  it('nothing that an answer tells may become null or be left out unseen', () => {
    fc.assert(
      fc.property(somewhere, fc.constantFrom('optional', 'nullable'), ([id, path], mark) => {
        const call = kept.calls[id];
        const shape = call?.answer?.[path] ?? '';
        if (shape.split(', ').includes(mark)) return;
        const after = {
          ...kept,
          calls: { ...kept.calls, [id]: { line: '', ...call, answer: { ...call?.answer, [path]: `${shape}, ${mark}` } } },
        };
        expect(lostOrNarrowed(kept, after)).not.toEqual([]);
        // Where it is asked and not told, it is more that is taken.
        const body = (one: string) => ({ calls: { pay: { line: '', body: { '': 'object', a: one } } }, down: {}, up: {} });
        expect(lostOrNarrowed(body('string'), body(`string, ${mark}`))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('two builds of the same sources lose nothing to each other', () => {
    expect(lostOrNarrowed(kept, wireNow())).toEqual([]);
  });
});

it('what loses something is kept under a later version alone, what only adds under the same', () => {
  const [less, more] = [body(z.object({ amount, kind })), body(payment)];
  const at = (version: number, wire: Omit<Wire, 'version'>): Wire => ({ version, ...wire });
  expect(demandsVersion(at(29, more), at(29, less))).toBe(true);
  expect(demandsVersion(at(29, more), at(30, less))).toBe(false);
  expect(demandsVersion(at(29, less), at(29, more))).toBe(false);
});
