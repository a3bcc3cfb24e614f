import { href } from '../../src/domain/screens/address.ts';
import type { Href } from '../../src/domain/screens/link.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Incident, IncidentEntry } from '../../src/contracts/incident.ts';
import { isInnerLink } from '../../src/contracts/links.ts';
import type { CommandOf } from '../../src/contracts/outbox.ts';
import { obstacleTo } from '../../src/domain/commands/commands.ts';
import type { IncidentCommandKind } from '../../src/domain/commands/incidents.ts';
import { refuseObstacle } from '../commands/refuseObstacle.ts';
import { stillHolding } from '../../src/domain/operations/stillHolds.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { listedLinesOf, toEntry } from './incidentLines.ts';
import { addActivity, addNotification, withdrawAbout } from './notices.ts';
import { toComponent, toStage } from './operations.ts';
import type { Writing } from './writing.ts';
import { chain, record, type Walked, type WalkedTo, walkToEnd } from '../audit/links.ts';
import { type Person, wordsFor } from './by.ts';

type Row = Selectable<Database['incidents']>;
type EntryRow = Selectable<Database['incident_entries']>;

/** An incident as sent. `origin` is the console's: the platform's own runbooks are paths of the console. */
export function toIncident(row: Row, entries: readonly EntryRow[], origin: string): Incident {
  return {
    id: row.incident_id,
    severity: row.severity,
    title: row.title,
    description: row.description,
    ...(row.runbook_url === null ? {} : { runbookUrl: runbookAddress(row.runbook_url, origin) }),
    createdAt: row.created_at,
    ...(row.acknowledged_at === null ? {} : { acknowledgedAt: row.acknowledged_at }),
    ...(row.acknowledged_by === null ? {} : { acknowledgedBy: row.acknowledged_by }),
    ...(row.acknowledged_by_id === null ? {} : { acknowledgedById: row.acknowledged_by_id }),
    ...(row.resolved_at === null ? {} : { resolvedAt: row.resolved_at }),
    affectedServices: row.affected_services,
    ...(row.cause === null ? {} : { cause: row.cause }),
    timeline: entries.map(toEntry),
    version: row.version,
  };
}

/** An invalid link is returned unchanged; the row is then left out on reading (http/served.ts). */
const runbookAddress = (link: string, origin: string): string => (isInnerLink(link) ? new URL(link, origin).href : link);

