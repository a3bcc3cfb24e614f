import type { Incident, IncidentEntry } from '../../contracts/incident.ts';
import { isOuterLink } from '../../contracts/outerLinks.ts';
import { incidentRule } from '../../domain/exports/rules.ts';
import { nowBeside } from '../../domain/businessClock.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { type FreshnessState, isLost } from '../../domain/freshness.ts';
import { type IncidentState, incidentStateOf } from '../../domain/incidents.ts';
import { stillHolding } from '../../domain/stillHolds.ts';
import { type ServiceStates, type ServiceView, serviceView } from '../../domain/incidentServices.ts';
import type { SeverityRule } from '../../domain/severity.ts';

/** How a severity is written and drawn; the document gives it no colours. */
export const severities: Readonly<Record<Incident['severity'], { readonly word: string; readonly look: 'bad' | 'warn' | 'info' }>> = {
  sev1: { word: 'SEV1', look: 'bad' },
  sev2: { word: 'SEV2', look: 'warn' },
  sev3: { word: 'SEV3', look: 'info' },
};

/** A runbook of the console's own, by its name, or a page elsewhere; `text`: what stands in its place is no link, and is told as it came. */
export type RunbookRef =
  | { readonly kind: 'console'; readonly name: string }
  | { readonly kind: 'web'; readonly href: string }
  | { readonly kind: 'text'; readonly text: string };

/** One line of the timeline, in words. */
export interface EntryView {
  readonly place: number;
  /** When the platform received it, and when it was written or decided on the device, where that was told (D-56). */
  readonly at: string;
  readonly decidedAt: string | undefined;
  readonly what: 'written' | 'decided';
  readonly look: 'bad' | 'info' | 'resolved' | 'idle';
  readonly title: string;
  /** Account of whoever did it: undefined where it was not recorded, null where the platform did it by itself. */
  readonly account: string | undefined | null;
  readonly text: string;
  /** Of a resolution: what still held, and why it was resolved all the same. */
  readonly stillHeld: readonly string[];
  readonly despite: string | null;
}

/** One incident as the list and its details show it. */
export interface IncidentView {
  readonly id: string;
  readonly severity: (typeof severities)[Incident['severity']];
  readonly title: string;
  readonly description: string;
  readonly state: IncidentState;
  readonly active: boolean;
  readonly createdAt: string;
  /** Null while nobody has taken it up, and where it is not told (`untakenWords`). */
  readonly acknowledged: { readonly at: string; readonly by: string; readonly byId: string | undefined } | null;
  readonly resolvedAt: string | null;
  /** Milliseconds from opening to resolution, or to the moment up to which it is known to last (`knownUntil`). */
  readonly lastedMs: number;
  readonly services: readonly ServiceView[];
  readonly runbook: RunbookRef | null;
  /** What it was opened for and is not over, as far as this device knows: whoever resolves it says why. */
  readonly stillHolds: readonly string[];
  /** Oldest first: what this device holds of it (`holesIn`). */
  readonly timeline: readonly EntryView[];
  readonly incident: Incident;
}

interface Facts extends ServiceStates {
  readonly incidents: readonly Incident[];
  /** Epoch milliseconds on the business clock, by which incidents are written. */
  readonly businessNow: number;
  /** The server's clock, epoch milliseconds, for what people opened while business time stands still (S-11); absent where that runs. */
  readonly serverNow?: number;
  /** Origin of the console, by which its own runbooks are known. */
  readonly origin: string;
}

/**
 * Up to when it is known that an active incident lasts, epoch milliseconds on the server's clock: now while the list is live, otherwise the moment up to which it is known. Whether
 * it has lasted since, nobody here can say.
 */
export function knownUntil(serverNow: number, freshness: FreshnessState): number {
  return freshness.kind === 'never' || !isLost(freshness) ? serverNow : Math.min(serverNow, freshness.at);
}

/** The active ones first, the worst before the rest; otherwise the newest first. */
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

