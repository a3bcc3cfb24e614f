import type { WallDashboardId } from '../../contracts/display.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';

/** One dashboard of the wall: what it is called and all that it reads. What a display may have follows from here alone. */
export interface WallDashboard {
  readonly title: string;
  /** What it tells, for whoever puts a playlist together. */
  readonly tells: string;
  readonly reads: readonly ResourceKey[];
}

export const wallDashboards: Readonly<Record<WallDashboardId, WallDashboard>> = {
  operations: {
    title: 'Operations',
    tells: 'Accuracy, latency, automation, dead letters, and the lag of each stage',
    reads: ['kpis', 'pipeline', 'dlq', 'series:24h', 'series:1h'],
  },
  health: { title: 'Health', tells: 'The four components with uptime and p95', reads: ['health', 'series:24h'] },
  incidents: { title: 'Incidents', tells: 'What is open, the worst first, and what was resolved last', reads: [] },
  portfolios: {
    title: 'Portfolios',
    tells: 'The life of Digital Green Notes, recycling, signatures checked on the display',
    reads: ['refinancePortfolios', 'jwks', 'series:30d'],
  },
  payments: {
    title: 'Payments',
    tells: 'Milestone payments paid and pending, completion, signatures checked on the display',
    reads: ['rbfPayments', 'jwks', 'series:30d'],
  },
  schools: { title: 'Schools', tells: 'Programme totals and each school by rule', reads: ['schools'] },
};

/** On every wall, whatever it shows: the line of open incidents stands under each dashboard, and the worst one pins its view. */
const onEveryWall: readonly ResourceKey[] = ['incidents'];

/** All that a display with this playlist reads, each once. */
export function readsOf(playlist: readonly WallDashboardId[]): readonly ResourceKey[] {
  return [...new Set([...onEveryWall, ...playlist.flatMap((id) => wallDashboards[id].reads)])];
}
