import { describe, expect, it } from 'vitest';
import { agreementView, rollingDays } from './agreement.ts';

const dayMs = 86_400_000;
const start = Date.parse('2025-10-20T21:00:00Z');
const day = (place: number, decided: number, agreed: number) => ({ day: new Date(start + place * dayMs).toISOString(), decided, agreed });
const view = (...days: ReturnType<typeof day>[]) => agreementView([{ agentId: 'AGT-RISK', name: 'RiskAgent', days }], 'AGT-RISK');

describe('agreement between predictions and people', { tags: ['C-36', 'D-35'] }, () => {
  it('is counted over seven days at a time, so that a day of two decisions says no more than it can', () => {
    const found = view(...Array.from({ length: 9 }, (_, place) => day(place, 2, place < 7 ? 2 : 1)));
    expect(found?.points.map(([at, percent]) => [(at - start) / dayMs, percent])).toEqual([
      [6, 100],
      [7, (13 / 14) * 100],
      [8, (12 / 14) * 100],
    ]);
    expect(found?.words).toBe('16 of 18 decided, 30 days');
  });

  it('shows a stretch without decisions as a gap, and nothing for an agent of whom none is held', () => {
    const found = view(day(0, 1, 1), day(20, 1, 0));
    const gap = found?.points.filter(([, percent]) => percent === null).length ?? 0;
    expect(gap).toBe(20 - rollingDays);
    expect(found?.points.at(-1)?.[1]).toBe(0);
    expect(agreementView([], 'AGT-RISK')).toBeNull();
    expect(view()).toBeNull();
  });

  it('takes days of 23 and 25 hours for days', () => {
    const found = view(day(0, 1, 1), { day: new Date(start + dayMs + 3_600_000).toISOString(), decided: 1, agreed: 1 });
    expect(found?.points).toHaveLength(1);
    expect(found?.points[0]?.[1]).toBe(100);
  });
});
