import { hub } from '../../bridge/hub.ts';
import { useNotices } from '../../bridge/notices.ts';
import { useHalt } from '../../bridge/useHalt.ts';
import { useConnection, useHubStatus } from '../../bridge/useHubStatus.ts';
import { usePanel } from '../../bridge/usePanel.ts';
import { useServerNow } from '../../bridge/useServerNow.ts';
import { type LiveRead, useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import type { Permission } from '../../contracts/access.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { SeriesMetric } from '../../contracts/series.ts';
import type { CameDamaged } from '../../domain/cameDamaged.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import type { PanelState } from '../../domain/panelState.ts';
import { mayFetch } from '../../domain/resources.ts';
import {
  readActivities,
  readComponents,
  readConfidence,
  readDeadLetters,
  readKpis,
  readRbfSummary,
  readRefinanceSummary,
  readSeries,
  readStages,
} from '../../store/read.ts';
import type { Stored } from '../../store/types.ts';
import { countsVerifications } from './kpiModel.ts';
import { holdsPortfolios } from './platformModel.ts';

/** One resource as a panel needs it: what is held, what to show in its place, how old it is, and the way to try again. */
export interface Resource<T> {
  readonly value: T | null;
  /** Rows that are held and cannot be read (F-25): nothing is claimed of all while there is one. */
  readonly unread: number;
  /** Those of them that the platform gave in no form that can be used. */
  readonly cameDamaged: readonly CameDamaged[];
  readonly state: PanelState;
  readonly problem: Problem | null;
  readonly freshness: FreshnessState;
  readonly retry: () => void;
}

function useResource<Read, T>(
  key: ResourceKey,
  stored: LiveRead<Read>,
  pick: (read: Read) => { readonly value: T; readonly held: number; readonly unread?: number },
): Resource<T> {
  const { value, state, problem, freshness, unread, cameDamaged } = usePanel(key, stored, (read) => {
    const picked = pick(read);
    return { held: picked.held, unread: picked.unread ?? 0 };
  });
  const picked = value === null ? null : pick(value);
  return { value: picked?.value ?? null, unread, cameDamaged, state, problem, freshness, retry: () => void hub.refresh([key]) };
}

const rows = <T>(read: Stored<T>) => ({ value: read.rows, held: read.rows.length, unread: read.corrupt });
/** One answer; as good as none while it has counted nothing: a share of nothing is no 0 %, and off no target. */
const single =
  <T>(hasCounted: (read: T) => boolean) =>
  (read: T | null) =>
    read !== null && hasCounted(read) ? { value: read, held: 1 } : { value: null, held: 0 };

const kpiMetrics = [
  'kpi.verificationAccuracy',
  'kpi.avgLatency',
  'kpi.avgLatencyP95',
  'kpi.automationRate',
  'kpi.dlqItems',
] as const satisfies readonly SeriesMetric[];

const everything = [
  'kpis',
  'health',
  'pipeline',
  'dlq',
  'activity',
  'notifications',
  'confidence',
  'refinanceSummary',
  'rbfSummary',
  'series:24h',
  'series:1h',
] as const satisfies readonly ResourceKey[];

/** KPIs, dead letters and stages with their day: what the overview and the wall both show of what this device holds. */
function useFigures() {
  const serverNow = useServerNow();
  const { simulation } = useHubStatus();
  const day = useStored(() => readSeries(kpiMetrics, '24h'), []);
  const hour = useStored(() => readSeries(kpiMetrics, '1h'), []);
  const connection = useConnection();
  return {
    kpis: useResource('kpis', useStored(readKpis, []), single(countsVerifications)),
    letters: useResource(
      'dlq',
      useStored(() => readDeadLetters(), []),
      rows,
    ),
    stages: useResource('pipeline', useStored(readStages, []), rows),
    day: (metric: SeriesMetric) => day.value?.get(metric) ?? [],
    hour: (metric: SeriesMetric) => hour.value?.get(metric) ?? [],
    /** The clock that business rows are written by. */
    now: businessNowOf(simulation, serverNow),
    /** An instant of the server's clock on that clock. */
    onBusinessClock: (at: number) => businessNowOf(simulation, at),
    lost: connection.state !== 'connected',
    halt: useHalt(),
  };
}

export type Figures = ReturnType<typeof useFigures>;

/** All that the overview shows, as this device holds it. Nothing is asked for that the person may not see. */
export function useOverview(held: ReadonlySet<Permission>) {
  useWanted(everything.filter((key) => mayFetch(key, held)));
  return {
    ...useFigures(),
    components: useResource('health', useStored(readComponents, []), rows),
    activities: useResource(
      'activity',
      useStored(() => readActivities(5), []),
      rows,
    ),
    notifications: useResource('notifications', useNotices(), rows),
    confidence: useResource(
      'confidence',
      useStored(readConfidence, []),
      single(({ sampleSize }) => sampleSize > 0),
    ),
    refinance: useResource('refinanceSummary', useStored(readRefinanceSummary, []), single(holdsPortfolios)),
    rbf: useResource(
      'rbfSummary',
      useStored(readRbfSummary, []),
      single(() => true),
    ),
  };
}

export type Overview = ReturnType<typeof useOverview>;

/** What the wall shows of it (K-10): the KPIs, the dead letters and the stages, and nothing that a display may not have. */
export function useOperations(): Figures {
  useWanted(['kpis', 'dlq', 'pipeline', 'series:24h', 'series:1h']);
  return useFigures();
}
