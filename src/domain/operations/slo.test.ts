import { describe, expect, it } from 'vitest';
import { sloOf } from './slo.ts';

const at = (currentLagMinutes: number, sloThresholdMinutes: number) => sloOf({ currentLagMinutes, sloThresholdMinutes });

describe('SLO of a stage', () => {
  it('is in breach when the lag exceeds the limit, and not at the limit', { tags: ['C-61'] }, () => {
    expect(at(5, 5).breach).toBe(false);
    expect(at(5.01, 5).breach).toBe(true);
  });

  it('gives percent over and excess minutes on breach', { tags: ['C-27'] }, () => {
    const view = at(12.4, 5);
    expect(view.sharePercent).toBeCloseTo(248);
    expect(view.overPercent).toBeCloseTo(148);
    expect(view.excessMinutes).toBeCloseTo(7.4);
    expect(view.headroomMinutes).toBe(0);
  });

  it('gives headroom while the limit is held', () => {
    const view = at(0.6, 5);
    expect(view.headroomMinutes).toBeCloseTo(4.4);
    expect(view.sharePercent).toBeCloseTo(12);
    expect([view.overPercent, view.excessMinutes]).toEqual([0, 0]);
  });

  it('claims no share of a limit of zero, yet any lag breaks it', () => {
    expect(at(1, 0)).toEqual({ breach: true, sharePercent: null, overPercent: 0, excessMinutes: 1, headroomMinutes: 0 });
  });
});
