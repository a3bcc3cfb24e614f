import { href } from '../../domain/screens/address.ts';
import { BadgeCheck, CircleCheck, CircleDashed, Inbox, Workflow } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { cutText, formatNumber, formatPercent } from '../../domain/format.ts';
import { mayFetch } from '../../domain/freshness/resources.ts';
import { stageTitles } from '../../domain/operations/platformStates.ts';
import { lagText, minutesText, sloOf } from '../../domain/operations/slo.ts';
import { isLost, isOutdated } from '../../domain/freshness/freshness.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { FeedList } from '../../ui/panel/FeedList.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { recordDecided } from '../../domain/claims/records.ts';
import { stageHealthy } from '../../domain/claims/states.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { attentionAge, attentionLines, isWholeNow, notKnown } from './attentionModel.ts';
import { ConfidencePanel } from './ConfidencePanel.tsx';
import type { SlotProps } from './OverviewScreen.tsx';
import { PanelContent } from './PanelContent.tsx';
import type { Resource } from './queries.ts';
import { useRecentVerifications } from './variantQueries.ts';
import { WayLink } from './WayLink.tsx';
import { wayTo } from './ways.ts';

const bars = (count: number) => (
  <div className="overview-waiting">
    {Array.from({ length: count }, (_, line) => (
      <Skeleton key={line} w="100%" h={14} />
    ))}
  </div>
);
/** The value, or null once it is outdated. */
const known = <T,>({ value, freshness }: Resource<T>): T | null => (isOutdated(freshness) ? null : value);

/** The smart overview's attention list (I-8). */
export function AttentionList({ overview, person }: SlotProps) {
  const { letters, stages, components, kpis, notifications, now, onBusinessClock } = overview;
  const { freshness: health } = components;
  const facts = {
    letters: known(letters),
    lettersUnread: isOutdated(letters.freshness) ? 0 : letters.unread,
    stages: known(stages),
    components: known(components),
    componentsAt: health.kind === 'never' || !isLost(health) ? now : Math.min(now, onBusinessClock(health.at)),
    kpis: known(kpis),
    notifications: notifications.value ?? [],
    now,
  };
  const lines = attentionLines(facts, person.permissions);
  const reading = [letters, stages, components].some(({ state }) => state === 'loading');
  const watched = (
    [
      ['pipeline', 'pipeline', stages],
      ['health', 'health', components],
      ['dead letters', 'dlq', letters],
      ['latency', 'kpis', kpis],
      ['notifications', 'notifications', notifications],
    ] as const
  ).map(([name, key, resource]) => ({ name, known: isWholeNow(resource), forbidden: !mayFetch(key, person.permissions) }));
  const unknown = notKnown(watched);
  return (
    <Panel
      title="Attention Required"
      freshness={attentionAge(overview)}
      aside={lines.length > 0 && <span className="uk-count overview-count">{lines.length}</span>}
    >
      {lines.length > 0 && <FeedList label="Attention Required" Link={Link} items={lines} />}
      {lines.length > 0 && !reading && unknown !== null && <p className="overview-note uk-small uk-fg2">Not known now: {unknown}.</p>}
      {lines.length === 0 && reading && bars(3)}
      {lines.length === 0 && !reading && unknown !== null && (
        <EmptyState icon={CircleDashed} title="Not known now">
          It is not known whether anything needs attention: {unknown} could not be read or is out of date.
        </EmptyState>
      )}
      {lines.length === 0 && !reading && unknown === null && (
        <EmptyState icon={CircleCheck} title="Nothing needs attention">
          Breaches, dead letters and warnings are shown here.
        </EmptyState>
      )}
    </Panel>
  );
}

