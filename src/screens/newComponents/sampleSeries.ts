import type { Point } from '../../ui/chart/series.ts';

/** A moment on the seed's day; nothing on the page is anybody's. Epoch milliseconds. */
export const sampleNow = Date.parse('2025-11-18T11:26:00.000Z');
const stepMs = 60_000;

/** An hour of a figure that wanders about `middle` by at most `swing`, the same on every visit; with `lift` it climbs over the last third. */
export function sampleSeries(middle: number, swing: number, lift = 0): readonly Point[] {
  return Array.from({ length: 60 }, (_, minute): Point => {
    const wander = 0.6 * Math.sin(minute / 4.7) + 0.4 * Math.sin(minute / 1.9);
    return [sampleNow - (59 - minute) * stepMs, middle + swing * wander + lift * Math.max(0, (minute - 40) / 19)];
  });
}
