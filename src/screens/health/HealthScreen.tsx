import { Activity, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { hub } from '../../bridge/hub.ts';
import { type SeriesWindow, seriesWindows } from '../../contracts/series.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FilterMenu } from '../../ui/controls/FilterMenu.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { ComponentCard, ComponentCardSkeleton } from './ComponentCard.tsx';
import { windowFrom, windowWords } from './model.ts';
import { useHealth } from './queries.ts';
import './health.css';

const windows = Object.keys(seriesWindows) as readonly SeriesWindow[]; // keys of the literal

/** Health Monitor (C-29): the four components, how available and how quick they are, and what could be restored. */
export function HealthScreen() {
  const [params, setParams] = useSearchParams();
  const window = windowFrom(params.get('window'));
  const { state, problem, views, summary, freshness, lost } = useHealth(window);
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    void hub.refresh(['health', `series:${window}`]).finally(() => setBusy(false));
  };
  const isStale = freshness.kind === 'stale';

  return (
    <Page
      title="Health Monitor"
      badge={
        summary !== null && (
          <StatusBadge status={summary.look} was={isStale}>
            {isStale ? `Was ${summary.words}` : summary.words}
          </StatusBadge>
        )
      }
      actions={
        <>
          <FreshnessChip value={freshness} />
          <FilterMenu
            label="History"
            value={window}
            options={windows.map((value) => ({ value, label: windowWords[value] }))}
            onChange={(value) => setParams({ window: value }, { replace: true })}
          />
          <Button icon={RefreshCw} busy={busy} onClick={refresh}>
            Refresh
          </Button>
        </>
      }
    >
      <Stack>
        {summary !== null && (
          <Card as="div" className="health-strip">
            <NumberStrip
              items={[
                { value: summary.lowestUptime, label: 'lowest uptime, 30 days' },
                { value: summary.slowestP95, label: `slowest p95, ${summary.slowest}` },
              ]}
            />
          </Card>
        )}
        {state === 'failed' && (
          <ErrorPanel
            onRetry={refresh}
            busy={busy}
            message={problem?.message ?? 'An error occurred while loading this content.'}
            stillWorks="The menus and the other pages still work."
            {...(problem?.correlationId === undefined ? {} : { correlationId: problem.correlationId })}
          />
        )}
        {state === 'empty' && (
          <Card as="div">
            <EmptyState
              icon={Activity}
              title="No health data available"
              action={
                <Button icon={RefreshCw} busy={busy} onClick={refresh}>
                  Refresh
                </Button>
              }
            >
              The components of the platform appear here with their status, uptime and latency once they report.
            </EmptyState>
          </Card>
        )}
        <div className="health-grid" aria-busy={state === 'loading'}>
          {state === 'loading' && [0, 1, 2, 3].map((place) => <ComponentCardSkeleton key={place} />)}
          {state === 'ready' &&
            views.map((view) => <ComponentCard key={view.name} view={view} freshness={freshness} lost={lost} window={window} />)}
        </div>
      </Stack>
    </Page>
  );
}
