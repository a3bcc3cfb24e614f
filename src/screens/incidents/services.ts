import { componentNames, type HealthComponent } from '../../contracts/health.ts';
import { newestIncidents } from '../../contracts/incident.ts';
import { type PipelineStage, stageNames } from '../../contracts/pipeline.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { componentHealthy, stageHealthy } from '../../domain/claims/states.ts';
import { formatCount } from '../../domain/format.ts';
import { type FreshnessState, isLost } from '../../domain/freshness.ts';
import { formatAge } from '../../domain/formatTime.ts';
import { componentTitles, stageTitles } from '../../domain/platformStates.ts';
import type { IncidentView } from './model.ts';

/** A service that an incident touches: where its state is shown, and that state where it is held. */
export interface ServiceView {
  readonly name: string;
  readonly title: string;
  /** Null for a service that no screen shows. */
  readonly href: string | null;
  readonly state: Claim | null;
}

/** States as they are held; empty where they are no longer known. */
export interface ServiceStates {
  readonly components: readonly HealthComponent[];
  readonly stages: readonly PipelineStage[];
  /** How old they are; live where nobody says: what is not live is not held here, but for what is halted (`tellable`). */
  readonly aged?: { readonly components: FreshnessState; readonly stages: FreshnessState } | undefined;
}

/** The rows whose states may be told: none once they are no longer known, but for halted ones, of which it is known that they do nothing. */
export function tellable<Row>(rows: readonly Row[] | undefined, freshness: FreshnessState): readonly Row[] {
  return isLost(freshness) && freshness.kind !== 'halted' ? [] : (rows ?? []);
}

const live = { kind: 'live', at: 0 } as const;

/** A service by its name in an incident. */
export function serviceView(name: string, { components, stages, aged }: ServiceStates): ServiceView {
  const componentName = componentNames.find((each) => each === name);
  if (componentName !== undefined) {
    const held = components.find((each) => each.name === componentName);
    return {
      name,
      title: componentTitles[componentName],
      href: '/system/health',
      state: held === undefined ? null : componentHealthy(componentName, { state: held.status, freshness: aged?.components ?? live }),
    };
  }
  const stageName = stageNames.find((each) => each === name);
  if (stageName !== undefined) {
    const held = stages.find((each) => each.name === stageName);
    return {
      name,
      title: stageTitles[stageName],
      href: '/operations/pipeline',
      state: held === undefined ? null : stageHealthy(stageName, { state: held.status, freshness: aged?.stages ?? live }),
    };
  }
  return { name, title: name, href: null, state: null };
}

/** A service with the incidents that touch it. */
export interface ServiceRow extends ServiceView {
  readonly active: readonly IncidentView[];
  /** The newest that is over; null where there was none. */
  readonly last: IncidentView | null;
}

/** Every component and stage of the platform: those with active incidents first, otherwise in their order. */
export function serviceRows(views: readonly IncidentView[], states: ServiceStates): readonly ServiceRow[] {
  return [...stageNames, ...componentNames]
    .map((name) => {
      const touching = views.filter(({ incident }) => incident.affectedServices.includes(name));
      const over = touching.filter(({ active }) => !active).sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
      return { ...serviceView(name, states), active: touching.filter(({ active }) => active), last: over[0] ?? null };
    })
    .sort((a, b) => Number(b.active.length > 0) - Number(a.active.length > 0));
}

/** A count of incidents while some are damaged on this device (F-25): what they are may be any of these. */
export const atLeast = (count: number, unread: number): string => `${formatCount(count)}${unread > 0 ? '+' : ''}`;

const monthMs = 30 * 86_400_000;

/**
 * How it stands, in four numbers. `now`: epoch milliseconds on the business clock; `total`: as the platform counts incidents, which may be more than it lists; null before it
 * said; `unread`: held and damaged (F-25). Every active one is listed; of those that are over the last ones, which may be fewer than thirty days had: then `resolved` is the least that can be said.
 */
export function standing(
  views: readonly IncidentView[],
  now: number,
  total: number | null,
  unread = 0,
): { readonly active: number; readonly takenUp: number; readonly resolved: string; readonly median: string; readonly newestOnly: boolean } {
  const over = views.filter(({ resolvedAt }) => resolvedAt !== null && now - Date.parse(resolvedAt) <= monthMs);
  const lasted = over.map(({ lastedMs }) => lastedMs).sort((a, b) => a - b);
  const middle = Math.floor(lasted.length / 2);
  const upper = lasted[middle];
  const lower = lasted.length % 2 === 0 ? lasted[middle - 1] : upper;
  const newestOnly = (total ?? 0) > views.length && over.length >= newestIncidents;
  return {
    active: views.filter(({ active }) => active).length,
    takenUp: views.filter(({ state }) => state === 'acknowledged').length,
    resolved: atLeast(over.length, newestOnly ? 1 : unread),
    newestOnly,
    median: upper === undefined || lower === undefined ? '–' : formatAge((upper + lower) / 2),
  };
}