/** Incidents with the newest entries of their timelines: all open ones, the `limit` newest, and the `limit` last resolved. */
export async function readIncidents(
  { trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>,
  origin: string,
  limit: number,
): Promise<Incident[]> {
  const rows = await trx
    .selectFrom('incidents')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    // Open incidents and recently resolved ones are included even if many newer ones exist.
    .where(({ eb, or, selectFrom }) => {
      const newestBy = (moment: 'created_at' | 'resolved_at') =>
        selectFrom('incidents as newest')
          .select('newest.incident_id')
          .where('newest.tenant_id', '=', tenantId)
          .where(`newest.${moment}`, 'is not', null)
          .orderBy(`newest.${moment}`, 'desc')
          .orderBy('newest.incident_id', 'desc')
          .limit(limit);
      return or([
        eb('resolved_at', 'is', null),
        eb('incident_id', 'in', newestBy('created_at')),
        eb('incident_id', 'in', newestBy('resolved_at')),
      ]);
    })
    .orderBy('created_at', 'desc')
    .orderBy('incident_id', 'desc')
    .execute();
  const lines = await listedLinesOf(
    { trx, tenantId },
    rows.map((row) => row.incident_id),
  );
  return rows.map((row) => toIncident(row, lines.get(row.incident_id) ?? [], origin));
}

/** One incident in the form of lists; null if there is none. */
export async function readIncident(
  { trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>,
  incidentId: string,
  origin: string,
): Promise<Incident | null> {
  const row = await trx
    .selectFrom('incidents')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('incident_id', '=', incidentId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return toIncident(row, (await listedLinesOf({ trx, tenantId }, [incidentId])).get(incidentId) ?? [], origin);
}

/**
 * Adds an entry to the timeline; `by` is empty for the platform's own acts. The caller holds the tenant's lock, so places do not collide.
 */
export async function addEntry(
  { trx, tenantId, now, decidedAt }: Pick<Writing, 'trx' | 'tenantId' | 'now' | 'decidedAt'>,
  incidentId: string,
  entry: Pick<IncidentEntry, 'kind' | 'by' | 'byId' | 'text' | 'stillHeld' | 'despite' | 'severity'>,
): Promise<void> {
  const { place } = await trx
    .selectFrom('incident_entries')
    .select(sql<number>`coalesce(max(place), 0) + 1`.as('place'))
    .where('tenant_id', '=', tenantId)
    .where('incident_id', '=', incidentId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('incident_entries')
    .values({
      tenant_id: tenantId,
      incident_id: incidentId,
      place,
      at: now.toISOString(),
      decided_at: decidedAt?.toISOString() ?? null,
      kind: entry.kind,
      by_name: entry.by,
      by_id: entry.byId ?? null,
      text: entry.text,
      still_held: entry.stillHeld === undefined ? null : JSON.stringify(entry.stillHeld),
      ...(entry.despite === undefined ? {} : { despite: entry.despite }),
      severity: entry.severity ?? null,
    })
    .execute();
}

/** Tells consoles to refetch the incidents. */
export function tellIncidents({ emit, correlationId }: Pick<Writing, 'emit' | 'correlationId'>): void {
  emit({ type: 'system.notice', resourceId: 'incidents', data: { changed: 'incidents' }, correlationId });
}

/** What each command adds to the timeline and the activity text. */
const effects = {
  acknowledge: { kind: 'acknowledged', done: 'acknowledged' },
  resolve: { kind: 'resolved', done: 'resolved' },
  note: { kind: 'note', done: null },
  // Older consoles show this entry as a note, with its reason.
  raise: { kind: 'note', done: 'raised' },
} as const satisfies Readonly<Record<IncidentCommandKind, object>>;

/** What a person decided about an incident. */
export type IncidentCommand = CommandOf<IncidentCommandKind>;

/** The text written with it; empty if none is. */
export function textOf(command: IncidentCommand): string {
  if (command.kind === 'acknowledge') return '';
  return command.kind === 'note' ? command.text : command.note;
}

/**
 * Performs a person's command on an incident if its current state permits it. A second acknowledgement, or one after the resolution, is a
 * conflict and changes nothing.
 */
export async function actOnIncident(
  writing: Writing,
  command: IncidentCommand,
  asked: {
    readonly person: Person;
    /** Receives what still held, before the audit line is written. */
    readonly onRecord: (stillHeld: readonly string[]) => void;
    /** Result of `walkedAhead`, so that only newer entries are walked under the lock. */
    readonly ahead: WalkedTo | undefined;
  },
  origin: string,
): Promise<{ incident: Incident } | Refusal> {
  const { trx, tenantId, now } = writing;
  const { incidentId, kind: act } = command;
  const { person } = asked;
  const severity = command.kind === 'raise' ? command.severity : undefined;
  const despite = command.kind === 'resolve' ? command.despite : undefined;
  const held = await trx
    .selectFrom('incidents')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('incident_id', '=', incidentId)
    .executeTakeFirst();
  if (held === undefined) return refuse('not_found', `There is no incident ${incidentId}`);
  const before = toIncident(held, [], origin);
  const obstacleWith = (holds: readonly string[]) => obstacleTo(command, { subject: { ...before, holds }, person });
  // What holds is found out only where the state permits the command: it takes a walk through a chain.
  const illegal = obstacleWith([]);
  const holds = act === 'resolve' && illegal === null ? await stillHoldingNow(writing, held, asked.ahead) : [];
  const obstacle = illegal ?? obstacleWith(holds);
  if (obstacle !== null) return refuseObstacle(obstacle);

  const at = now.toISOString();
  const row = await trx
    .updateTable('incidents')
    .set({
      version: sql<number>`version + 1`,
      ...(act === 'acknowledge' ? { acknowledged_at: at, acknowledged_by: person.name, acknowledged_by_id: person.id } : {}),
      ...(act === 'resolve' ? { resolved_at: at } : {}),
      ...(severity === undefined ? {} : { severity }),
    })
    .where('tenant_id', '=', tenantId)
    .where('incident_id', '=', incidentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { kind, done } = effects[act];
  await addEntry(writing, incidentId, {
    kind,
    by: person.name,
    byId: person.id,
    text: textOf(command),
    ...(severity === undefined ? {} : { severity }),
    ...(holds.length === 0 ? {} : { stillHeld: [...holds] }),
    // The reason given is stored even if nothing holds any more when it arrives.
    ...(despite === undefined ? {} : { despite }),
  });
  if (holds.length > 0) asked.onRecord(holds);
  const to = severity === undefined ? '' : ` to ${severity.toUpperCase()}`;
  if (done !== null)
    await addActivity(
      writing,
      `${incidentId} ${done}${to} by ${wordsFor(person)}: ${row.title}`,
      incidentHref(incidentId),
      // A resolution while something still holds is not shown as success.
      act === 'resolve' && holds.length === 0 ? 'success' : act === 'raise' ? 'warning' : 'info',
    );
  if (severity !== undefined)
    await addNotification(writing, 'warning', row.title, `Raised${to} by ${wordsFor(person)}`, incidentHref(incidentId), {
      replaces: true,
      about: incidentAbout(incidentId),
    });
  if (act === 'resolve') await withdrawAbout(writing, incidentAbout(incidentId));
  tellIncidents(writing);
  const lines = await listedLinesOf(writing, [incidentId]);
  return { incident: toIncident(row, lines.get(incidentId) ?? [], origin) };
}

const listOf = (cause: string | null): Walked | undefined => [chain, record].find(({ rule }) => rule === cause);

/**
 * Walks the chain that an incident is about before the tenant's lock is taken to resolve it: a hundred thousand entries take seconds,
 * during which nothing else of the tenant could be written. Undefined for an incident about anything else.
 */
export async function walkedAhead(db: Kysely<Database>, tenantId: string, incidentId: string): Promise<WalkedTo | undefined> {
  const held = await db
    .selectFrom('incidents')
    .select('cause')
    .where('tenant_id', '=', tenantId)
    .where('incident_id', '=', incidentId)
    .executeTakeFirst();
  const list = listOf(held?.cause ?? null);
  return list === undefined ? undefined : walkToEnd(db, tenantId, list);
}

/** Which of an incident's troubles still hold in this transaction: affected services, or a chain whose links do not fit. */
async function stillHoldingNow(
  { trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>,
  { affected_services: affected, cause }: { readonly affected_services: readonly string[]; readonly cause: string | null },
  ahead: WalkedTo | undefined,
): Promise<readonly string[]> {
  const stages = await trx.selectFrom('pipeline_stages').selectAll().where('tenant_id', '=', tenantId).orderBy('position').execute();
  const components = await trx.selectFrom('health_components').selectAll().where('tenant_id', '=', tenantId).orderBy('position').execute();
  const held = stillHolding(affected, { stages: stages.map(toStage), components: components.map(toComponent) });
  const list = listOf(cause);
  if (list === undefined) return held;
  const walked = ahead !== undefined && 'broken' in ahead ? ahead : await walkToEnd(trx, tenantId, list, ahead);
  return 'broken' in walked ? [...held, `${list.title}: link ${walked.broken} of the ${list.what} does not hold`] : held;
}

/** The `about` of an incident's notifications; they are withdrawn with it. */
export function incidentAbout(incidentId: string): string {
  return `incident:${incidentId}`;
}

/** The link to one incident. */
export function incidentHref(incidentId: string): Href {
  return href('incidents', { open: incidentId });
}
