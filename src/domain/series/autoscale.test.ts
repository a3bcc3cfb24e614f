import { describe, expect, it } from 'vitest';
import { suggestAutoscale } from './autoscale.ts';

const stage = (ratio: number, queueDepth = 342, processingRate = 18) => ({
  currentLagMinutes: 8 * ratio,
  sloThresholdMinutes: 8,
  queueDepth,
  processingRate,
});

describe('auto-scale suggestion', () => {
  it.each([
    [3.01, 4, 'critical'],
    [3, 3, 'high'],
    [2.01, 3, 'high'],
    [2, 2, 'high'],
    [1.51, 2, 'high'],
    [1.5, 1, 'medium'],
    [1.01, 1, 'medium'],
  ] as const)('at %d times the limit adds %d workers (%s)', { tags: ['C-85'] }, (ratio, addWorkers, priority) => {
    expect(suggestAutoscale(stage(ratio))).toMatchObject({ addWorkers, priority });
  });

  it('suggests nothing while the limit is held', { tags: ['C-85', 'C-61'] }, () => {
    expect(suggestAutoscale(stage(1))).toBeNull();
  });

  it('estimates the clearing time from depth, rate and added workers, rounded up', { tags: ['C-85'] }, () => {
    // 342 / (18 × (1 + 3)) = 4.75
    expect(suggestAutoscale(stage(2.48))?.clearsInMinutes).toBe(5);
    expect(suggestAutoscale(stage(2.48, 288))?.clearsInMinutes).toBe(4);
    expect(suggestAutoscale(stage(2.48, 289))?.clearsInMinutes).toBe(5);
  });

  it('gives no time where nothing is processed, and 0 for an empty queue', () => {
    expect(suggestAutoscale(stage(2.48, 342, 0))?.clearsInMinutes).toBeNull();
    expect(suggestAutoscale(stage(2.48, 0))?.clearsInMinutes).toBe(0);
  });

  it.each([
    ['zero', 0],
    ['minus zero', -0],
    ['less than zero', -5],
  ])('takes a stage without a limit for the worst, where the limit is sent as %s', { tags: ['M-13', 'C-85'] }, (_, sloThresholdMinutes) => {
    expect(suggestAutoscale({ currentLagMinutes: 1, sloThresholdMinutes, queueDepth: 5, processingRate: 1 })).toEqual({
      addWorkers: 4,
      priority: 'critical',
      clearsInMinutes: 1,
    });
  });
});