/** The pipeline's stages, each with its lag and limit (C-23). */
export function PipelineTable({ overview: { stages }, person }: SlotProps) {
  const current = !isLost(stages.freshness);
  return (
    <Panel
      title="Pipeline"
      freshness={stages.freshness}
      footer={<WayLink way={wayTo(href('pipeline'), person.permissions)}>Open the Pipeline Monitor</WayLink>}
    >
      <PanelContent
        resource={stages}
        skeleton={bars(4)}
        empty={{ icon: Workflow, title: 'No pipeline data available', text: 'The stages are shown here once the platform reports them.' }}
      >
        {(value) => (
          <PlainTable
            label="Pipeline stages"
            edgeless
            stacksUnder="stage"
            heads={[
              { id: 'stage', label: 'Stage' },
              { id: 'status', label: 'Status' },
              { id: 'queue', label: 'Queue', align: 'end' },
              { id: 'lag', label: 'Lag / limit, min', align: 'end' },
            ]}
            rows={value.map((stage) => {
              const breach = sloOf(stage).breach && current;
              return {
                id: stage.name,
                cells: [
                  stageTitles[stage.name],
                  <ClaimBadge key="status" claim={stageHealthy(stage.name, { state: stage.status, freshness: stages.freshness })} />,
                  formatNumber(stage.queueDepth, 0),
                  <span key="lag" className={breach ? 'overview-breach' : undefined}>
                    {lagText(stage)} / {minutesText(stage.sloThresholdMinutes)}
                  </span>,
                ],
              };
            })}
          />
        )}
      </PanelContent>
    </Panel>
  );
}

/** Maximum number of rows on the older dashboard. */
const maxLetters = 5;
const maxVerifications = 3;

/** The newest dead letters (C-23). */
export function QueueTable({ overview: { letters }, person }: SlotProps) {
  return (
    <Panel
      title="Dead Letter Queue"
      freshness={letters.freshness}
      aside={letters.value !== null && <span className="uk-count overview-count">{letters.value.length}</span>}
      footer={<WayLink way={wayTo(href('dlq'), person.permissions)}>Review queue</WayLink>}
    >
      <PanelContent
        resource={letters}
        skeleton={bars(3)}
        empty={{ icon: Inbox, title: 'No failed items', text: 'Items that the pipeline could not process wait here for review.' }}
      >
        {(value) => (
          <PlainTable
            label="Newest dead letters"
            edgeless
            stacksUnder="item"
            heads={[
              { id: 'item', label: 'Item ID' },
              { id: 'error', label: 'Error' },
              { id: 'failed', label: 'Failed', align: 'end' },
            ]}
            rows={value.slice(0, maxLetters).map(({ itemId, errorCode, errorMessage, failedAt }) => ({
              id: itemId,
              cells: [
                <span key="id" className="uk-mono">
                  {itemId}
                </span>,
                <span key="error" title={`${errorCode}: ${errorMessage}`}>
                  {cutText(errorMessage, 50)}
                </span>,
                <Time key="at" at={failedAt} as="when" />,
              ],
            }))}
          />
        )}
      </PanelContent>
    </Panel>
  );
}

/** The three newest verifications (C-23). */
export function RecentVerifications({ person }: SlotProps) {
  const recent = useRecentVerifications(maxVerifications);
  return (
    <Panel
      title="Recent Verifications"
      freshness={recent.freshness}
      footer={<WayLink way={wayTo(href('verifications'), person.permissions)}>Open the Verification History</WayLink>}
    >
      <PanelContent
        resource={recent}
        skeleton={bars(3)}
        empty={{ icon: BadgeCheck, title: 'No verifications yet', text: 'The newest are shown here as they arrive.' }}
      >
        {(value) => (
          <PlainTable
            label="Recent verifications"
            edgeless
            stacksUnder="id"
            heads={[
              { id: 'id', label: 'Verification' },
              { id: 'site', label: 'Site' },
              { id: 'status', label: 'Status' },
              { id: 'confidence', label: 'Confidence', align: 'end' },
              { id: 'at', label: 'Time', align: 'end' },
            ]}
            rows={value.map(({ vrfId, siteCode, siteName = siteCode, status, confidenceScore, timestamp }) => ({
              id: vrfId,
              cells: [
                <Link key="id" className="uk-link uk-mono" href={href('verifications', { open: vrfId })}>
                  {vrfId}
                </Link>,
                siteName,
                <ClaimBadge key="status" claim={recordDecided(vrfId, status)} />,
                formatPercent(confidenceScore * 100, 0),
                <Time key="at" at={timestamp} as="when" />,
              ],
            }))}
          />
        )}
      </PanelContent>
    </Panel>
  );
}

/** The confidence panel with its explanation as a toast (I-8). */
export function ConfidenceWithToast({ overview: { confidence } }: SlotProps) {
  return (
    <ConfidencePanel
      confidence={confidence}
      onExplain={() =>
        toast({
          tone: 'info',
          title: 'System Confidence',
          text: 'An AI-assisted validation confidence score based on data quality, anomaly detection and rule adherence.',
        })
      }
    />
  );
}
