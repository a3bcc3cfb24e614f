import type { SeriesMetric, SeriesPoint } from '../../contracts/series.ts';
import { formatPercent, formatThousands } from '../../domain/format.ts';
import type { Trend } from '../../ui/chart/TrendPanel.tsx';

/** The metrics of the trend charts. */
export const dgnMetrics = [
  'dgn.receivables',
  'dgn.availableFunding',
  'dgn.recycledCapital',
  'dgn.recyclingRate',
] as const satisfies readonly SeriesMetric[];

/** The four histories; the platform sums money in the tenant's currency, whatever the portfolios' currencies are. */
export function dgnTrends(seriesOf: (metric: SeriesMetric) => readonly SeriesPoint[], currency: string): readonly Trend[] {
  const money = (value: number) => `${currency} ${formatThousands(value)}`;
  return [
    { id: 'receivables', title: 'Receivables', points: seriesOf('dgn.receivables'), format: money },
    { id: 'available', title: 'Available funding', points: seriesOf('dgn.availableFunding'), format: money },
    { id: 'recycled', title: 'Recycled capital', points: seriesOf('dgn.recycledCapital'), format: money },
    { id: 'rate', title: 'Recycling rate', points: seriesOf('dgn.recyclingRate'), format: (value) => formatPercent(value, 1) },
  ];
}
