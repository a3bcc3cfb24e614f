import type { WallDashboardId } from '../../contracts/display.ts';
import type { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { SeriesMetric, SeriesWindow } from '../../contracts/series.ts';

/** Answers made for walls: sums and counts where the console itself holds the rows (contracts/wallFigures.ts). */
export type WallFigures = Extract<keyof typeof displayEndpoints, 'wallPayments' | 'wallPortfolios' | 'wallSchools'>;

/**
 * One dashboard of the wall: its title and everything it reads. A display's rights follow from this alone; told.ts decides which members.
 */
export interface WallDashboard {
  readonly title: string;
  /** Its content, for the administrator who composes a playlist. */
  readonly tells: string;
  readonly reads: readonly ResourceKey[];
  /** The answer that it draws in full. */
  readonly figures?: WallFigures;
  /** The histories that it draws; a display gets no other metric and no other window. */
  readonly series?: Readonly<Partial<Record<SeriesWindow, readonly SeriesMetric[]>>>;
}

export const wallDashboards: Readonly<Record<WallDashboardId, WallDashboard>> = {
  operations: {
    title: 'Operations',
    tells: 'Accuracy, latency, automation, dead letters, and the lag of each stage',
    reads: ['kpis', 'pipeline', 'dlq', 'series:24h', 'series:1h'],
    series: {
      '24h': ['kpi.verificationAccuracy', 'kpi.avgLatency', 'kpi.automationRate', 'kpi.dlqItems'],
      '1h': ['kpi.avgLatencyP95', 'kpi.dlqItems'],
    },
  },
  health: {
    title: 'Health',
    tells: 'The four components with uptime and p95',
    reads: ['health', 'series:24h'],
    series: {
      '24h': ['component.api_gateway.p95', 'component.database.p95', 'component.verification_engine.p95', 'component.evidence_storage.p95'],
    },
  },
  incidents: { title: 'Incidents', tells: 'What is open, the worst first, and what was resolved last', reads: [] },
  portfolios: {
    title: 'Portfolios',
    tells: 'The life of Digital Green Notes, recycling, what their signatures came to',
    reads: [],
    figures: 'wallPortfolios',
  },
  payments: {
    title: 'Payments',
    tells: 'Milestone payments paid and pending, completion, what their signatures came to',
    reads: [],
    figures: 'wallPayments',
  },
  schools: { title: 'Schools', tells: 'Programme totals and each school by rule', reads: [], figures: 'wallSchools' },
};

/** Read by every wall: the line of open incidents is under each dashboard, and the worst incident pins its view. */
const onEveryWall: readonly ResourceKey[] = ['incidents'];

/**
 * Everything a display with this playlist reads, each once, in a fixed order: resources, answers made for walls, and the display's own.
 * An unknown dashboard id (from another build, or corrupt) reads nothing: rights are computed for all streams at once, and one display's
 * row must not block the others (G-14).
 */
export function readsOf(playlist: readonly WallDashboardId[]): readonly string[] {
  const named = new Set<unknown>([playlist].flat());
  const chosen = Object.entries<WallDashboard>(wallDashboards).flatMap(([id, dashboard]) => (named.has(id) ? [dashboard] : []));
  return [
    // Added when displays were limited to what they draw (G-17): data stored before that has other reads and is removed (`sameRights`).
    'wall',
    ...new Set([
      ...onEveryWall,
      ...chosen.flatMap(({ reads, figures }): readonly string[] => (figures === undefined ? reads : [...reads, figures])),
    ]),
  ];
}

/** The metrics whose history over the window a display with these reads draws. */
export function seriesDrawn(reads: readonly string[], window: SeriesWindow): ReadonlySet<SeriesMetric> {
  const shown = Object.values<WallDashboard>(wallDashboards).filter((one) => one.reads.every((read) => reads.includes(read)));
  return new Set(shown.flatMap(({ series }) => series?.[window] ?? []));
}
