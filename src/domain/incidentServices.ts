import { componentNames, type HealthComponent } from '../contracts/health.ts';
import type { Incident } from '../contracts/incident.ts';
import { type PipelineStage, stageNames } from '../contracts/pipeline.ts';
import type { Claim } from './claims/claim.ts';
import { componentHealthy, stageHealthy } from './claims/states.ts';
import { type FreshnessState, isLost } from './freshness.ts';
import { componentTitles, stageTitles } from './platformStates.ts';

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

/** What a service is called; one that no screen shows by its own name. */
export function serviceTitle(name: string): string {
  const [component, stage] = [componentNames.find((each) => each === name), stageNames.find((each) => each === name)];
  return component !== undefined ? componentTitles[component] : stage !== undefined ? stageTitles[stage] : name;
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
export interface ServiceRow<Shown> extends ServiceView {
  readonly active: readonly Shown[];
  /** The one that was resolved last, whenever it began; null where there was none. */
  readonly last: (Shown & { readonly resolvedAt: string }) | null;
}

/** An incident as its caller shows it. */
interface Shown {
  readonly active: boolean;
  /** Null while it is active. */
  readonly resolvedAt: string | null;
  readonly incident: Pick<Incident, 'affectedServices'>;
}

/** Every component and stage of the platform: those with active incidents first, otherwise in their order. */
export function serviceRows<View extends Shown>(views: readonly View[], states: ServiceStates): readonly ServiceRow<View>[] {
  return [...stageNames, ...componentNames]
    .map((name) => {
      const touching = views.filter(({ incident }) => incident.affectedServices.includes(name));
      const over = touching
        .flatMap((view) => (view.resolvedAt === null ? [] : [{ ...view, resolvedAt: view.resolvedAt }]))
        .sort((a, b) => Date.parse(b.resolvedAt) - Date.parse(a.resolvedAt));
      return { ...serviceView(name, states), active: touching.filter(({ active }) => active), last: over[0] ?? null };
    })
    .sort((a, b) => Number(b.active.length > 0) - Number(a.active.length > 0));
}
