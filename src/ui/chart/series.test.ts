import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapsOf } from '../../domain/series/seriesGaps.ts';
import {
  axisMarks,
  crossedSince,
  describeSeries,
  lastOf,
  limitInSight,
  type Point,
  rangeOf,
  scaleOf,
  stretchesOf,
  windowOf,
} from './series.ts';

const pointsOf = (...values: (number | null)[]): Point[] => values.map((value, at) => [at * 1000, value]);
const anyPoints = fc.array(fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null })).map((values) => pointsOf(...values));

describe('series', () => {
  it('breaks where data is missing and names only gaps between samples', () => {
    expect(gapsOf(pointsOf(null, 1, 2, null, null, 3, null))).toEqual([{ from: 3000, to: 5000 }]);
    expect(stretchesOf(pointsOf(null, 1, 2, null, 3))).toHaveLength(2);
    expect(lastOf(pointsOf(1, 2, null))).toEqual([1000, 2]);
    expect(lastOf(pointsOf(null))).toBeNull();
  });

  it('loses no sample and invents none', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        expect(stretchesOf(points).flat()).toEqual(points.filter(([, value]) => value !== null));
        expect(gapsOf(points).length).toBe(Math.max(0, stretchesOf(points).length - 1));
      }),
    );
  });

  it('keeps every value on the scale', () => {
    fc.assert(
      fc.property(anyPoints, fc.double({ min: -1e6, max: 1e6, noNaN: true }), (points, limit) => {
        const [low, high] = scaleOf(points, limit);
        for (const [, value] of points) if (value !== null) expect(value >= low && value <= high).toBe(true);
        if (limitInSight(points, limit)) expect(limit >= low && limit <= high).toBe(true);
      }),
    );
  });

  it('draws no time that has not come: a lone sample is the end of its day, and what is asked for stands', { tags: ['T-8'] }, () => {
    const at = Date.parse('2026-11-28T00:00:00Z');
    expect(windowOf([[at, 100]])).toEqual([at - 86_400_000, at]);
    expect(windowOf([[at, 100]], { from: at - 5, until: at + 5 })).toEqual([at - 5, at + 5]);
    expect(windowOf(pointsOf(1, 2, null))).toEqual([0, 2000]);
    fc.assert(
      fc.property(anyPoints, (points) => {
        const [from, until] = windowOf(points);
        expect(from < until).toBe(true);
        expect(until).toBe(points.at(-1)?.[0] ?? 0);
      }),
    );
  });

  it('keeps every value, limit and bound on the scale of a large chart, and labels nothing that cannot be', () => {
    expect(rangeOf(pointsOf(100), { within: [0, 100] })).toEqual([92, 100]);
    expect(rangeOf(pointsOf(0), { within: [0, 100] })).toEqual([0, 0.08]);
    expect(axisMarks(...rangeOf(pointsOf(100), { within: [0, 100] })).at(-1)).toBe(100);
    expect(rangeOf(pointsOf(3, 5), { fromZero: true, limit: { value: 10 } })).toEqual([0, 10.8]);
    fc.assert(
      fc.property(anyPoints, fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.boolean(), (points, value, fromZero) => {
        const [low, high] = rangeOf(points, { limit: { value }, fromZero, within: [0, 100] });
        expect(low < high).toBe(true);
        for (const shown of [value, ...points.map(([, each]) => each)])
          if (shown !== null) expect(shown >= low && shown <= high).toBe(true);
      }),
    );
  });

  it('draws a limit near the values and writes one far off', () => {
    expect(limitInSight(pointsOf(97.6, 98.9), 95)).toBe(true);
    expect(limitInSight(pointsOf(0.0006, 0.0008), 24)).toBe(false);
    expect(limitInSight([], 5)).toBe(false);
  });

  it('tells since when a limit is crossed', () => {
    expect(crossedSince(pointsOf(1, 6, 2, 6, 7), 5, 'above')).toBe(3000);
    expect(crossedSince(pointsOf(1, 6, 2), 5, 'above')).toBeNull();
    expect(crossedSince(pointsOf(96, 94), 95, 'below')).toBe(1000);
  });

  it('writes at most three round numbers on the left, all in sight', () => {
    expect(axisMarks(0, 13.2)).toEqual([0, 5, 10]);
    expect(axisMarks(0, 5.4)).toEqual([0, 2, 4]);
    fc.assert(
      fc.property(fc.double({ min: -1e5, max: 1e5, noNaN: true }), fc.double({ min: 0.001, max: 1e5, noNaN: true }), (low, span) => {
        const marks = axisMarks(low, low + span);
        expect(marks.length).toBeLessThanOrEqual(3);
        for (const mark of marks) expect(mark >= low - span * 1e-6 && mark <= low + span * (1 + 1e-6)).toBe(true);
      }),
    );
  });

  it('says in words what is drawn', () => {
    const words = describeSeries({
      title: 'Lag',
      points: pointsOf(1, null, 6),
      format: (value) => `${value} min`,
      time: (at) => `${at / 1000} s`,
      limit: { value: 5, label: 'SLO 5 min' },
    });
    expect(words).toBe(
      'Lag, 0 s to 2 s: from 1 min to 6 min, lowest 1 min, highest 6 min. SLO 5 min, crossed since 2 s. No data from 1 s to 2 s.',
    );
    expect(describeSeries({ title: 'Lag', points: pointsOf(null), format: String, time: String })).toBe('Lag: no data.');
  });
});
