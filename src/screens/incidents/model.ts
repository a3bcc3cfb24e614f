import { componentNames, type HealthComponent } from '../../contracts/health.ts';
import type { Incident } from '../../contracts/incident.ts';
import { type PipelineStage, stageNames } from '../../contracts/pipeline.ts';
import { plural } from '../../domain/format.ts';
import { componentTitles, healthStates, stageStates, stageTitles, type StateName } from '../../domain/platformStates.ts';

/** How a severity is written and drawn; the document gives it no colours. */
export const severities: Readonly<Record<Incident['severity'], { readonly word: string; readonly look: 'bad' | 'warn' | 'info' }>> = {
  sev1: { word: 'SEV1', look: 'bad' },
  sev2: { word: 'SEV2', look: 'warn' },
  sev3: { word: 'SEV3', look: 'info' },
};

/** A service that an incident touches: where its state is shown, and that state where it is held. */
export interface ServiceView {
  readonly name: string;
  readonly title: string;
  /** Null for a service that no screen shows. */
  readonly href: string | null;
  readonly state: StateName | null;
}

/** One incident as the list shows it. */
export interface IncidentView {
  readonly id: string;
  readonly severity: (typeof severities)[Incident['severity']];
  readonly title: string;
  readonly description: string;
  readonly active: boolean;
  readonly createdAt: string;
  readonly resolvedAt: string | null;
  /** Milliseconds from opening to resolution, or to now. */
  readonly lastedMs: number;
  readonly services: readonly ServiceView[];
  /** Only an http or https address; null otherwise. */
  readonly runbook: string | null;
}

interface Facts {
  readonly incidents: readonly Incident[];
  readonly components: readonly HealthComponent[];
  readonly stages: readonly PipelineStage[];
  /** Epoch milliseconds on the business clock, by which incidents are written. */
  readonly businessNow: number;
}

/** The active ones first, the worst before the rest; otherwise the newest first. */
export function incidentViews({ incidents, components, stages, businessNow }: Facts): readonly IncidentView[] {
  const rank = (one: Incident) => (one.resolvedAt === undefined ? one.severity : 'sev9');
  return [...incidents]
    .sort((a, b) => rank(a).localeCompare(rank(b)) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id.localeCompare(a.id))
    .map((one) => ({
      id: one.id,
      severity: severities[one.severity],
      title: one.title,
      description: one.description,
      active: one.resolvedAt === undefined,
      createdAt: one.createdAt,
      resolvedAt: one.resolvedAt ?? null,
      lastedMs: Math.max(0, (one.resolvedAt === undefined ? businessNow : Date.parse(one.resolvedAt)) - Date.parse(one.createdAt)),
      services: one.affectedServices.map((name) => serviceView(name, components, stages)),
      runbook: webAddress(one.runbookUrl),
    }));
}

function serviceView(name: string, components: readonly HealthComponent[], stages: readonly PipelineStage[]): ServiceView {
  const componentName = componentNames.find((each) => each === name);
  if (componentName !== undefined) {
    const held = components.find((each) => each.name === componentName);
    return {
      name,
      title: componentTitles[componentName],
      href: '/system/health',
      state: held === undefined ? null : healthStates[held.status],
    };
  }
  const stageName = stageNames.find((each) => each === name);
  if (stageName !== undefined) {
    const held = stages.find((each) => each.name === stageName);
    return {
      name,
      title: stageTitles[stageName],
      href: '/operations/pipeline',
      state: held === undefined ? null : stageStates[held.status],
    };
  }
  return { name, title: name, href: null, state: null };
}

/** An address that may be linked: the contract lets any scheme pass, a click must not. */
function webAddress(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const { protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? url : null;
}

/** What the banner says of the active incidents; null where there are none. `stale`: nobody knows whether they still are. */
export function bannerOf(
  views: readonly IncidentView[],
  stale: boolean,
): { readonly tone: 'bad' | 'warn' | 'offline'; readonly lead: string; readonly text: string } | null {
  const active = views.filter((view) => view.active);
  const [worst] = active;
  if (worst === undefined) return null;
  const lead =
    active.length === 1
      ? `${worst.severity.word} incident ${stale ? 'was active' : 'active'}:`
      : `${plural(active.length, 'incident')} ${stale ? 'were active' : 'active'}:`;
  const others = active.length === 1 ? '' : ` and ${active.length - 1} more`;
  const tone = stale ? 'offline' : worst.severity.look === 'bad' ? 'bad' : 'warn';
  return { tone, lead, text: `${worst.title}${others}` };
}
