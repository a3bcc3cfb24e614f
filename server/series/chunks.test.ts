import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketize, cutIntoChunks, OLD, RECENT, rangeUpTo } from './chunks.ts';

describe('series chunks', () => {
  it('gives every bucket its last measured value and leaves a gap a gap', { tags: ['D-35'] }, () => {
    const chunk = { startsAt: 0, stepS: 60, points: [1, 2, null, null, 5, 6] };
    expect(bucketize([chunk], { fromMs: 0, toMs: 240_000, stepS: 120 }, null)).toEqual([
      [0, 2],
      [120_000, null],
      [240_000, 6],
    ]);
  });

  it('closes with the figure as it stands', { tags: ['D-35'] }, () => {
    const range = rangeUpTo(3_605_000, 180, 60);
    expect(range).toEqual({ fromMs: 3_480_000, toMs: 3_600_000, stepS: 60 });
    expect(bucketize([{ startsAt: 3_480_000, stepS: 60, points: [7, 8, 8] }], range, { atMs: 3_605_000, value: 9 }).at(-1)).toEqual([
      3_600_000, 9,
    ]);
  });

  it('loses and moves no point when cut into rows', { tags: ['D-35'] }, () => {
    const points = fc.array(fc.option(fc.integer(), { nil: null }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), points, fc.constantFrom(RECENT, OLD), (steps, values, layout) => {
        const startsAt = steps * layout.stepS * 1000;
        const chunks = cutIntoChunks(startsAt, layout, values);
        for (const chunk of chunks) expect(chunk.startsAt % (layout.spanS * 1000)).toBe(0);
        const back = bucketize(
          chunks,
          { fromMs: startsAt, toMs: startsAt + (values.length - 1) * layout.stepS * 1000, stepS: layout.stepS },
          null,
        );
        expect(back.map(([, value]) => value)).toEqual(values);
      }),
    );
  });
});
