import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../src/contracts/endpoints.ts';
import { isExactly } from '../../src/contracts/quickParse.ts';
import { readAnswer } from '../../src/domain/api/answer.ts';
import { type Documented, documented } from './documents.ts';
import { exampleOf, refusedOf, takenOf, type Variant } from './shape.ts';

/** As a platform built to the documents answers: 200, JSON, and none of our headers (D-50: without an echo it is known by its exact shape). */
function read({ call, answer }: Documented, value: unknown) {
  const raw = {
    status: 200,
    statusText: 'OK',
    header: (name: string) => (name === 'Content-Type' ? 'application/json' : null),
    text: JSON.stringify(answer(value)),
  };
  return readAnswer(call, raw, 'sent-1');
}

const whats = (variants: readonly Variant[]): readonly string[] => variants.map(({ what }) => what);

describe('the documents’ own shapes at the client', () => {
  it.each(documented)(
    '[T-3] [D-58] [C-64] $rows takes $title as documented, each optional absent, each value of each enumeration',
    (shape) => {
      const variants = takenOf(shape.shape);
      expect(variants.length).toBeGreaterThan(1);
      expect(whats(variants.filter(({ value }) => !read(shape, value).ok))).toEqual([]);
      // Nothing is made of it on the way: what was sent is what is read, with no figure put in for one that did not come.
      for (const { what, value } of variants) {
        const found = read(shape, value);
        expect(found.ok ? found.value.value : null, what).toEqual(shape.answer(value));
        expect(found.ok ? [found.value.asOfSeq, found.value.serverTime, found.value.vouched] : null, what).toEqual([null, null, false]);
      }
    },
  );

  it.each(documented)(
    '[T-3] [C-64] $rows refuses $title with a required field absent, of another type, or outside its enumeration',
    (shape) => {
      const variants = refusedOf(shape.shape);
      expect(variants.length).toBeGreaterThan(1);
      expect(whats(variants.filter(({ value }) => read(shape, value).ok))).toEqual([]);
    },
  );

  it.each(documented)('[T-3] [C-64] $title is judged alike by the quick way and by zod', (shape) => {
    const schema = endpointOf(shape.call).answer;
    const quick = (value: unknown) => isExactly(schema as Parameters<typeof isExactly>[0], shape.answer(value)); // rows of the table are mini schemas
    expect(whats(refusedOf(shape.shape).filter(({ value }) => quick(value)))).toEqual([]);
    expect(exampleOf(shape.shape)).toEqual(takenOf(shape.shape)[0]?.value);
  });
});
