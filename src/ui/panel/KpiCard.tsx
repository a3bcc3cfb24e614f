import { type ReactNode, useId } from 'react';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';
import { agedAt, claimMarks } from '../status/claimMarks.ts';
import { type Mark, toneOf } from '../status/statuses.ts';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import { Card } from './Card.tsx';
import './kpi.css';

/** A change from the previous period; `mark` says whether it is good, not its direction. */
export interface KpiTrend {
  readonly direction: 'up' | 'down' | 'stable';
  /** The figure without its sign: '0.6%'. */
  readonly text: string;
  readonly mark: Mark | 'none';
}

interface KpiCardProps {
  readonly title: string;
  readonly value: string;
  readonly unit?: string;
  /** Basis of the figure: '1,228 of 1,247 verified'. */
  readonly basis?: ReactNode;
  /** Status, or the breach warning instead. */
  readonly badge: ReactNode;
  readonly trend?: KpiTrend;
  /** Chart of 144 × 66 px. */
  readonly chart?: ReactNode;
  /** The limit, and its direction if it is off the scale: 'Target 95.00%'. */
  readonly limit?: ReactNode;
  readonly freshness: FreshnessState;
  /**
   * When the figure itself was computed, epoch milliseconds on the business clock (C-40); without it the chip shows when it was last
   * confirmed.
   */
  readonly updatedAt?: number | undefined;
}

const arrows = { up: 'M4 1l3.6 6H.4z', down: 'M4 7L.4 1h7.2z', stable: 'M0 3h8v2H0z' } as const;
const said = { up: 'up', down: 'down', stable: 'stable' } as const;

/** One figure with state, basis, trend, history and age (C-20). 182 px high in every state. */
export function KpiCard({ title, value, unit, basis, badge, trend, chart, limit, freshness, updatedAt }: KpiCardProps) {
  const id = useId();
  const lost = isLost(freshness);
  return (
    <Card as="article" at={agedAt(freshness)} className="uk-kpi" labelledBy={id}>
      <div className="uk-kpi-top" data-lost={lost ? '' : undefined}>
        <h3 id={id}>{title}</h3>
        {badge}
      </div>
      <div className="uk-kpi-main">
        <div>
          <p className="uk-kpi-value">
            {value}
            {unit !== undefined && unit !== '' && <small>{unit}</small>}
          </p>
          <p className="uk-kpi-basis">{basis}</p>
        </div>
        {chart}
      </div>
      <p className="uk-kpi-trend">
        {trend !== undefined && (
          <>
            <b {...trendMarks(trend.mark, lost)}>
              <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
                <path d={arrows[trend.direction]} fill="currentColor" />
              </svg>
              {trend.direction !== 'stable' && <VisuallyHidden>{said[trend.direction]} </VisuallyHidden>}
              {trend.text}
            </b>
            {trend.direction === 'stable' ? 'stable vs last period' : 'vs last period'}
          </>
        )}
      </p>
      <div className="uk-kpi-foot">
        <span title={typeof limit === 'string' ? limit : undefined}>{limit}</span>
        <FreshnessChip about={title} value={freshness} say="updated" updatedAt={updatedAt} />
      </div>
    </Card>
  );
}

const trendMarks = (mark: KpiTrend['mark'], lost: boolean) =>
  mark === 'none' ? {} : { ...(typeof mark !== 'string' && claimMarks(mark)), ...(!lost && { 'data-tone': toneOf(mark) }) };

/** Skeleton of a KPI card, with its exact dimensions. */
export function KpiCardSkeleton() {
  return (
    <Card as="div" className="uk-kpi" busy>
      <div className="uk-kpi-top">
        <Skeleton w={128} h={12} />
        <Skeleton w={72} h={12} />
      </div>
      <div className="uk-kpi-main">
        <div>
          <Skeleton w={112} h={34} block />
          <Skeleton w={136} h={11} />
        </div>
        <div className="uk-kpi-wait">
          <Skeleton w="100%" h="100%" />
        </div>
      </div>
      <div className="uk-kpi-trend">
        <Skeleton w={104} h={11} />
      </div>
      <div className="uk-kpi-foot">
        <Skeleton w={72} h={10} />
        <Skeleton w={112} h={10} />
      </div>
    </Card>
  );
}
