import type { Incident, IncidentEntry } from '../../contracts/incident.ts';
import { isOuterLink } from '../../contracts/outerLinks.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { incidentRule } from '../../domain/exports/rules.ts';
import { nowBeside } from '../../domain/businessClock.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { type IncidentState, incidentStateOf } from '../../domain/operations/incidents.ts';
import { stillHolding } from '../../domain/operations/stillHolds.ts';
import { screenAt } from '../../domain/places.ts';
import { type ServiceStates, type ServiceView, serviceView } from '../../domain/operations/incidentServices.ts';
import type { SeverityRule } from '../../domain/operations/severity.ts';

/** Label and look of a severity; the document defines no colours for it. */
export const severities: Readonly<Record<Incident['severity'], { readonly word: string; readonly look: 'bad' | 'warn' | 'info' }>> = {
  sev1: { word: 'SEV1', look: 'bad' },
  sev2: { word: 'SEV2', look: 'warn' },
  sev3: { word: 'SEV3', look: 'info' },
};

/** One of the console's own runbooks by name, or an external page; `text`: not a valid link, shown as received. */
export type RunbookRef =
  | { readonly kind: 'console'; readonly name: string }
  | { readonly kind: 'web'; readonly href: string }
  | { readonly kind: 'text'; readonly text: string };

/** One line of the timeline, ready to show. */
export interface EntryView {
  readonly place: number;
  /** When the platform received it, and when it was written or decided on the device, if told (D-56). */
  readonly at: string;
  readonly decidedAt: string | undefined;
  readonly what: 'written' | 'decided';
  readonly look: 'bad' | 'info' | 'resolved' | 'idle';
  readonly title: string;
  /** Account of the actor: undefined if not recorded, null if the platform acted by itself. */
  readonly account: string | undefined | null;
  readonly text: string;
  /** For a resolution: the causes that still held, and why it was resolved anyway. */
  readonly stillHeld: readonly string[];
  readonly despite: string | null;
}

/** One incident as the list and its details show it; durations are in milliseconds. */
export interface IncidentView {
  readonly id: string;
  readonly severity: (typeof severities)[Incident['severity']];
  readonly title: string;
  readonly description: string;
  readonly state: IncidentState;
  readonly active: boolean;
  readonly createdAt: string;
  /** Null if not acknowledged or not told (`untakenLabels`). */
  readonly acknowledged: { readonly at: string; readonly by: string; readonly byId: string | undefined } | null;
  readonly resolvedAt: string | null;
  /** Milliseconds from opening to resolution, or to the time until which it is known to last (`knownUntil`). */
  readonly lastedMs: number;
  readonly services: readonly ServiceView[];
  readonly runbook: RunbookRef | null;
  /** Causes that persist, as far as this device knows; resolving then requires a reason. */
  readonly stillHolds: readonly string[];
  /** The stored lines, oldest first; may have holes (`holesIn`). */
  readonly timeline: readonly EntryView[];
  readonly incident: Incident;
}

interface Facts extends ServiceStates {
  readonly incidents: readonly Incident[];
  /** Epoch milliseconds on the business clock, which timestamps incidents. */
  readonly businessNow: number;
  /**
   * Server clock, epoch milliseconds, for incidents opened by people while business time stands still (S-11); absent if business time
   * runs.
   */
  readonly serverNow?: number;
  /** Origin of the console; recognises links to its own runbooks. */
  readonly origin: string;
}

/**
 * Until when an active incident is known to last, epoch milliseconds on the server's clock: now while the list is live, otherwise the
 * time of the last confirmation.
 */
export function knownUntil(serverNow: number, freshness: FreshnessState): number {
  return freshness.kind === 'never' || !isLost(freshness) ? serverNow : Math.min(serverNow, freshness.at);
}

/** Incidents as views: active ones by severity first, then the rest, newest first. */
export function incidentViews({
  incidents,
  components,
  stages,
  aged,
  businessNow,
  serverNow = businessNow,
  origin,
}: Facts): readonly IncidentView[] {
  return [...incidents].sort(incidentRule.listed).map((one) => ({
    id: one.id,
    severity: severities[one.severity],
    title: one.title,
    description: one.description,
    state: incidentStateOf(one),
    active: one.resolvedAt === undefined,
    createdAt: one.createdAt,
    acknowledged:
      one.acknowledgedAt === undefined
        ? null
        : { at: one.acknowledgedAt, by: one.acknowledgedBy ?? 'somebody', byId: one.acknowledgedById },
    resolvedAt: one.resolvedAt ?? null,
    lastedMs: Math.max(
      0,
      (one.resolvedAt === undefined ? nowBeside(Date.parse(one.createdAt), businessNow, serverNow) : Date.parse(one.resolvedAt)) -
        Date.parse(one.createdAt),
    ),
    services: one.affectedServices.map((name) => serviceView(name, { components, stages, aged })),
    runbook: runbookRef(one.runbookUrl, origin),
    stillHolds: one.resolvedAt === undefined ? holdingHere(one, { components, stages, aged }) : [],
    timeline: (one.timeline ?? []).map(entryView),
    incident: one,
  }));
}

