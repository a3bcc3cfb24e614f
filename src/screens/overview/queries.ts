import { hub } from '../../bridge/hub/hub.ts';
import { useNotices } from '../../bridge/notices.ts';
import { useHalt } from '../../bridge/acts/useHalt.ts';
import { useConnection, useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { usePanel } from '../../bridge/reads/usePanel.ts';
import { useServerNow } from '../../bridge/hub/useServerNow.ts';
import { type LiveRead, useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { Permission } from '../../contracts/access.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { SeriesMetric } from '../../contracts/series.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import { mayFetch } from '../../domain/freshness/resources.ts';
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

/** One resource as a panel needs it: stored value, state, age and retry. */
export interface Resource<T> {
  readonly value: T | null;
  /** Number of damaged rows (F-25): while there is one, no claim about all rows is made. */
  readonly unread: number;
  /** Those of them that the platform sent in an unusable form. */
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
/** A single answer. Treated as missing while it has counted nothing: without a basis there is no share, rather than 0 % off target. */
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

/** Stored KPIs, dead letters and stages with their history; shared by the overview and the wall. */
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
    /** Business clock, which timestamps business rows. */
    now: businessNowOf(simulation, serverNow),
    /** Converts a time of the server's clock to the business clock. */
    onBusinessClock: (at: number) => businessNowOf(simulation, at),
    lost: connection.state !== 'connected',
    halt: useHalt(),
  };
}

export type Figures = ReturnType<typeof useFigures>;

/** Everything the overview shows, from this device. Subscribes only to what the person may see. */
export function useOverview(held: ReadonlySet<Permission>) {
  useSubscription(everything.filter((key) => mayFetch(key, held)));
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

/** The wall's part of it (K-10): KPIs, dead letters and stages; nothing that a display may not see. */
export function useOperations(): Figures {
  useSubscription(['kpis', 'dlq', 'pipeline', 'series:24h', 'series:1h']);
  return useFigures();
}
