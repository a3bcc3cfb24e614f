import { formatPercent } from '../../domain/format.ts';
import { axisTime } from '../../domain/series/seriesWindows.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { useTall } from '../../ui/overlay/useMedia.ts';
import { useZone } from '../../ui/time/clock.tsx';
import type { SchoolView, MeasuredPoints } from './model.ts';

/** Measurements at a school's site over time, each metric against its limit. */
export function MeasuredHistory({ view, points }: { readonly view: SchoolView; readonly points: MeasuredPoints }) {
  const zone = useZone();
  const height = useTall() ? 220 : 104;
  return (
    <div className="school-history">
      {(
        [
          ['fuelSavings', 'Measured fuel savings'],
          ['uptime', 'Measured uptime'],
        ] as const
      ).map(([metric, title]) => (
        <Chart
          key={metric}
          title={`${view.name}: ${title.toLowerCase()}`}
          points={points[metric]}
          format={(value) => formatPercent(value, 1, [{ direction: 'atLeast', limit: view[metric].limit }])}
          tone={view[metric].value >= view[metric].limit ? 'accent' : 'warn'}
          limit={{ value: view[metric].limit, label: `Target ${view[metric].limit}%`, direction: 'below' }}
          height={height}
          time={(at) => axisTime('30d', at, zone)}
        />
      ))}
    </div>
  );
}