/** Causes of incidents that no service's state reveals, by rule (`severityRules`). */
const brokenLists = { chainBroken: 'Verification chain', recordBroken: 'Audit record' } as const satisfies Partial<
  Record<SeverityRule, string>
>;

/** Causes that persist as far as this device knows; a service in an unknown state does not count as healthy. */
function holdingHere({ affectedServices: affected, cause = '' }: Incident, states: ServiceStates): readonly string[] {
  const unknown = affected
    .map((name) => serviceView(name, states))
    .filter(({ href, state }) => href !== null && state === null)
    .map(({ title }) => `${title}: not known whether it still holds`);
  // Only the platform holds these lists in full.
  const list = Object.entries(brokenLists).find(([rule]) => rule === cause)?.[1];
  const broken = list === undefined ? [] : [`${list}: not known here whether it holds again`];
  return [...stillHolding(affected, states), ...broken, ...unknown];
}

const entryLabels = {
  opened: { look: 'bad', by: 'Opened' },
  acknowledged: { look: 'info', by: 'Acknowledged' },
  note: { look: 'idle', by: 'Note' },
  resolved: { look: 'resolved', by: 'Resolved' },
} as const;

/** Places in a timeline between which lines are missing. */
export interface Hole {
  readonly after: number;
  readonly before: number;
}

/** Finds missing lines: places count up from 1. `after`: the last place shown before these entries. */
export function holesIn(entries: readonly { readonly place: number }[], after = 0): readonly Hole[] {
  return entries
    .map(({ place }, index) => ({ after: entries[index - 1]?.place ?? after, before: place }))
    .filter((hole) => hole.before - hole.after > 1);
}

/** Label of the button that fetches them: 'Show 12 earlier lines', 'Show 50 of 1,790 earlier lines'. */
export function earlierLabels({ after, before }: Hole, most: number): string {
  const missing = before - after - 1;
  return missing > most ? `Show ${most} of ${plural(missing, 'earlier line')}` : `Show ${plural(missing, 'earlier line')}`;
}

/** One line, ready to show. Without a named actor the platform acted by itself. */
export function entryView({
  place,
  at,
  decidedAt,
  kind,
  by,
  byId,
  text,
  severity,
  stillHeld = [],
  despite = '',
}: IncidentEntry): EntryView {
  const who = by === '' ? 'the platform' : by;
  const said = { place, at, decidedAt, account: by === '' ? null : byId, text, stillHeld, despite: despite === '' ? null : despite };
  if (severity !== undefined) return { ...said, what: 'decided', look: 'bad', title: `Raised to ${severities[severity].word} by ${who}` };
  const { look, by: what } = entryLabels[kind];
  // Resolving while the cause persisted is not drawn as a success.
  const drawn = stillHeld.length > 0 ? 'bad' : look;
  return { ...said, what: kind === 'note' ? 'written' : 'decided', look: drawn, title: `${what} by ${who}` };
}

/** Whether it was resolved while its cause persisted. */
export const resolvedInSpite = ({ timeline }: Pick<IncidentView, 'timeline'>): boolean =>
  timeline.some(({ stillHeld }) => stillHeld.length > 0);

/**
 * Text if no acknowledger is named: not acknowledged, or not told by a platform that sends no history (`incidentSchema`). `stale`: it may
 * have been acknowledged since.
 */
export function untakenLabels({ active, incident }: Pick<IncidentView, 'active' | 'incident'>, stale: boolean): string {
  if (incident.timeline === undefined) return 'Not reported';
  if (!active) return '–';
  return stale ? 'Was unassigned' : 'Unassigned';
}

/** The console's own runbook, or an external link if its scheme is safe: the contract allows any scheme, a link must not. */
function runbookRef(url: string | undefined, origin: string): RunbookRef | null {
  if (url === undefined) return null;
  if (!isOuterLink(url)) return { kind: 'text', text: url };
  const { origin: runbookOrigin, pathname, searchParams } = new URL(url);
  const name = readAddress('incidents', searchParams).runbook;
  if (runbookOrigin === origin && screenAt(pathname) === 'incidents' && name !== null) return { kind: 'console', name };
  return { kind: 'web', href: url };
}

/**
 * Says that this device lacks some incidents; null if it has all or the total is unknown. The platform lists the newest and all active
 * ones.
 */
export function notListedLabels(held: number, total: number | null): string | null {
  return total === null || total <= held ? null : `${formatCount(held)} of ${plural(total, 'incident')} are on this device`;
}

/** Content of the banner about active incidents; null if there are none. `stale`: their current state is unknown. */
export function bannerOf(
  views: readonly IncidentView[],
  stale: boolean,
): { readonly tone: 'bad' | 'warn' | 'offline'; readonly lead: string; readonly text: string; readonly id: string } | null {
  const active = views.filter((view) => view.active);
  const [worst] = active;
  if (worst === undefined) return null;
  const lead =
    active.length === 1
      ? `${worst.severity.word} incident ${stale ? 'was active' : 'active'}:`
      : `${plural(active.length, 'incident')} ${stale ? 'were active' : 'active'}:`;
  const others = active.length === 1 ? '' : ` and ${active.length - 1} more`;
  const tone = stale ? 'offline' : worst.severity.look === 'bad' ? 'bad' : 'warn';
  return { tone, lead, text: `${worst.title}${others}`, id: worst.id };
}