/** What the platform opens an incident for that no service shows, by the rule (`severityRules`). */
const brokenLists = { chainBroken: 'Verification chain', recordBroken: 'Record of what was done' } as const satisfies Partial<
  Record<SeverityRule, string>
>;

/** What still holds as far as this device knows; a service whose state is not known now is not taken for well. */
function holdingHere({ affectedServices: affected, cause = '' }: Incident, states: ServiceStates): readonly string[] {
  const unknown = affected
    .map((name) => serviceView(name, states))
    .filter(({ href, state }) => href !== null && state === null)
    .map(({ title }) => `${title}: not known here whether it still holds`);
  // Only the platform has the whole of these lists.
  const list = Object.entries(brokenLists).find(([rule]) => rule === cause)?.[1];
  const broken = list === undefined ? [] : [`${list}: not known here whether it holds again`];
  return [...stillHolding(affected, states), ...broken, ...unknown];
}

const entryWords = {
  opened: { look: 'bad', by: 'Opened' },
  acknowledged: { look: 'info', by: 'Acknowledged' },
  note: { look: 'idle', by: 'Note' },
  resolved: { look: 'resolved', by: 'Resolved' },
} as const;

/** Places of a time line between which lines are missing. */
export interface Hole {
  readonly after: number;
  readonly before: number;
}

/** Where lines are missing before one of these: places count from 1 without a hole. `after`: the place that is shown before them. */
export function holesIn(entries: readonly { readonly place: number }[], after = 0): readonly Hole[] {
  return entries
    .map(({ place }, index) => ({ after: entries[index - 1]?.place ?? after, before: place }))
    .filter((hole) => hole.before - hole.after > 1);
}

/** What brings the newest of them: 'Show 12 earlier lines', 'Show 50 of 1,790 earlier lines'. */
export function earlierWords({ after, before }: Hole, most: number): string {
  const missing = before - after - 1;
  return missing > most ? `Show ${most} of ${plural(missing, 'earlier line')}` : `Show ${plural(missing, 'earlier line')}`;
}

/** One line in words. What nobody is named for, the platform did by itself. */
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
  const { look, by: what } = entryWords[kind];
  // Resolved while it held is no success: whoever reads it later sees that somebody took it on himself.
  const drawn = stillHeld.length > 0 ? 'bad' : look;
  return { ...said, what: kind === 'note' ? 'written' : 'decided', look: drawn, title: `${what} by ${who}` };
}

/** Whether it was resolved while what it was opened for still held. */
export const resolvedInSpite = ({ timeline }: Pick<IncidentView, 'timeline'>): boolean =>
  timeline.some(({ stillHeld }) => stillHeld.length > 0);

/** Who took it up, where nobody is named: nobody has, or a platform that tells no history does not say (`incidentSchema`). `stale`: somebody may have since. */
export function untakenWords({ active, incident }: Pick<IncidentView, 'active' | 'incident'>, stale: boolean): string {
  if (incident.timeline === undefined) return 'Not told';
  if (!active) return '–';
  return stale ? 'nobody then' : 'nobody yet';
}

/** The console's own runbook, or an address that may be linked: the contract lets any scheme pass, a click must not. */
function runbookRef(url: string | undefined, origin: string): RunbookRef | null {
  if (url === undefined) return null;
  if (!isOuterLink(url)) return { kind: 'text', text: url };
  const { origin: of, pathname, searchParams } = new URL(url);
  const name = searchParams.get('runbook');
  if (of === origin && pathname === '/system/incidents' && name !== null) return { kind: 'console', name };
  return { kind: 'web', href: url };
}

/** That this device has not every incident; null where it has, or nobody has counted them. The platform lists the newest, and all that are active. */
export function notListedWords(held: number, total: number | null): string | null {
  return total === null || total <= held ? null : `${formatCount(held)} of ${plural(total, 'incident')} are on this device`;
}

/** What the banner says of the active incidents; null where there are none. `stale`: nobody knows whether they still are. */
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
