import { href } from '../../domain/screens/address.ts';
import { Link } from '../../bridge/address/Link.tsx';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { DetailCard, DetailFigures } from '../../ui/panel/DetailCard.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Meter } from '../../ui/panel/Meter.tsx';
import { limitHeld, schoolPaid, schoolPerforming, sensorsHealthy } from '../../domain/claims/programme.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { FactGroup, MeasuredPoints, SchoolView } from './model.ts';
import { MeasuredHistory } from './MeasuredHistory.tsx';

interface SchoolCardProps {
  readonly view: SchoolView;
  readonly history: MeasuredPoints;
  readonly freshness: FreshnessState;
}

/** One school: whether it performs, its two limits with the measured values, its kitchen and its financing (C-32). */
export function SchoolCard({ view, history, freshness }: SchoolCardProps) {
  return (
    <DetailCard
      title={view.name}
      sub={
        view.siteCode === null ? (
          view.location
        ) : (
          <>
            {view.location} ·{' '}
            <Link className="uk-link uk-mono" href={href('verifications', { site: view.siteCode })}>
              {view.siteCode}
            </Link>
          </>
        )
      }
      badge={<ClaimBadge claim={schoolPerforming(view.id, { performing: view.performing, freshness })} />}
      note={
        view.measuredAt === null ? undefined : (
          <>
            Newest record received <Time at={view.measuredAt} as="when" zone />
          </>
        )
      }
      freshness={freshness}
    >
      <DetailFigures
        items={[
          {
            label: 'Fuel savings',
            value: view.fuelSavings.text,
            children: <Against about={view.id} name="Fuel savings" {...view.fuelSavings} max={40} freshness={freshness} />,
          },
          {
            label: 'Uptime',
            value: view.uptime.text,
            children: <Against about={view.id} name="Uptime" {...view.uptime} max={100} freshness={freshness} />,
          },
        ]}
      />
      <MeasuredHistory view={view} points={history} />
      <p className="uk-small uk-fg2 school-missed">{view.missed ?? 'Meets both targets.'}</p>
      {view.groups.map((group) => (
        <Facts key={group.facts[0]?.key} group={group} />
      ))}
      <div className="school-states">
        <ClaimBadge claim={sensorsHealthy(view.id, { ...view.sensors, freshness })} />
        {view.payment !== null && <ClaimBadge claim={schoolPaid(view.id, { state: view.payment, freshness })} />}
        {view.dgnEligible !== null && (
          <span className="uk-small uk-fg2">{view.dgnEligible ? 'Eligible for a DGN' : 'Not eligible for a DGN'}</span>
        )}
      </div>
    </DetailCard>
  );
}

/** Facts of one source, with the source and its time below. */
function Facts({ group: { facts, reading, source } }: { readonly group: FactGroup }) {
  return (
    <div className="school-facts">
      <KeyValueList items={facts} />
      {(reading !== null || source !== null) && (
        <p className="uk-caption uk-fg3">
          {reading === null ? (
            source
          ) : (
            <>
              {reading.verb} <Time at={reading.at} as="when" zone /> {reading.by}
            </>
          )}
        </p>
      )}
    </div>
  );
}

interface AgainstProps {
  readonly name: string;
  readonly max: number;
  /** Id of the school. */
  readonly about: string;
  readonly freshness: FreshnessState;
}

function Against({ about, name, text, value, limit, known, max, freshness }: SchoolView['uptime'] & AgainstProps) {
  return (
    <>
      <Meter
        value={Math.max(0, Math.min(value, max))}
        max={max}
        limit={limit}
        tone={limitHeld(`${about} ${name.toLowerCase()}`, { known, value, limit, freshness })}
        label={known ? `${name} ${text}, target ${limit}%` : `${name} not measured, target ${limit}%`}
      />
      <span className="uk-caption uk-fg3">Target {limit}%</span>
    </>
  );
}
