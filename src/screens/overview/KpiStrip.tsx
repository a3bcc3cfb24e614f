import { useState } from 'react';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { useZone } from '../../ui/time/clock.tsx';
import { kpiDetails } from './kpiModel.ts';
import type { Overview } from './queries.ts';

const { Part: LimitsDialog } = lazyOverlay(() => import('./LimitsDialog.tsx').then(({ LimitsDialog: component }) => component));

/** The exact figures behind the cards with the funded amount (C-22, C-89), and a link to the limits (D-36). */
export function KpiStrip({ kpis, now }: Pick<Overview, 'kpis' | 'now'>) {
  const zone = useZone();
  const [limits, setLimits] = useState(false);
  if (kpis.state === 'failed' || kpis.state === 'empty') return null; // the cards above show it
  if (kpis.value === null)
    return (
      <Card as="div" className="overview-strip" busy>
        {[0, 1, 2, 3].map((place) => (
          <div key={place}>
            <Skeleton w={140} h={14} />
          </div>
        ))}
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
            </dd>
            {note !== null && <dd className="overview-strip-note">{note}</dd>}
          </div>
        ))}
      </dl>
      <div className="overview-strip-ways">
        <button type="button" className="uk-link" onClick={() => setLimits(true)}>
          What are the limits?
        </button>
        <HowComputed screen="overview" />
      </div>
      {limits && (
        <LimitsDialog
          onClose={() => setLimits(false)}
          onMissing={() => {
            setLimits(false);
            sayPartMissing();
          }}
        />
      )}
    </Card>
  );
}
