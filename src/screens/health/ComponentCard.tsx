import { useId } from 'react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { formatMs } from '../../domain/format.ts';
import { formatAge, formatDayTime, formatTime } from '../../domain/formatTime.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { ComponentView } from './model.ts';

interface ComponentCardProps {
  readonly view: ComponentView;
  readonly freshness: FreshnessState;
  readonly lost: boolean;
  readonly window: SeriesWindow;
}

/** One component: state, uptime, p95 with its history, p50 beside it, backup and recovery window. */
export function ComponentCard({ view, freshness, lost, window }: ComponentCardProps) {
  const id = useId();
  const zone = useZone();
  const businessNow = businessNowOf(useHubStatus().simulation, useNow(60_000));
  const isStale = freshness.kind === 'stale';
  const tone = view.state.look === 'bad' ? 'bad' : view.state.look === 'warn' ? 'warn' : 'accent';
  return (
    <Card as="article" className="health-card" labelledBy={id} breach={view.state.look === 'bad' && !isStale}>
      <div className="health-top">
        <div>
          <h2 id={id}>{view.title}</h2>
          <span className="uk-mono uk-fg3">{view.name}</span>
        </div>
        <StatusBadge status={view.state.look} was={isStale}>
          {isStale ? `Was ${view.state.word.toLowerCase()}` : view.state.word}
        </StatusBadge>
      </div>
      <p className="health-uptime">
        <b>{view.uptime}</b>
        <span>uptime, 30 days</span>
      </p>
      <div className="health-chart">
        <p className="health-chart-head">
          <span>p95 latency</span>
          <b>{view.p95}</b>
        </p>
        <Chart
          title={`${view.title} p95 latency`}
          points={view.p95Points}
          format={formatMs}
          tone={tone}
          lost={lost}
          until={businessNow}
          height={168}
          fromZero
          time={(at) => (window === '1h' || window === '24h' ? formatTime(at, zone) : (formatDayTime(at, zone).split(',')[0] ?? ''))}
        />
      </div>
      <div className="health-p50">
        <p>
          <span>p50 latency</span>
          <b>{view.p50}</b>
        </p>
        <Sparkline
          points={view.p50Points}
          tone="accent"
          lost={lost}
          until={businessNow}
          width={132}
          height={36}
          label={`${view.title} p50 latency, now ${view.p50}`}
        />
      </div>
      <dl className="health-facts">
        <div>
          <dt>Last backup</dt>
          <dd>
            {view.lastBackup === null ? (
              <span className="uk-fg3">not reported</span>
            ) : (
              <>
                <Time at={view.lastBackup} as="when" zone />{' '}
                <span className="uk-fg3">{formatAge(businessNow - Date.parse(view.lastBackup))} ago</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Point-in-time recovery</dt>
          <dd>{view.pitr === null ? <span className="uk-fg3">not reported</span> : view.pitr}</dd>
        </div>
      </dl>
      <div className="health-foot">
        <FreshnessChip value={freshness} />
      </div>
    </Card>
  );
}

/** The boxes of a card while it loads. */
export function ComponentCardSkeleton() {
  return (
    <Card as="div" className="health-card" busy>
      <div className="health-top">
        <div>
          <Skeleton w={120} h={14} block />
          <Skeleton w={96} h={11} />
        </div>
        <Skeleton w={72} h={14} />
      </div>
      <p className="health-uptime">
        <Skeleton w={120} h={30} />
      </p>
      <div className="health-chart">
        <p className="health-chart-head">
          <Skeleton w={80} h={12} />
          <Skeleton w={48} h={12} />
        </p>
        <Skeleton w="100%" h={168} />
      </div>
      <div className="health-p50">
        <Skeleton w={96} h={28} />
        <Skeleton w={132} h={36} />
      </div>
      <dl className="health-facts">
        <div>
          <dt>
            <Skeleton w={72} h={11} />
          </dt>
          <dd>
            <Skeleton w={120} h={13} />
          </dd>
        </div>
        <div>
          <dt>
            <Skeleton w={110} h={11} />
          </dt>
          <dd>
            <Skeleton w={80} h={13} />
          </dd>
        </div>
      </dl>
      <div className="health-foot">
        <Skeleton w={72} h={10} />
      </div>
    </Card>
  );
}
