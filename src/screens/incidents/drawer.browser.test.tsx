import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './incidents.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Incident } from '../../contracts/incident.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { IncidentDrawer } from './IncidentDrawer.tsx';
import { incidentViews } from './model.ts';

const now = Date.parse('2026-11-23T15:10:00Z');
const incident: Incident = {
  id: 'INC-0042',
  severity: 'sev2',
  title: 'Queue lag exceeded 12 minutes',
  description: 'The decision service works slower than it is fed.',
  createdAt: '2026-11-23T05:30:00.000Z',
  affectedServices: ['decision_service'],
  version: 1,
  timeline: [],
};
const stage: PipelineStage = {
  name: 'decision_service',
  status: 'red',
  queueDepth: 342,
  processingRate: 18,
  errorCount: 0,
  lastProcessedAt: '2026-11-23T15:09:00.000Z',
  sloThresholdMinutes: 5,
  currentLagMinutes: 12.4,
  version: 1,
};

function shown(freshness: FreshnessState) {
  const stages = isLost(freshness) ? [] : [stage];
  const [view] = incidentViews({ incidents: [incident], components: [], stages, businessNow: now, origin: 'https://console.example' });
  return (
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
        <IncidentDrawer
          incidentId="INC-0042"
          view={view ?? null}
          loading={false}
          freshness={freshness}
          waiting={[]}
          onClose={() => undefined}
          onRunbook={() => undefined}
        />
      </ClockProvider>
    </UiProvider>
  );
}

it.each([390, 1440])(
  'an open drawer carries its own age, and what it claims follows it, %i px wide',
  { tags: ['T-8', 'D-15'] },
  async (width) => {
    await page.viewport(width, 844);
    const screen = await render(shown({ kind: 'live', at: now - 4_000 }));
    const drawer = page.getByLabelText('Incident INC-0042', { exact: true });
    await expect.element(drawer.getByText('Live · 4 s')).toBeVisible();
    await expect.element(drawer.getByText('Active', { exact: true })).toBeVisible();
    await expect.element(drawer.getByText('Critical now')).toBeVisible();
    await screen.rerender(shown({ kind: 'asOf', at: now - 60_000, why: { kind: 'disconnected' } }));
    await expect.element(drawer.getByText('As of 18:09')).toBeVisible();
    await expect.element(drawer.getByText('Was active', { exact: true })).toBeVisible();
    await expect.element(drawer.getByText('Had been open for')).toBeVisible();
    await expect.element(drawer.getByText(/now$/)).not.toBeInTheDocument();
  },
);
