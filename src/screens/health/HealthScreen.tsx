import { Activity } from 'lucide-react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import { windowNames, windowLabels } from '../../domain/series/seriesWindows.ts';
import { FilterMenu } from '../../ui/controls/FilterMenu.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { RefreshButton } from '../../ui/page/PageAge.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { NumberStrip, NumberStripSkeleton } from '../../ui/panel/NumberStrip.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { HaltedLabels } from '../../ui/status/HaltedLabels.tsx';
import { componentsHealthy } from '../../domain/claims/states.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { ComponentCard } from './ComponentCard.tsx';
import { LatencyPanel } from './LatencyPanel.tsx';
import { useHealth } from './queries.ts';
import './health.css';

/** Health Monitor (C-29): uptime, latency and recoverability of the four components. */
export function HealthScreen() {
  const [{ window }, show] = useAddress('health');
  const panel = useHealth(window);
  const { state, views, summary, freshness, unread, seriesFreshness, seriesState, lost, halt } = panel;
  const refreshing = useRefresh(['health', `series:${window}`]);
  const claim = summary === null ? null : componentsHealthy('health', { ...summary, freshness });

  return (
    <Page
      title="Health Monitor"
      badge={
        summary !== null &&
        claim !== null && (
          <>
            <ClaimBadge claim={claim}>
              {halt !== null && claim.look === 'halted' ? (
                <HaltedLabels halt={halt} />
              ) : isLost(freshness) ? (
                `Was ${summary.words}`
              ) : (
                summary.words
              )}
            </ClaimBadge>
            {summary.simulated && <Tag>Simulated</Tag>}
          </>
        )
      }
      actions={
        <>
          <FreshnessChip value={freshness} />
          <HowComputed screen="health" />
          <FilterMenu
            label="History"
            value={window}
            options={windowNames.map((value) => ({ value, label: windowLabels[value] }))}
            onChange={(value) => show({ window: value })}
          />
          <RefreshButton refreshing={refreshing} />
        </>
      }
    >
      <Stack>
        {summary !== null && (
          <Card as="div">
            <NumberStrip
              items={[
                { value: summary.lowestUptime ?? 'Not measured', label: 'lowest uptime, 30 days' },
                { value: summary.slowestP95?.p95 ?? 'Not measured', label: `slowest p95, ${summary.slowestP95?.of ?? 'no component'}` },
                ...(summary.oldestBackup === null
                  ? []
                  : [{ value: <Time at={summary.oldestBackup.at} as="when" />, label: `oldest backup, ${summary.oldestBackup.of}` }]),
                ...(summary.shortestPitr === null
                  ? []
                  : [{ value: summary.shortestPitr.reach, label: `shortest recovery, ${summary.shortestPitr.of}` }]),
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
          frame={panel}
          refreshing={refreshing}
          what="component"
          empty={{
            icon: Activity,
            title: 'No health data available',
            text: 'The components of the platform appear here with their status, uptime and latency once they report.',
          }}
          skeleton={
            <DetailGrid busy minPx={260}>
              {[0, 1, 2, 3].map((place) => (
                <DetailCardSkeleton key={place} chart={148} lines={3} />
              ))}
            </DetailGrid>
          }
        >
          {() => (
            <>
              <DetailGrid busy={false} minPx={260}>
                {views.map((view) => (
                  <ComponentCard
                    key={view.name}
                    view={view}
                    freshness={freshness}
                    history={seriesState}
                    lost={lost}
                    halt={halt}
                    window={window}
                  />
                ))}
              </DetailGrid>
              <LatencyPanel views={views} window={window} freshness={seriesFreshness} state={seriesState} unread={unread} />
            </>
          )}
        </LoadStates>
      </Stack>
    </Page>
  );
}
