import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { stageViews } from './model.ts';
import { Stage } from './Stage.tsx';

const now = Date.parse('2025-11-18T11:26:06Z');
const at = Date.parse('2025-11-18T11:02:00Z');
const halt = { at, by: 'Wanjiru Kamande' };
const halted: FreshnessState = { kind: 'halted', ...halt };
const behind: PipelineStage = {
  name: 'decision_service',
  status: 'red',
  queueDepth: 42,
  processingRate: 12,
  errorCount: 3,
  lastProcessedAt: '2025-11-18T11:01:58Z',
  sloThresholdMinutes: 5,
  currentLagMinutes: 12.4,
  version: 3,
};

/** Renders a stage's card, with a lag sample each minute up to the halt. */
async function card(stage: PipelineStage, freshness: FreshnessState) {
  const points = Array.from({ length: 30 }, (_, minute) => [at - (30 - minute) * 60_000, 8 + minute / 10] as [number, number]);
  const [view] = stageViews({
    stages: [stage],
    deadLetters: [],
    seriesOf: () => points,
    historyState: 'ready',
    window: '1h',
    asOf: at,
    zone: 'Africa/Nairobi',
  });
  if (view === undefined) throw new Error('no stage');
  const { container } = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
        <Stage
          stage={view}
          freshness={freshness}
          history="ready"
          lost={false}
          halt={freshness.kind === 'halted' ? halt : null}
          window="1h"
        />
      </ClockProvider>
    </UiProvider>,
  );
  return container;
}

it.each([behind, { ...behind, status: 'green', currentLagMinutes: 3 } as const])(
  'a stage whose work is halted says so in word, shape and tone, since when and by whom, and gives no verdict',
  { tags: ['T-5', 'C-27', 'D-23'] },
  async (stage) => {
    const container = await card(stage, halted);
    const badge = container.querySelector<HTMLElement>('.uk-badge');
    expect([badge?.textContent, badge?.dataset['tone'], badge?.querySelector('svg')?.dataset['glyph']]).toEqual([
      'Halted',
      'idle',
      'halted',
    ]);
    expect(container.textContent).toContain('Halted since 14:02 by Wanjiru Kamande');
    expect(container.querySelector('.uk-fresh')?.textContent).toBe('Halted since 14:02');
    expect(container.querySelector('[data-tone="ok"], [data-tone="bad"], [data-breach]')).toBeNull();
    expect(container.textContent).not.toMatch(/Live|Add \d+ worker|Copy suggestion/);
    // Nothing is processed, so the earlier rate no longer applies.
    expect([...container.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Rate / min')?.nextSibling?.textContent).toBe(
      '–',
    );
    expect(container.querySelector('[role="img"]')?.ariaLabel).toContain('Halted since 14:02.');
  },
);

it('the same stage says nothing of a halt while its work goes on', { tags: ['T-5'] }, async () => {
  const container = await card(behind, { kind: 'live', at: now - 2000 });
  expect(container.textContent).not.toContain('alted');
  expect(container.querySelector('.uk-badge')?.textContent).toBe('Critical');
});
