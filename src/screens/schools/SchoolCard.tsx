import { useId } from 'react';
import type { FreshnessState } from '../../domain/freshness.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Meter } from '../../ui/panel/Meter.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { SchoolView } from './model.ts';

/** One school: whether it performs, its two limits, its kitchen and its financing (C-32). */
export function SchoolCard({ view, freshness }: { readonly view: SchoolView; readonly freshness: FreshnessState }) {
  const id = useId();
  const isStale = freshness.kind === 'stale';
  const said = (word: string) => (isStale ? `Was ${word.toLowerCase()}` : word);
  return (
    <Card as="article" className="school-card" labelledBy={id}>
      <div className="school-top">
        <div>
          <h2 id={id}>{view.name}</h2>
          <span className="uk-small uk-fg3">{view.location}</span>
        </div>
        <StatusBadge status={view.performing ? 'ok' : 'warn'} was={isStale}>
          {said(view.standing)}
        </StatusBadge>
      </div>
      <dl className="school-numbers">
        <Share name="Fuel savings" {...view.fuelSavings} max={40} />
        <Share name="Uptime" {...view.uptime} max={100} />
      </dl>
      <p className="uk-small uk-fg2 school-missed">{view.missed ?? 'Both limits are held.'}</p>
      <KeyValueList items={[...view.facts]} />
      <div className="school-states">
        <StatusBadge status={view.sensors.look} was={isStale}>
          {said(view.sensors.word)}
        </StatusBadge>
        {view.payment !== null && (
          <StatusBadge status={view.payment.look} was={isStale}>
            {said(`Payment ${view.payment.word.toLowerCase()}`)}
          </StatusBadge>
        )}
        {view.dgnEligible !== null && (
          <span className="uk-small uk-fg2">{view.dgnEligible ? 'Eligible for a DGN' : 'Not eligible for a DGN'}</span>
        )}
      </div>
      <div className="school-foot">
        <span className="uk-caption uk-fg3">
          Measured <Time at={view.measuredAt} as="when" zone />
        </span>
        <FreshnessChip value={freshness} />
      </div>
    </Card>
  );
}

function Share({
  name,
  text,
  value,
  limit,
  max,
}: {
  readonly name: string;
  readonly text: string;
  readonly value: number;
  readonly limit: number;
  readonly max: number;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{text}</b>
        <Meter
          value={Math.max(0, Math.min(value, max))}
          max={max}
          limit={limit}
          tone={value >= limit ? 'ok' : 'warn'}
          label={`${name} ${text}, limit ${limit}%`}
        />
        <span className="uk-caption uk-fg3">Limit {limit}%</span>
      </dd>
    </div>
  );
}

/** The boxes of a card while it loads. */
export function SchoolCardSkeleton() {
  return (
    <Card as="div" className="school-card" busy>
      <div className="school-top">
        <Skeleton w={180} h={16} />
        <Skeleton w={90} h={20} />
      </div>
      <div className="school-numbers">
        {[0, 1].map((place) => (
          <div key={place}>
            <Skeleton w={72} h={11} block />
            <Skeleton w={90} h={30} block />
          </div>
        ))}
      </div>
      {[0, 1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} w="100%" h={20} block />
      ))}
    </Card>
  );
}
