import { screenHref } from '../../domain/screens/link.ts';
import { ArrowRight, ChevronRight, Shield } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { type Person, usePerson } from '../../bridge/acts/useMay.ts';
import { consoleRoleLabels } from '../../domain/accounts/access.ts';
import { formatLatency } from '../../domain/format.ts';
import { isLatencyBreach } from '../../domain/operations/kpiStatus.ts';
import { boundsOf, kpiThresholds } from '../../domain/operations/thresholds.ts';
import { isLost, isOutdated } from '../../domain/freshness/freshness.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { useMedia } from '../../ui/overlay/useMedia.ts';
import { Column, Columns, Page, Stack } from '../../ui/page/Page.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';
import { ConfidencePanel } from './ConfidencePanel.tsx';
import { DgnPanel } from './DgnPanel.tsx';
import { ExecutiveSummary } from './ExecutiveSummary.tsx';
import { ActivityPanel, NotificationsPanel } from './FeedPanels.tsx';
import { KpiStrip } from './KpiStrip.tsx';
import { attentionOf, welcome } from './model.ts';
import { worstFreshness } from '../../domain/freshness/worstFreshness.ts';
import { pipelineTile } from './platformModel.ts';
import { QuickActions } from './QuickActions.tsx';
import { type Overview, useOverview } from './queries.ts';
import { type SkinRow, type SkinSpec, type SlotId, standardSkin } from './skin.ts';
import { SystemHealth } from './SystemHealth.tsx';
import { quickActions } from './ways.ts';
import './overview.css';
import './overviewPanels.css';

/** Props of every slot: the data, the viewer, and the skin's headings. */
export interface SlotProps {
  readonly overview: Overview;
  readonly person: Person;
  readonly words: SkinSpec['words'];
  readonly phone: boolean;
}

/** What needs attention now, above everything else (C-12, C-83). */
function Attention({ overview: { letters, kpis, now }, phone }: SlotProps) {
  const zone = useZone();
  const serverNow = useNow(60_000);
  const attention = attentionOf(letters.value ?? [], { now, serverNow, zone, freshness: letters.freshness, unread: letters.unread });
  const latency = kpis.value?.avgLatency;
  return (
    <>
      {/* As high as the banner that may follow: nothing moves if it appears, and the page closes up once if not. */}
      {letters.state === 'loading' && letters.value === null && (
        <div className="uk-banner overview-awaited" aria-hidden="true">
          <Skeleton w="60%" h={14} />
        </div>
      )}
      {attention !== null && (
        <Banner
          tone="warn"
          lead="Needs Attention:"
          detail={attention.detail}
          age={<FreshnessChip value={letters.freshness} />}
          action={
            phone ? (
              <Link href={screenHref('dlq')} className="uk-icon-btn" aria-label="Review queue">
                <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
              </Link>
            ) : (
              <Link href={screenHref('dlq')} asChild>
                <LinkButton kind="ghost" size="sm" iconEnd={ArrowRight}>
                  Review queue
                </LinkButton>
              </Link>
            )
          }
        >
          {attention.words}
        </Banner>
      )}
      {latency !== undefined && isLatencyBreach(latency) && !isLost(kpis.freshness) && (
        <Banner tone="bad" lead="Latency breach:" age={<FreshnessChip value={kpis.freshness} />}>
          p95 is {formatLatency(latency.p95, boundsOf(kpiThresholds.latencyP95))}, above the limit of {kpiThresholds.latencyP95.limit} h.
        </Banner>
      )}
    </>
  );
}

// Phones only; wide windows do not load it.
const { Part: HealthRows } = lazyPart(() => import('./HealthRows.tsx').then(({ HealthRows: component }) => component));

/** Slot components by name; slots that a skin does not use may be missing. */
export type Slots = Readonly<Partial<Record<SlotId, ComponentType<SlotProps>>>>;

