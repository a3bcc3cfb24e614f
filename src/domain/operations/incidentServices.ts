import { componentNames, type HealthComponent } from '../../contracts/health.ts';
import type { Incident } from '../../contracts/incident.ts';
import { type PipelineStage, stageNames } from '../../contracts/pipeline.ts';
import { type Href, screenHref } from '../screens/link.ts';
import type { Claim } from '../claims/claim.ts';
import { componentHealthy, stageHealthy } from '../claims/states.ts';
import { type FreshnessState, isLost } from '../freshness/freshness.ts';
import { componentTitles, stageTitles } from './platformStates.ts';

/** A service affected by an incident: where its state is shown, and the state if it is held. */
export interface ServiceView {
  readonly name: string;
  readonly title: string;
  /** Null for a service without a screen. */
  readonly href: Href | null;
  readonly state: Claim | null;
}

/** The stored states; empty once they are no longer known. */
export interface ServiceStates {
  readonly components: readonly HealthComponent[];
  readonly stages: readonly PipelineStage[];
  /** Their freshness; absent means live. Rows that are not live are not passed here, except halted ones (`tellable`). */
  readonly aged?: { readonly components: FreshnessState; readonly stages: FreshnessState } | undefined;
}

/** The rows whose states may be shown: none once they are no longer known, except halted ones, which are known to be stopped. */
export function tellable<Row>(rows: readonly Row[] | undefined, freshness: FreshnessState): readonly Row[] {
  return isLost(freshness) && freshness.kind !== 'halted' ? [] : (rows ?? []);
}

/** The display name of a service; the raw name if it has no screen. */
export function serviceTitle(name: string): string {
  const [component, stage] = [componentNames.find((each) => each === name), stageNames.find((each) => each === name)];
  return component !== undefined ? componentTitles[component] : stage !== undefined ? stageTitles[stage] : name;
}

const live = { kind: 'live', at: 0 } as const;

/** A service, looked up by its name in an incident. */
export function serviceView(name: string, { components, stages, aged }: ServiceStates): ServiceView {
  const componentName = componentNames.find((each) => each === name);
  if (componentName !== undefined) {
    const held = components.find((each) => each.name === componentName);
    return {
      name,
      title: componentTitles[componentName],
      href: screenHref('health'),
      state: held === undefined ? null : componentHealthy(componentName, { state: held.status, freshness: aged?.components ?? live }),
    };
  }
  const stageName = stageNames.find((each) => each === name);
  if (stageName !== undefined) {
    const held = stages.find((each) => each.name === stageName);
    return {
      name,
      title: stageTitles[stageName],
      href: screenHref('pipeline'),
      state: held === undefined ? null : stageHealthy(stageName, { state: held.status, freshness: aged?.stages ?? live }),
    };
  }
  return { name, title: name, href: null, state: null };
}

/** A service with the incidents that affect it. */
export interface ServiceRow<Shown> extends ServiceView {
  readonly active: readonly Shown[];
  /** The most recently resolved incident; null if there is none. */
  readonly last: (Shown & { readonly resolvedAt: string }) | null;
}

/** An incident in the form its caller shows. */
interface Shown {
  readonly active: boolean;
  /** Null while it is active. */
  readonly resolvedAt: string | null;
  readonly incident: Pick<Incident, 'affectedServices'>;
}

/** Every component and stage of the platform: those with active incidents first, otherwise in their usual order. */
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
