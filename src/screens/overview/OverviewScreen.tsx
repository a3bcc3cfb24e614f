import { ArrowRight, ChevronRight, Shield } from 'lucide-react';
import { Link } from 'wouter';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import type { LoginRole } from '../../contracts/access.ts';
import type { User } from '../../contracts/session.ts';
import { consoleRoleLabels, consoleRoleOf, permissionsOf } from '../../domain/access.ts';
import { formatLatency } from '../../domain/format.ts';
import { isLatencyBreach } from '../../domain/kpiStatus.ts';
import { kpiThresholds } from '../../domain/thresholds.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useMedia } from '../../ui/overlay/useMedia.ts';
import { Column, Columns, Page, Stack } from '../../ui/page/Page.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { useZone } from '../../ui/time/clock.tsx';
import { ConfidencePanel } from './ConfidencePanel.tsx';
import { DgnPanel } from './DgnPanel.tsx';
import { ExecutiveSummary } from './ExecutiveSummary.tsx';
import { ActivityPanel, NotificationsPanel } from './FeedPanels.tsx';
import { HealthRows } from './HealthRows.tsx';
import { KpiStrip } from './KpiStrip.tsx';
import { attentionOf, isLost, welcome } from './model.ts';
import { pipelineTile } from './platformModel.ts';
import { QuickActions } from './QuickActions.tsx';
import { type Overview, useOverview } from './queries.ts';
import { SystemHealth } from './SystemHealth.tsx';
import { quickActions } from './ways.ts';
import './overview.css';

/** What stands above all else: what needs a hand now (C-12, C-83). */
function Attention({ overview: { letters, kpis, now }, phone }: { readonly overview: Overview; readonly phone: boolean }) {
  const zone = useZone();
  const attention = attentionOf(letters.value ?? [], { now, zone, freshness: letters.freshness });
  const latency = kpis.value?.avgLatency;
  return (
    <>
      {attention !== null && (
        <Banner
          tone="warn"
          lead="Needs Attention:"
          detail={attention.detail}
          action={
            phone ? (
              <Link href="/operations/dlq" className="uk-icon-btn" aria-label="Review queue">
                <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
              </Link>
            ) : (
              <Link href="/operations/dlq" asChild>
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
        <Banner tone="bad" lead="Latency breach:">
          p95 is {formatLatency(latency.p95)}, above the limit of {kpiThresholds.latencyP95.limit} h.
        </Banner>
      )}
    </>
  );
}

function OverviewOf({ user }: { readonly user: User & { readonly role: LoginRole } }) {
  const held = permissionsOf(user.role);
  const role = consoleRoleOf(user.role);
  const overview = useOverview(held);
  const phone = useMedia('(max-width: 599px)');
  const { stages, letters } = overview;
  const alerts = stages.value === null || stages.value.length === 0 || isLost(stages.freshness) ? null : pipelineTile(stages.value).alerts;
  const waiting = letters.value === null || isLost(letters.freshness) ? null : letters.value.length;
  return (
    <Page
      title="Overview"
      lead={welcome(user.name, { alerts, letters: waiting })}
      actions={
        !phone && (
          <Tag size="lg" icon={<Shield size={14} strokeWidth={1.75} aria-hidden="true" />}>
            {consoleRoleLabels[role]}
          </Tag>
        )
      }
    >
      <Stack>
        <Attention overview={overview} phone={phone} />
        <ExecutiveSummary overview={overview} />
        {!phone && <KpiStrip kpis={overview.kpis} now={overview.now} />}
        {phone ? (
          <HealthRows overview={overview} held={held} />
        ) : (
          <Columns>
            <Column span={held.has('view:dgn_summary') ? 6 : 12}>
              <SystemHealth overview={overview} held={held} />
            </Column>
            {held.has('view:dgn_summary') && (
              <Column span={6}>
                <DgnPanel refinance={overview.refinance} held={held} />
              </Column>
            )}
          </Columns>
        )}
        <div className="overview-last">
          <ActivityPanel activities={overview.activities} held={held} />
          <NotificationsPanel notifications={overview.notifications} held={held} />
          <div className="overview-side">
            <ConfidencePanel confidence={overview.confidence} />
            <QuickActions actions={quickActions(role, held)} />
          </div>
        </div>
        {phone && <KpiStrip kpis={overview.kpis} now={overview.now} />}
        {phone && held.has('view:dgn_summary') && <DgnPanel refinance={overview.refinance} held={held} />}
      </Stack>
    </Page>
  );
}

/** The overview: what needs a hand, the figures, the platform, and what happened (C-12 to C-22). */
export function OverviewScreen() {
  const session = useSessionStatus();
  return session.phase === 'signedIn' ? <OverviewOf user={session.user} /> : null;
}
