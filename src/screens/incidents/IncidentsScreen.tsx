import { BookOpen, SearchX, ShieldCheck } from 'lucide-react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useOpening } from '../../bridge/address/useOpening.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { useExport } from '../../bridge/useExport.ts';
import { useDecisions } from '../../bridge/acts/useDecisions.ts';
import { useDisabledReason } from '../../bridge/acts/useMay.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { plural } from '../../domain/format.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Filter } from '../../ui/controls/FilterMenu.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { DecisionList } from '../../ui/feedback/DecisionList.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { NumberStrip, NumberStripSkeleton } from '../../ui/panel/NumberStrip.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import type { OrderInAddress } from '../../ui/table/keptOrder.ts';
import { listed } from './listed.ts';
import { EmergencyControls } from './EmergencyControls.tsx';
import { IncidentDrawer } from './IncidentDrawer.tsx';
import { IncidentTable } from './IncidentTable.tsx';
import { type IncidentView, notListedLabels } from './model.ts';
import { KillSwitchDialog } from './KillSwitchDialog.tsx';
import { useIncidents, useKillSwitch } from './queries.ts';
import { RunbookDialog } from './RunbookDialog.tsx';
import { atLeast } from './services.ts';
import { runbookOf, runbooks } from './runbooks.ts';
import { ServicesPanel } from './ServicesPanel.tsx';
import './incidents.css';

const statuses = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'resolved', label: 'Resolved' },
] as const;
const severityOptions = [
  { value: 'sev1', label: 'SEV1' },
  { value: 'sev2', label: 'SEV2' },
  { value: 'sev3', label: 'SEV3' },
] as const;

/** Incident Management (C-37): active and past incidents, their handling, and the kill switch. */
export function IncidentsScreen() {
  const [address, show] = useAddress('incidents');
  const panel = useIncidents();
  const { state, views, banner, freshness, services, standing, totalCount, unread } = panel;
  const notListed = notListedLabels(views.length, totalCount);
  const refreshing = useRefresh(['incidents', 'health', 'pipeline', 'killSwitch']);
  const decisions = useDecisions('incidents');
  const { held, freshness: heldFreshness } = useKillSwitch();
  const releasingDisabledReason = useDisabledReason('action:release_kill_switch');
  const stale = isLost(freshness);
  const found = listed(views, address);
  const { exports, serviceExports } = useExports({ address, count: found.length, notListed, services, freshness, unread });
  const opening = useOpening('incidents', address, show);
  const order: OrderInAddress = { sort: address.sort, onSort: (sort) => show({ sort }) };

  return (
    <DrawerLayout>
      <Page
        title="Incident Management"
        actions={
          <>
            <HowComputed screen="incidents" />
            <PageAge freshness={freshness} refreshing={refreshing} />
          </>
        }
      >
        <Stack>
          {banner !== null && <StateBanner banner={banner} onOpen={() => show({ open: banner.id })} />}
          <DecisionList items={decisions} onTakeBack={(key) => void takeBack(key)} onDismiss={(keys) => void hub.dismissSettled(keys)} />
          {state === 'loading' && (
            <Card as="div">
              <NumberStripSkeleton count={4} />
            </Card>
          )}
          {state === 'ready' && (
            <Card as="div">
              <StandingStrip standing={standing} stale={stale} unread={unread} />
            </Card>
          )}
          <div className="incident-grid">
            <div className="incident-list">
              <IncidentFilters address={address} show={show} />
              <LoadStates
                // The line below says which incidents are not listed.
                frame={{ ...panel, notHeld: 0 }}
                refreshing={refreshing}
                what="incident"
                skeleton={<IncidentTable views={[]} stale={false} loading order={order} exports={exports} opening={opening} />}
                empty={{
                  icon: ShieldCheck,
                  title: 'No incidents',
                  text: 'Incidents appear here when a service misses its objective, and stay listed once they are resolved.',
                }}
              >
                {() =>
                  found.length === 0 ? (
                    <NothingFound count={views.length} notListed={notListed} onClear={() => show(everyIncident)} />
                  ) : (
                    <IncidentTable views={found} stale={stale} loading={false} order={order} exports={exports} opening={opening} />
                  )
                }
              </LoadStates>
              {notListed !== null && <p className="uk-small uk-fg3">{notListed}.</p>}
            </div>
            <div className="incident-side">
              <EmergencyControls
                held={held}
                freshness={heldFreshness}
                disabledReason={releasingDisabledReason}
                onAsk={(control) => show({ control })}
              />
              <RunbooksPanel onOpen={(name) => show({ runbook: name })} />
            </div>
            {(state === 'ready' || (state === 'empty' && services.some((service) => service.state !== null))) && (
              <ServicesPanel
                rows={services}
                freshness={freshness}
                unread={unread}
                allHeld={notListed === null}
                exports={serviceExports}
                onOpen={(incident) => show({ open: incident })}
              />
            )}
          </div>
        </Stack>
      </Page>
      <Overlays {...{ address, show, views, state, freshness, decisions, held, releasingDisabledReason }} />
    </DrawerLayout>
  );
}

interface StateBannerProps {
  readonly banner: NonNullable<ReturnType<typeof useIncidents>['banner']>;
  readonly onOpen: () => void;
}

