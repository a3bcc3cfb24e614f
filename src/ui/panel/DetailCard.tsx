import { type ReactNode, useId } from 'react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { agedAt } from '../status/claimMarks.ts';
import { FreshnessChip } from '../status/FreshnessChip.tsx';
import { Card } from './Card.tsx';
import './detail.css';

interface DetailCardProps {
  readonly title: string;
  /** Below the title: an id or a place. */
  readonly sub: ReactNode;
  readonly badge: ReactNode;
  readonly breach?: boolean;
  /** Left side of the footer; the age is on the right. */
  readonly note?: ReactNode;
  readonly freshness: FreshnessState;
  readonly children: ReactNode;
}

/** One item with its state, figures and facts: a component, an agent, a school. */
export function DetailCard({ title, sub, badge, breach = false, note, freshness, children }: DetailCardProps) {
  const id = useId();
  return (
    <Card as="article" at={agedAt(freshness)} className="uk-detail" labelledBy={id} breach={breach}>
      <div className="uk-detail-top">
        <div>
          <h2 id={id}>{title}</h2>
          <span className="uk-detail-sub">{sub}</span>
        </div>
        {badge}
      </div>
      {children}
      <div className="uk-detail-foot">
        <span>{note}</span>
        <FreshnessChip about={title} value={freshness} />
      </div>
    </Card>
  );
}

/** Two or three figures side by side, each with a meter or other detail below it. */
export function DetailFigures({
  items,
}: {
  readonly items: readonly { readonly label: string; readonly value: string; readonly children?: ReactNode }[];
}) {
  return (
    <dl className="uk-detail-figures">
      {items.map(({ label, value, children }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            {children}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Cards side by side, as many as fit at this minimum width. */
export function DetailGrid({
  busy,
  minPx,
  children,
}: {
  readonly busy: boolean;
  readonly minPx: 260 | 320 | 420;
  readonly children: ReactNode;
}) {
  return (
    <div className="uk-detail-grid" data-min={minPx} aria-busy={busy}>
      {children}
    </div>
  );
}

/** Skeleton of a card: two figures, a chart of `chart` px if not 0, and `lines` lines. */
export function DetailCardSkeleton({ chart = 0, lines }: { readonly chart?: number; readonly lines: number }) {
  return (
    <Card as="div" className="uk-detail" busy>
      <div className="uk-detail-top">
        <div>
          <Skeleton w={132} h={14} block />
          <Skeleton w={96} h={11} />
        </div>
        <Skeleton w={84} h={20} />
      </div>
      <div className="uk-detail-figures">
        {[0, 1].map((place) => (
          <div key={place}>
            <Skeleton w={90} h={11} block />
            <Skeleton w={72} h={26} />
          </div>
        ))}
      </div>
      {chart > 0 && <Skeleton w="100%" h={chart} block />}
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} w="100%" h={17} block />
      ))}
      <div className="uk-detail-foot">
        <span />
        <Skeleton w={72} h={10} />
      </div>
    </Card>
  );
}
