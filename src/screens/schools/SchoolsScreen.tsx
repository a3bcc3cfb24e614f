import { School } from 'lucide-react';
import { useRefresh } from '../../bridge/useRefresh.ts';
import { formatCount } from '../../domain/format.ts';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge, RefreshButton } from '../../ui/page/PageAge.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { NumberStrip, NumberStripSkeleton } from '../../ui/panel/NumberStrip.tsx';
import { nothingMeasured } from './model.ts';
import { useSchools } from './queries.ts';
import { SchoolCard } from './SchoolCard.tsx';
import './schools.css';

/** Schools to Zero (C-32): the programme's totals, and each school against its limits. */
export function SchoolsScreen() {
  const { state, problem, views, measured, totals, freshness } = useSchools();
  const { busy, refresh } = useRefresh(['schools']);
  return (
    <Page title="Schools to Zero" actions={<PageAge freshness={freshness} busy={busy} onRefresh={refresh} />}>
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
        {state === 'loading' && (
          <Card as="div">
            <NumberStripSkeleton count={4} />
          </Card>
        )}
        <LoadStates
          state={state}
          problem={problem}
          onRetry={refresh}
          busy={busy}
          empty={{
            icon: School,
            title: 'No schools in the programme',
            text: 'Schools appear here with their kitchens and their financing once their first readings are verified.',
            action: <RefreshButton busy={busy} onRefresh={refresh} />,
          }}
          skeleton={
            <DetailGrid busy minPx={420}>
              {[0, 1].map((place) => (
                <DetailCardSkeleton key={place} chart={104} lines={8} />
              ))}
            </DetailGrid>
          }
        >
          {() => (
            <DetailGrid busy={false} minPx={420}>
              {views.map((view) => (
                <SchoolCard key={view.id} view={view} history={measured?.get(view.name) ?? nothingMeasured} freshness={freshness} />
              ))}
            </DetailGrid>
          )}
        </LoadStates>
      </Stack>
    </Page>
  );
}