function StateBanner({ banner, onOpen }: StateBannerProps) {
  return (
    <Banner
      tone={banner.tone}
      lead={banner.lead}
      action={
        <Button size="sm" onClick={onOpen}>
          Open {banner.id}
        </Button>
      }
    >
      {banner.text}
    </Banner>
  );
}

interface OverlaysProps extends IncidentFiltersProps, Pick<ReturnType<typeof useIncidents>, 'views' | 'state' | 'freshness'> {
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly held: ReturnType<typeof useKillSwitch>['held'];
  readonly releasingDisabledReason: string | null;
}

/** What the address opens over the page: an incident, a runbook, the kill switch. */
function Overlays({ address, show, views, state, freshness, decisions, held, releasingDisabledReason }: OverlaysProps) {
  const opened = views.find(({ id }) => id === address.open) ?? null;
  const about = (id: string) =>
    decisions.filter(({ command, unsent }) => unsent && 'incidentId' in command && command.incidentId === id).reverse();
  const runbook = runbookOf(address.runbook);
  return (
    <>
      {address.open !== null && (
        <IncidentDrawer
          incidentId={address.open}
          view={opened}
          loading={state === 'loading'}
          freshness={freshness}
          waiting={about(address.open)}
          onClose={() => show({ open: null })}
          onRunbook={(name) => show({ runbook: name })}
        />
      )}
      {runbook !== null && <RunbookDialog runbook={runbook} onClose={() => show({ runbook: null })} />}
      {address.control !== null && (
        <KillSwitchDialog
          act={address.control}
          held={held}
          disabledReason={releasingDisabledReason}
          onClose={() => show({ control: null })}
        />
      )}
    </>
  );
}

/** The incidents as listed, and all services, for export. */
function useExports({
  address,
  count,
  notListed,
  services,
  freshness,
  unread,
}: Pick<ReturnType<typeof useIncidents>, 'services' | 'freshness' | 'unread'> & {
  readonly address: AddressOf<'incidents'>;
  readonly count: number;
  readonly notListed: string | null;
}) {
  const exports = useExport({
    type: 'incidents',
    title: 'Incidents',
    filter: {
      search: address.search,
      status: address.status === 'all' ? null : address.status,
      severity: address.severity,
      sort: address.sort,
    },
    count,
    freshness,
    unread,
    missing: notListed === null ? null : `${notListed}.`,
    rows: (shown: readonly { readonly view: IncidentView }[]) => shown.map(({ view }) => view.incident),
  });
  const serviceExports = useExport({
    type: 'incident_services',
    title: 'Services',
    filter: {},
    count: services.length,
    freshness,
    unread,
    rows: () => services,
  });
  return { exports, serviceExports };
}

interface IncidentFiltersProps {
  readonly address: AddressOf<'incidents'>;
  readonly show: (change: Partial<AddressOf<'incidents'>>) => void;
}

function IncidentFilters({ address, show }: IncidentFiltersProps) {
  return (
    <Toolbar label="Find incidents">
      <SearchField
        label="Search incidents"
        placeholder="Incident, service or person"
        value={address.search}
        onChange={(search) => show({ search })}
      />
      <SegmentedControl label="State" value={address.status} options={statuses} onChange={(status) => show({ status })} />
      <Filter
        label="Severity"
        value={address.severity}
        all="All severities"
        options={severityOptions}
        onChange={(severity) => show({ severity })}
      />
    </Toolbar>
  );
}

const everyIncident = { search: '', status: 'all', severity: null } as const;

interface NothingFoundProps {
  readonly count: number;
  readonly notListed: string | null;
  readonly onClear: () => void;
}

function NothingFound({ count, notListed, onClear }: NothingFoundProps) {
  return (
    <Card as="div">
      <EmptyState icon={SearchX} title="No incident matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        {notListed ?? `${plural(count, 'incident')} in all`}. Id, title, description, services and acknowledged by are searched.
      </EmptyState>
    </Card>
  );
}

/** How many incidents are active and taken up, and how long they last. */
function StandingStrip({
  standing,
  stale,
  unread,
}: Pick<ReturnType<typeof useIncidents>, 'standing' | 'unread'> & { readonly stale: boolean }) {
  return (
    <NumberStrip
      items={[
        { value: atLeast(standing.active, unread), label: stale ? 'were active when last known' : 'active' },
        { value: atLeast(standing.takenUp, unread), label: stale ? 'were acknowledged when last known' : 'acknowledged' },
        { value: standing.resolved, label: 'resolved in 30 days' },
        { value: standing.median, label: standing.newestOnly ? 'median of the last' : 'median duration' },
      ]}
    />
  );
}

function RunbooksPanel({ onOpen }: { readonly onOpen: (name: (typeof runbooks)[number]['name']) => void }) {
  return (
    <Panel title="Runbooks" note="available offline">
      <ul className="incident-runbooks">
        {runbooks.map(({ name, title }) => (
          <li key={name}>
            <button type="button" onClick={() => onOpen(name)}>
              <BookOpen size={14} strokeWidth={1.75} aria-hidden />
              {title}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

async function takeBack(key: string): Promise<void> {
  const taken = await hub.takeBack([key]);
  if (!taken.ok) toast({ tone: 'bad', title: 'Not cancelled', text: taken.problem.message });
  else if (taken.value.taken === 0) toast({ tone: 'warn', title: 'Not cancelled', text: 'It was already being sent.' });
}
