import { School } from 'lucide-react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { LoadedPage } from '../../ui/page/LoadedPage.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { NumberStrip, NumberStripSkeleton } from '../../ui/panel/NumberStrip.tsx';
import { nothingMeasured, type SchoolTotals, shownSchools } from './model.ts';
import { useSchools } from './queries.ts';
import { SchoolCard } from './SchoolCard.tsx';
import './schools.css';

type Standing = NonNullable<AddressOf<'schools'>['standing']> | 'all';
const standings: readonly { readonly value: Standing; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'performing', label: 'Performing' },
  { value: 'below', label: 'Below Target' },
];

/** Schools to Zero (C-32): the programme's totals, and each school against its limits. */
export function SchoolsScreen() {
  const [address, show] = useAddress('schools');
  const { frame, views, measured, totals } = useSchools();
  const refreshing = useRefresh(['schools', 'verifications']);
  const shown = shownSchools(views, address);
  return (
    <LoadedPage
      title="Schools to Zero"
      badge={views.length > 0 && <span className="uk-fg3">{plural(views.length, 'school')}</span>}
      actions={
        <>
          {views.length > 0 && (
            <SegmentedControl
              label="Standing"
              value={address.standing ?? 'all'}
              options={standings}
              onChange={(chosen) => show({ standing: chosen === 'all' ? null : chosen })}
            />
          )}
          <HowComputed screen="schools" />
        </>
      }
      frame={frame}
      refreshing={refreshing}
      empty={{
        icon: School,
        title: 'No schools in the programme',
        text: 'Schools appear here with their kitchens and their financing once their first readings are verified.',
      }}
      skeleton={<SchoolsSkeleton />}
      what="school"
    >
      {() => (
        <>
          {totals !== null && <Totals totals={totals} />}
          {shown.length === 0 ? (
            <Card as="div">
              <EmptyState
                icon={School}
                title={address.standing === 'below' ? 'No school is below its target' : 'No school is performing'}
                action={<Button onClick={() => show({ standing: null })}>Show all</Button>}
              >
                {plural(views.length, 'school')} on this device.
              </EmptyState>
            </Card>
          ) : (
            <DetailGrid busy={false} minPx={420}>
              {shown.map((view) => (
                <SchoolCard
                  key={view.id}
                  view={view}
                  history={(view.siteCode === null ? null : measured?.get(view.siteCode)) ?? nothingMeasured}
                  freshness={frame.freshness}
                />
              ))}
            </DetailGrid>
          )}
        </>
      )}
    </LoadedPage>
  );
}

function Totals({ totals }: { readonly totals: SchoolTotals }) {
  return (
    <Card>
      <NumberStrip
        items={[
          { value: `${totals.performing} of ${totals.schoolsServed}`, label: 'schools performing' },
          { value: totals.savings, label: `saved on fuel${totals.savingsNote === '' ? '' : ', simulated'}` },
          { value: totals.emissionReductions, label: 'CO2e reduced' },
          { value: totals.carbonCredits, label: 'carbon credits' },
        ]}
      />
    </Card>
  );
}

/** Skeleton of totals and cards. */
function SchoolsSkeleton() {
  return (
    <>
      <Card as="div">
        <NumberStripSkeleton count={4} />
      </Card>
      <DetailGrid busy minPx={420}>
        {[0, 1].map((place) => (
          <DetailCardSkeleton key={place} chart={104} lines={8} />
        ))}
      </DetailGrid>
    </>
  );
}
