import { Card } from '../../ui/panel/Card.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useZone } from '../../ui/time/clock.tsx';
import { kpiDetails } from './kpiModel.ts';
import type { Overview } from './queries.ts';

/** The exact figures behind the cards, with the funded amount (C-22, C-89). Its empty and error words stand over the cards. */
export function KpiStrip({ kpis, now }: Pick<Overview, 'kpis' | 'now'>) {
  const zone = useZone();
  if (kpis.state === 'failed') return null;
  if (kpis.state === 'loading')
    return (
      <Card as="div" className="overview-strip" busy>
        {[0, 1, 2, 3].map((place) => (
          <div key={place} className="overview-strip-skeleton">
            <Skeleton w={110} h={11} block />
            <Skeleton w={150} h={16} />
          </div>
        ))}
      </Card>
    );
  if (kpis.value === null)
    return (
      <Card as="div" className="overview-strip-empty">
        No KPI data available
      </Card>
    );
  return (
    <Card className="overview-strip" labelledBy="kpi-strip">
      <h2 className="uk-sr" id="kpi-strip">
        Exact figures
      </h2>
      <dl>
        {kpiDetails(kpis.value, { now, zone }).map(({ label, values, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {values.map((value) => (
                <b key={value}>{value}</b>
              ))}
              {note !== null && <span>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
