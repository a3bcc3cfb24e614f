import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { formatMs } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import { axisTime } from '../../domain/series/seriesWindows.ts';
import { type FreshnessState, type Halt, isLost } from '../../domain/freshness/freshness.ts';
import type { HistoryState } from '../../domain/freshness/panelState.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { useTall } from '../../ui/overlay/useMedia.ts';
import { DetailCard } from '../../ui/panel/DetailCard.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { componentHealthy } from '../../domain/claims/states.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { type ComponentView, componentChartTone } from './model.ts';

interface ComponentCardProps {
  readonly view: ComponentView;
  readonly freshness: FreshnessState;
  readonly history: HistoryState;
  readonly lost: boolean;
  readonly halt: Halt | null;
  readonly window: SeriesWindow;
}

const notMeasured = <span className="uk-fg3">Not measured</span>;

/** One component: state, uptime, p95 with its history, p50 beside it, backup and recovery window. */
export function ComponentCard({ view, freshness, history, lost, halt, window }: ComponentCardProps) {
  const zone = useZone();
  const tall = useTall();
  const businessNow = businessNowOf(useHubStatus().simulation, useNow(60_000));
  return (
    <DetailCard
      title={view.title}
      sub={<span className="uk-mono">{view.name}</span>}
      badge={<ClaimBadge claim={componentHealthy(view.name, { state: view.status, freshness })} />}
      breach={view.state.look === 'bad' && !isLost(freshness)}
      note={
        view.measured !== null && (
          <>
            Measured <Time at={view.measured.at} as="whenSeconds" zone />, {view.measured.by}
          </>
        )
      }
      freshness={freshness}
    >
      <p className="health-uptime">
        <b>{view.uptime ?? notMeasured}</b>
        <span>uptime, 30 days</span>
      </p>
      <p className="health-chart-head">
        <span>p95 latency</span>
        <b>{view.p95 ?? notMeasured}</b>
      </p>
      <Chart
        title={`${view.title} p95 latency`}
        points={view.p95Points}
        state={history}
        format={formatMs}
        tone={componentChartTone(view, freshness)}
        lost={lost}
        halt={halt}
        until={businessNow}
        height={tall ? 280 : 148}
        fromZero
        time={(at) => axisTime(window, at, zone)}
      />
      <div className="health-p50">
        <p>
          <span>p50 latency</span>
          <b>{view.p50 ?? notMeasured}</b>
        </p>
        <Sparkline
          points={view.p50Points}
          tone="accent"
          lost={lost}
          halted={halt !== null}
          until={businessNow}
          width={132}
          height={36}
          label={`${view.title} p50 latency, now ${view.p50 ?? 'not measured'}`}
        />
      </div>
      <KeyValueList
        items={[
          {
            key: 'Last backup',
            value:
              view.lastBackup === null ? (
                notMeasured
              ) : (
                <>
                  <Time at={view.lastBackup} as="when" zone />{' '}
                  <span className="uk-fg3">{formatAge(businessNow - Date.parse(view.lastBackup))} ago</span>
                </>
              ),
          },
          { key: 'Point-in-time recovery', value: view.pitr ?? notMeasured },
        ]}
      />
    </DetailCard>
  );
}
