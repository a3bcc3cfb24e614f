import { BadgeCheck, SearchX } from 'lucide-react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useOpening } from '../../bridge/address/useOpening.ts';
import { useExport } from '../../bridge/useExport.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import { useHubStatus, useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import type { VerificationStatus } from '../../contracts/verification.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { unsurePeriodLabels } from '../../domain/clock/labels.ts';
import { unreadInSight } from '../../domain/unreadLabels.ts';
import { UnreadLine } from '../../ui/page/UnreadLine.tsx';
import { verificationStates } from '../../domain/operations/platformStates.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Filter } from '../../ui/controls/FilterMenu.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { useClockConfirmed } from '../../ui/time/clock.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { ChainState } from './ChainState.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import type { Period } from './model.ts';
import { useChainVerdict, useHistory } from './queries.ts';
import { RecordDrawer } from './RecordDrawer.tsx';
import { useRange } from '../../ui/table/useRange.ts';
import './verifications.css';
import { formatWhen } from '../../domain/formatTime.ts';
import { useNow, useZone } from '../../ui/time/clock.tsx';

const statuses: readonly VerificationStatus[] = ['verified', 'pending', 'failed', 'disputed'];
const periodOptions: readonly { readonly value: Period; readonly label: string }[] = [
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
];

/** Verification History (C-44, D-9): every verification on this device, whether its chain is intact, and the origin of each. */
export function VerificationsScreen() {
  const sure = useClockConfirmed('business');
  const session = useSessionStatus();
  const tenantId = session.phase === 'signedIn' ? session.user.tenantId : '';
  const [view, show] = useAddress('verifications');
  const opening = useOpening('verifications', view, show);
  const [range, onRange] = useRange();
  const { historyFound } = useHubStatus();
  const list = useHistory(view, range);
  const { verdict, checker, walked } = useChainVerdict(tenantId);
  const now = useNow(60_000);
  const zone = useZone();
  const refreshing = useRefresh(['verifications', 'evidence']);
  const place = view.open === null ? -1 : list.rows.findIndex(({ vrfId }) => vrfId === view.open);
  const neighbour = (step: 1 | -1) => (place < 0 ? null : (list.rows[place + step]?.vrfId ?? null));
  const exports = useExport({
    type: 'verifications',
    title: 'Verifications',
    filter: { search: view.search, status: view.status, siteCode: view.site, from: list.from, sort: view.sort },
    count: list.count,
    freshness: list.freshness,
    unread: list.unread,
    missing:
      list.totalCount !== null && list.totalCount > list.held
        ? `${formatCount(list.held)} of ${plural(list.totalCount, 'record')} are on this device.`
        : null,
    rows: list.every,
  });
  const unfilter = () => show({ search: '', status: null, site: null, period: null });

  return (
    <DrawerLayout>
      <Page
        title="Verification History"
        badge={
          <>
            {list.held > 0 && <span className="uk-fg3">{plural(list.totalCount ?? list.held, 'record')}</span>}
            {list.held > 0 && (
              <ChainState
                tenantId={tenantId}
                verdict={verdict}
                held={{
                  arriving: list.arriving,
                  allHeld: list.allHeld,
                  found: historyFound,
                  ...(walked !== null && { walkedTo: { place: walked.index, when: formatWhen(walked.wholeAt, now, zone) } }),
                }}
              />
            )}
          </>
        }
        actions={
          <>
            <HowComputed screen="verifications" />
            <PageAge freshness={list.freshness} refreshing={refreshing} />
          </>
        }
      >
        <Stack>
          <HistoryFilters list={list} view={view} show={show} />
          {list.state === 'failed' ? (
            <LoadFailed problem={list.problem} refreshing={refreshing} />
          ) : (
            <HistoryTable
              rows={list.rows}
              start={list.start}
              damaged={list.damaged}
              count={list.count}
              loading={list.state === 'loading'}
              sort={view.sort}
              onRange={onRange}
              onSort={(sort) => show({ sort })}
              opening={opening}
              exports={exports}
              empty={<NoRecords list={list} onClear={unfilter} />}
            />
          )}
          {view.period !== null && !sure && <p className="uk-fg2">{unsurePeriodLabels('records')}</p>}
          {list.unread > 0 && <p className="uk-fg2">{unreadInSight(list.unread, 'record')}</p>}
          <UnreadLine unread={0} cameDamaged={list.cameDamaged} />
        </Stack>
      </Page>
      {view.open !== null && (
        <RecordDrawer
          freshness={list.freshness}
          key={view.open}
          vrfId={view.open}
          checker={checker}
          previousId={neighbour(-1)}
          nextId={neighbour(1)}
          onOpen={(open) => show({ open })}
          onClose={() => show({ open: null })}
        />
      )}
    </DrawerLayout>
  );
}

interface HistoryFiltersProps {
  readonly list: ReturnType<typeof useHistory>;
  readonly view: AddressOf<'verifications'>;
  readonly show: (change: Partial<AddressOf<'verifications'>>) => void;
}

function HistoryFilters({ list, view, show }: HistoryFiltersProps) {
  return (
    <Toolbar label="Find verifications">
      <SearchField
        label="Search verifications"
        placeholder="Verification, site or pack"
        value={view.search}
        onChange={(search) => show({ search })}
      />
      <Filter
        label="Status"
        value={view.status}
        all="All statuses"
        options={statuses.map((value) => ({
          value,
          label: verificationStates[value].word,
          ...(list.counts === null ? {} : { hint: formatCount(list.counts[value]) }),
        }))}
        onChange={(status) => show({ status })}
      />
      <Filter
        label="Site"
        value={view.site}
        all="All sites"
        options={siteOptions(list.sites, view.site)}
        onChange={(site) => show({ site })}
      />
      <Filter label="Period" value={view.period} all="Any time" options={periodOptions} onChange={(period) => show({ period })} />
    </Toolbar>
  );
}

/** The stored sites; the one in the address stays listed even if it is not stored. */
function siteOptions(sites: readonly string[], chosen: string | null) {
  const all = chosen === null || sites.includes(chosen) ? sites : [...sites, chosen];
  return all.map((site) => ({ value: site, label: site }));
}

interface NoRecordsProps {
  readonly list: ReturnType<typeof useHistory>;
  readonly onClear: () => void;
}

function NoRecords({ list, onClear }: NoRecordsProps) {
  return list.narrowed ? (
    <EmptyState icon={SearchX} title="No verification matches" action={<Button onClick={onClear}>Clear filters</Button>}>
      {plural(list.held, 'record')} on this device. Verification, site and pack are searched.
    </EmptyState>
  ) : (
    <NothingHeld freshness={list.freshness} icon={BadgeCheck} title="No verifications yet">
      Verified performance of the sites appears here, newest first, each sealed to the one before.
    </NothingHeld>
  );
}
