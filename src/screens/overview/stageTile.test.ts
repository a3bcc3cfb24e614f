import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import { stageTile } from './stageTile.ts';

const stage: PipelineStage = {
  name: 'decision_service',
  status: 'red',
  queueDepth: 342,
  processingRate: 28,
  errorCount: 4,
  lastProcessedAt: '2025-11-18T11:00:00Z',
  sloThresholdMinutes: 5,
  currentLagMinutes: 12.4,
  version: 1,
};

it('a stage in breach is so in figure, bar and words', { tags: ['K-10', 'C-61'] }, () => {
  expect(stageTile(stage)).toMatchObject({
    title: 'Decision',
    lag: '12.4',
    breach: true,
    status: 'red',
    note: '342 queued · SLO 5 min',
  });
  expect(stageTile({ ...stage, status: 'green', currentLagMinutes: 5 })).toMatchObject({ breach: false, status: 'green' });
});

it('lag and limit always lie on the scale, the greater one further right', { tags: ['K-10'] }, () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 10_000, noNaN: true }),
      fc.double({ min: 0, max: 10_000, noNaN: true }),
      (currentLagMinutes, sloThresholdMinutes) => {
        const { share, limitShare, breach } = stageTile({ ...stage, currentLagMinutes, sloThresholdMinutes });
        for (const part of [share, limitShare]) expect(part >= 0 && part <= 1).toBe(true);
        expect(breach).toBe(share > limitShare);
      },
    ),
  );
});
