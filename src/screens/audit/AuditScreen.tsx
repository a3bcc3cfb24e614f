import { FileText, SearchX, ShieldCheck } from 'lucide-react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useOpening } from '../../bridge/address/useOpening.ts';
import { useExport } from '../../bridge/useExport.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import { auditAreaLabels, auditOutcomeLabels } from '../../domain/auditLabels.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { unsurePeriodLabels } from '../../domain/clock/labels.ts';
import { unreadInSight } from '../../domain/unreadLabels.ts';
import { auditOutcomes } from '../../contracts/audit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Filter } from '../../ui/controls/FilterMenu.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { neighboursOf } from '../../ui/overlay/RecordDrawer.tsx';
import { useClockConfirmed } from '../../ui/time/clock.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { type AuditView, openLine, type Period } from './address.ts';
import { AuditDrawer } from './AuditDrawer.tsx';
import { AuditTable } from './AuditTable.tsx';
import { ChainState } from './ChainState.tsx';
import { chainLabels, wholeLabels } from './model.ts';
import { useAudit, useAuditVerdict, useWholeCheck } from './queries.ts';
import { useRange } from '../../ui/table/useRange.ts';
import './audit.css';

const periodOptions: readonly { readonly value: Period; readonly label: string }[] = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
];
const outcomeOptions = auditOutcomes.map((outcome) => ({ value: outcome, label: auditOutcomeLabels[outcome] }));

interface LineFiltersProps {
  readonly view: AuditView;
  readonly show: (change: Partial<AuditView>) => void;
  /** Areas and people that the held lines name. */
  readonly facets: ReturnType<typeof useAudit>['facets'];
}

function LineFilters({ view, show, facets }: LineFiltersProps) {
  // The chosen one stays listed.
  const optionsOf = (values: readonly string[], chosen: string | null, labelOf: (value: string) => string) =>
    (chosen === null || values.includes(chosen) ? values : [...values, chosen]).map((value) => ({ value, label: labelOf(value) }));
  return (
    <>
      <SearchField
        label="Search lines"
        placeholder="Who, action or correlation ID"
        value={view.search}
        onChange={(search) => show({ search })}
      />
      <Filter
        label="Area"
        value={view.area}
        all="All areas"
        options={optionsOf(facets.areas, view.area, auditAreaLabels)}
        onChange={(area) => show({ area })}
      />
      <Filter
        label="Who"
        value={view.actor}
        all="Everybody"
        options={optionsOf(facets.actors, view.actor, (name) => name)}
        onChange={(actor) => show({ actor })}
      />
      <Filter label="Outcome" all="All outcomes" value={view.outcome} options={outcomeOptions} onChange={(outcome) => show({ outcome })} />
      <Filter label="Period" all="Any time" value={view.period} options={periodOptions} onChange={(period) => show({ period })} />
    </>
  );
}

/** Audit Trail (D-27): who changed what, when and from where, and whether the record is intact. */
export function AuditScreen() {
  const sure = useClockConfirmed();
  const session = useSessionStatus();
  const tenantId = session.phase === 'signedIn' ? session.user.tenantId : '';
  const [view, show] = useAddress('audit');
  const line = openLine(view);
  const [range, onRange] = useRange();
  const list = useAudit(view, range);
  const { verdict, backs, checker } = useAuditVerdict(tenantId, list.totalCount);
  const { check, start } = useWholeCheck(tenantId);
  const refreshing = useRefresh(['audit']);
  const total = list.totalCount ?? list.held;
  const exports = useExport({
    type: 'audit_records',
    title: 'Audit lines',
    filter: {
      search: view.search,
      area: view.area,
      actor: view.actor,
      outcome: view.outcome,
      from: list.from,
      sort: view.sort,
    },
    count: list.count,
    freshness: list.freshness,
    unread: list.unread,
    missing: total > list.held ? `${formatCount(list.held)} of ${plural(total, 'line')} are on this device.` : null,
    rows: list.every,
  });
  const opening = useOpening('audit', view, show);
  const open = (place: number) => show({ open: String(place) });
  const unfilter = () => show({ search: '', area: null, actor: null, outcome: null, period: null });
  const ids = list.rows.map(({ chainIndex }) => String(chainIndex));

  return (
    <DrawerLayout>
      <Page
        title="Audit Trail"
        badge={
          list.held > 0 && (
            <>
              <span className="uk-fg3">{plural(total, 'line')}</span>
              <ChainState
                words={chainLabels(tenantId, verdict, { arriving: list.arriving, counted: list.totalCount !== null, backs })}
                onOpen={open}
              />
            </>
          )
        }
        actions={<PageAge freshness={list.freshness} refreshing={refreshing} />}
      >
        <Stack>
          <Toolbar
            label="Find lines"
            end={
              <Button
                icon={ShieldCheck}
                busy={check?.state === 'running'}
                busyText="Checking…"
                onClick={start}
                {...(list.connected ? {} : { disabledReason: 'Reads every line from the platform, which cannot be reached right now.' })}
              >
                Check whole record
              </Button>
            }
          >
            <LineFilters view={view} show={show} facets={list.facets} />
          </Toolbar>
          {check !== null && (
            <p className="audit-whole" role="status">
              <ChainState words={wholeLabels(tenantId, check)} onOpen={open} />
            </p>
          )}
          {list.state === 'failed' ? (
            <LoadFailed problem={list.problem} refreshing={refreshing} />
          ) : (
            <AuditTable
              exports={exports}
              rows={list.rows}
              start={list.start}
              damaged={list.damaged}
              count={list.count}
              loading={list.state === 'loading'}
              sort={view.sort}
              {...(list.held < total
                ? { note: `The newest ${formatCount(list.held)} of ${formatCount(total)} lines are on this device` }
                : {})}
              onRange={onRange}
              onSort={(sort) => show({ sort })}
              opening={opening}
              empty={<NoLines list={list} onClear={unfilter} />}
            />
          )}
          {view.period !== null && !sure && <p className="uk-fg2">{unsurePeriodLabels('lines')}</p>}
          {list.unread > 0 && <p className="uk-fg2">{unreadInSight(list.unread, 'line')}</p>}
        </Stack>
      </Page>
      {line !== null && (
        <AuditDrawer
          freshness={list.freshness}
          key={line}
          place={line}
          checker={checker}
          neighbours={neighboursOf(ids, String(line))}
          onOpen={open}
          onClose={() => show({ open: null })}
        />
      )}
    </DrawerLayout>
  );
}

interface NoLinesProps {
  readonly list: ReturnType<typeof useAudit>;
  readonly onClear: () => void;
}

function NoLines({ list, onClear }: NoLinesProps) {
  return list.narrowed ? (
    <EmptyState icon={SearchX} title="No line matches" action={<Button onClick={onClear}>Clear filters</Button>}>
      {plural(list.held, 'line')} on this device. Who, action, target and correlation ID are searched.
    </EmptyState>
  ) : (
    <NothingHeld freshness={list.freshness} icon={FileText} title="No entries yet">
      Sign-ins, changes and refused calls are recorded here, each line linked to the one before.
    </NothingHeld>
  );
}
