import { describe, expect, it } from 'vitest';
import { paymentRow } from '../../../tests/builders/programme.ts';
import { milestoneProgress } from './milestones.ts';

describe('a milestone against its limit', () => {
  it('draws uptime out of 100 and others on a scale that holds both', { tags: ['C-31'] }, () => {
    expect(milestoneProgress(paymentRow().milestone)).toEqual({
      metric: 'Uptime',
      actual: '97.4%',
      limit: '95.0%',
      max: 100,
      reached: true,
    });
    expect(milestoneProgress({ metric: 'emissionReduction', threshold: 1.5, actualPerformance: 1 })).toEqual({
      metric: 'Emission reduction',
      actual: '1.00 t',
      limit: '1.50 t',
      max: 2.25,
      reached: false,
    });
  });

  it('is reached at the limit', { tags: ['C-31'] }, () => {
    expect(milestoneProgress({ metric: 'fuelSavings', threshold: 20, actualPerformance: 20 }).reached).toBe(true);
  });
});
