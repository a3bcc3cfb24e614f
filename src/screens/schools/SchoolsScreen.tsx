import { RefreshCw, School } from 'lucide-react';
import { useState } from 'react';
import { hub } from '../../bridge/hub.ts';
import { formatCount } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { useSchools } from './queries.ts';
import { SchoolCard, SchoolCardSkeleton } from './SchoolCard.tsx';
import './schools.css';

/** Schools to Zero (C-32): the programme's totals, and each school against its limits. */
export function SchoolsScreen() {
  const { state, problem, views, totals, freshness } = useSchools();
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    void hub.refresh(['schools']).finally(() => setBusy(false));
  };
  const refreshButton = (
    <Button icon={RefreshCw} busy={busy} onClick={refresh}>
      Refresh
    </Button>
  );
  return (
    <Page
      title="Schools to Zero"
      actions={
        <>
          <FreshnessChip value={freshness} />
          {refreshButton}
        </>
      }
    >
      <Stack>
        {totals !== null && (
          <Card>
            <NumberStrip
              items={[
                { value: `${formatCount(totals.performing)} of ${formatCount(totals.schoolsServed)}`, label: 'schools performing' },
                { value: totals.savings, label: 'saved on fuel' },
                { value: totals.emissionReductions, label: 'CO2e reduced' },
                { value: totals.carbonCredits, label: 'carbon credits' },
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
            <EmptyState icon={School} title="No schools in the programme" action={refreshButton}>
              Schools appear here with their kitchens and their financing once their first readings are verified.
            </EmptyState>
          </Card>
        )}
        <div className="school-grid" aria-busy={state === 'loading'}>
          {state === 'loading' && [0, 1].map((place) => <SchoolCardSkeleton key={place} />)}
          {state === 'ready' && views.map((view) => <SchoolCard key={view.id} view={view} freshness={freshness} />)}
        </div>
      </Stack>
    </Page>
  );
}