const commonSlots: Slots = {
  attention: Attention,
  summary: ({ overview, words }) => <ExecutiveSummary overview={overview} title={words.summary} />,
  strip: ({ overview }) => <KpiStrip kpis={overview.kpis} now={overview.now} />,
  health: ({ overview, person, words }) => <SystemHealth overview={overview} held={person.permissions} title={words.health} />,
  healthRows: ({ overview, person, words }) => (
    <HealthRows
      overview={overview}
      held={person.permissions}
      title={words.health}
      waiting={<div className="uk-card overview-rows-wait" aria-busy="true" />}
      onMissing={() => undefined}
    />
  ),
  dgn: ({ overview, person }) => <DgnPanel refinance={overview.refinance} held={person.permissions} />,
  activity: ({ overview, person }) => <ActivityPanel activities={overview.activities} held={person.permissions} />,
  notifications: ({ overview, person }) => <NotificationsPanel notifications={overview.notifications} held={person.permissions} />,
  confidence: ({ overview }) => <ConfidencePanel confidence={overview.confidence} />,
  quick: ({ person }) => <QuickActions actions={quickActions(person.active, person.permissions)} />,
};

const { Part: HeadActions } = lazyPart(() => import('./HeadActions.tsx').then(({ HeadActions: component }) => component));

function PageOf({ person, skin, slots }: { readonly person: Person; readonly skin: SkinSpec; readonly slots: Slots }) {
  const overview = useOverview(person.permissions);
  const phone = useMedia('(max-width: 37.4375em)');
  const { stages, letters } = overview;
  const alerts =
    stages.value === null || stages.value.length === 0 || isOutdated(stages.freshness)
      ? null
      : pipelineTile(stages.value, stages.freshness).alerts;
  const waiting = letters.value === null || isOutdated(letters.freshness) ? null : letters.value.length + letters.unread;
  // C-15: the portfolio summary needs a permission.
  const shown = (ids: readonly SlotId[]): readonly SlotId[] =>
    ids.filter((id) => id !== 'dgn' || person.permissions.has('view:dgn_summary'));
  const slot = (id: SlotId) => {
    const Slot = slots[id] ?? commonSlots[id];
    return Slot === undefined ? null : <Slot key={id} overview={overview} person={person} words={skin.words} phone={phone} />;
  };
  const row = (each: SkinRow) => {
    if (typeof each === 'string') return shown([each]).map(slot);
    if ('last' in each)
      return (
        <div className="overview-last" key="last">
          {each.last.map((cell) =>
            typeof cell === 'string' ? (
              slot(cell)
            ) : (
              <div className="overview-side" key={cell[0]}>
                {cell.map(slot)}
              </div>
            ),
          )}
        </div>
      );
    const ids = shown(each.columns);
    return (
      <Columns key={each.columns.join()}>
        {ids.map((id) => (
          <Column key={id} span={ids.length === 1 ? 12 : 6}>
            {slot(id)}
          </Column>
        ))}
      </Columns>
    );
  };
  const role = (
    <Tag size="lg" icon={<Shield size={14} strokeWidth={1.75} aria-hidden="true" />}>
      {consoleRoleLabels[person.active]}
    </Tag>
  );
  return (
    <Page
      title={skin.title}
      lead={
        <span className="overview-lead">
          {welcome(person.name, { alerts, letters: waiting })}
          {(alerts ?? 0) + (waiting ?? 0) > 0 && (
            <FreshnessChip
              value={worstFreshness([...(alerts === null ? [] : [stages.freshness]), ...(waiting === null ? [] : [letters.freshness])])}
            />
          )}
        </span>
      }
      actions={
        <>
          {!phone && role}
          <HeadActions person={person} acts={skin.head} onMissing={() => undefined} />
        </>
      }
    >
      <Stack>{(phone ? skin.phone : skin.wide).map(row)}</Stack>
    </Page>
  );
}

/** The overview as a skin lays it out: attention, figures, platform state and activity (C-12 to C-22). */
export function OverviewPage({ skin, slots = {} }: { readonly skin: SkinSpec; readonly slots?: Slots }) {
  const person = usePerson();
  return person === null ? null : <PageOf person={person} skin={skin} slots={slots} />;
}

/** The overview (C-11 to C-22). */
export function OverviewScreen() {
  return <OverviewPage skin={standardSkin} />;
}
