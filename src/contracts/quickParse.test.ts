import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentRow } from '../../tests/builders/programme.ts';
import { deadLetterRow, packRow, stageRow, verificationRow } from '../../tests/builders/operations.ts';
import { deadLetterSchema } from './deadLetter.ts';
import { evidencePackSchema } from './evidence.ts';
import { fitting } from './primitives.ts';
import { pipelineStageSchema } from './pipeline.ts';
import { rbfPaymentSchema } from './rbf.ts';
import { quickParse } from './quickParse.ts';
import { verificationSchema } from './verification.ts';
import { z } from './zod.ts';

const kinds = [
  { schema: verificationSchema as z.ZodMiniType<unknown>, good: verificationRow(1) as object },
  { schema: pipelineStageSchema as z.ZodMiniType<unknown>, good: stageRow() as object },
  { schema: deadLetterSchema as z.ZodMiniType<unknown>, good: deadLetterRow() as object },
  { schema: evidencePackSchema as z.ZodMiniType<unknown>, good: packRow(1) as object },
  // With a rule over two members: the amount must fit its currency.
  { schema: rbfPaymentSchema.shape.payment as z.ZodMiniType<unknown>, good: paymentRow().payment as object },
];
const strange = fc.oneof(
  fc.constantFrom(undefined, null, Number.NaN, Infinity, -1, -0, 0.5, 2 ** 53, '', ' ', 'verified', '2026-11-21T08:00:00Z', [], {}),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string(),
  fc.double(),
);

describe('quickParse', () => {
  it('gives good data back as it is, so that nothing was copied', () => {
    for (const { schema, good } of kinds) {
      const parsed = quickParse(schema, good);
      expect(parsed).toEqual({ success: true, data: good });
      expect(parsed.data).toBe(good);
    }
  });

  it('says what zod says of every value: yes and to what, no and why', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.array(fc.tuple(fc.nat(), strange, fc.constantFrom('set', 'drop', 'add')), { maxLength: 3 }),
        (kind, changes) => {
          const value: Record<string, unknown> = { ...kind.good };
          for (const [place, odd, how] of changes) {
            const names = Object.keys(value);
            const name = names[place % names.length] ?? 'none';
            if (how === 'drop') Reflect.deleteProperty(value, name);
            else value[how === 'add' ? 'unknownToAll' : name] = odd;
          }
          const quick = quickParse(kind.schema, value);
          const slow = kind.schema.safeParse(value);
          expect(quick.success).toBe(slow.success);
          expect(quick.data).toStrictEqual(slow.data);
          expect(quick.error?.issues).toEqual(slow.error?.issues);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('leaves to zod whatever changes what it reads, or has rules of its own', () => {
    const strict = z.strictObject({ a: z.number() });
    const cases: readonly (readonly [z.ZodMiniType<unknown>, unknown])[] = [
      [z.object({ n: z.coerce.number() }), { n: '4' }],
      [z.looseObject({ n: z.number() }), { n: 1, more: true }],
      [strict, { a: 1, b: 2 }],
      [z.object({ e: z.email() }), { e: 'no mail' }],
      [z.object({ s: z.string().check(z.trim()) }), { s: ' a ' }],
      [z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]), { b: 1 }],
      [z.string().check(z.refine((text) => text !== 'x')), 'x'],
      [z.object({ amount: z.number(), currency: z.string() }).check(fitting()), { amount: 1.005, currency: 'KES' }],
      [
        z.string().check(
          z.trim(),
          z.refine((text) => text !== 'x'),
        ),
        ' x',
      ],
      [z.string().check(z.maxLength(2)), '👩👩'],
      [z.record(z.string(), z.unknown()), JSON.parse('{"__proto__": 1, "a": 2}')],
      [z.object({ a: z.optional(z.string()) }), { a: undefined }],
      [z.object({}), Object.create({ a: 1 })],
    ];
    for (const [schema, value] of cases) {
      const quick = quickParse(schema, value);
      const slow = schema.safeParse(value);
      expect([quick.success, quick.data, quick.error?.issues]).toEqual([slow.success, slow.data, slow.error?.issues]);
    }
  });
});
