import { type ReactNode, useId } from 'react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Glyph } from '../glyphs/Glyph.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';
import { agedAt, claimMarks } from '../status/claimMarks.ts';
import { type Mark, toneOf } from '../status/statuses.ts';
import { Card } from './Card.tsx';
import './stageCard.css';

/** One of the three numbers under the chart. */
export interface StageNumber {
  readonly label: string;
  readonly value: string;
  /** The value is zero: drawn muted. */
  readonly zero?: boolean;
}

interface StageCardProps {
  readonly title: string;
  /** The stage's id in the API. */
  readonly code: string;
  readonly badge: ReactNode;
  readonly lag: string;
  readonly lagUnit: string;
  /** Share of the limit used: '248% of SLO'. */
  readonly share: string;
  readonly breach?: boolean;
  /** Chart, 148 px high. */
  readonly chart: ReactNode;
  readonly numbers: readonly StageNumber[];
  /** A `StageVerdict`. */
  readonly verdict: ReactNode;
  /** 'Last processed 14:26:05'. */
  readonly last: ReactNode;
  readonly freshness: FreshnessState;
}

/** One stage of the pipeline: its lag against its limit (C-27). A breach changes colours, not the layout. */
export function StageCard({
  title,
  code,
  badge,
  lag,
  lagUnit,
  share,
  breach = false,
  chart,
  numbers,
  verdict,
  last,
  freshness,
}: StageCardProps) {
  const id = useId();
  return (
    <Card as="article" at={agedAt(freshness)} className="uk-stage" breach={breach} labelledBy={id}>
      <div className="uk-stage-top">
        <div>
          <h2 id={id}>{title}</h2>
          <span className="uk-mono">{code}</span>
        </div>
        {badge}
      </div>
      <p className="uk-stage-lag">
        <b>
          {lag}
          <small>{lagUnit}</small>
        </b>
        <span>{share}</span>
      </p>
      {chart}
      <dl className="uk-stage-numbers">
        {numbers.map(({ label, value, zero }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-zero={zero === true ? '' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {verdict}
      <div className="uk-stage-foot">
        <span>{last}</span>
        <FreshnessChip about={title} value={freshness} />
      </div>
    </Card>
  );
}

/** Assessment of the lag: headroom, or the percentage over and a suggestion. Its height is fixed. */
export function StageVerdict({
  status,
  title,
  children,
  actions,
}: {
  readonly status: Mark;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div
      className="uk-stage-verdict"
      {...(typeof status !== 'string' && claimMarks(status))}
      data-status={typeof status === 'string' ? status : status.look}
      data-tone={toneOf(status)}
    >
      <h3>
        <Glyph shape={status} />
        {title}
      </h3>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className="uk-actions">{actions}</div>}
    </div>
  );
}

/** Placeholder of a stage card at its height while the stages load. */
export function StageCardSkeleton() {
  return (
    <Card as="div" className="uk-stage" busy>
      <div className="uk-stage-top">
        <div>
          <Skeleton w={112} h={14} block />
          <Skeleton w={96} h={11} />
        </div>
        <Skeleton w={72} h={14} />
      </div>
      <p className="uk-stage-lag">
        <Skeleton w={120} h={36} />
        <Skeleton w={72} h={12} />
      </p>
      <Skeleton w="100%" h={148} />
      <dl className="uk-stage-numbers">
        {[0, 1, 2].map((n) => (
          <div key={n}>
            <dt>
              <Skeleton w={56} h={11} />
            </dt>
            <dd>
              <Skeleton w={36} h={16} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="uk-stage-verdict">
        <Skeleton w={180} h={12} block />
        <Skeleton w="90%" h={11} />
      </div>
      <div className="uk-stage-foot">
        <Skeleton w={112} h={10} />
        <Skeleton w={72} h={10} />
      </div>
    </Card>
  );
}
