import { type Selectable, sql } from 'kysely';
import type { IncidentEntry } from '../../src/contracts/incident.ts';
import { anyOf } from '../db/anyOf.ts';
import type { Database } from '../db/schema.ts';
import type { Writing } from './writing.ts';

type EntryRow = Selectable<Database['incident_entries']>;
type Reading = Pick<Writing, 'trx' | 'tenantId'>;

/**
 * Limits of the timeline sent with an incident in lists and command answers (G-20), since all consoles and displays fetch it every
 * minute: the newest entries, as many as a usual incident has, and text of about two long notes. The incident's own address serves the
 * rest.
 */
const listedLines = 10;
const listedCharacters = 2000;

/** A timeline entry as sent. */
export function toEntry({ place, at, decided_at, kind, by_name, by_id, text, still_held, despite, severity }: EntryRow): IncidentEntry {
  return {
    place,
    at,
    ...(decided_at === null ? {} : { decidedAt: decided_at }),
    kind,
    by: by_name,
    ...(by_id === null ? {} : { byId: by_id }),
    text,
    ...(still_held === null ? {} : { stillHeld: still_held }),
    ...(despite === null ? {} : { despite }),
    ...(severity === null ? {} : { severity }),
  };
}

/** The entries sent with each incident, oldest first: the newest ones, and always the resolution, which explains its state. */
export async function listedLinesOf({ trx, tenantId }: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, readonly EntryRow[]>> {
  if (ids.length === 0) return new Map();
  const asked = anyOf(ids);
  const newest = await trx
    .selectFrom('incidents as i')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('incident_entries as e')
          .selectAll('e')
          .whereRef('e.tenant_id', '=', 'i.tenant_id')
          .whereRef('e.incident_id', '=', 'i.incident_id')
          .orderBy('e.place', 'desc')
          .limit(listedLines)
          .as('line'),
      (join) => join.onTrue(),
    )
    .selectAll('line')
    .where('i.tenant_id', '=', tenantId)
    .where('i.incident_id', 'in', asked)
    .orderBy('line.place', 'desc')
    .execute();
  const ends = await trx
    .selectFrom('incident_entries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('incident_id', 'in', asked)
    .where('kind', '=', 'resolved')
    .execute();
  const [newestOf, endsOf] = [byIncident(newest), byIncident(ends)];
  return new Map(ids.map((id) => [id, withEnd(fitting(newestOf.get(id) ?? []), endsOf.get(id) ?? [])]));
}

function byIncident(lines: readonly EntryRow[]): ReadonlyMap<string, readonly EntryRow[]> {
  const grouped = new Map<string, EntryRow[]>();
  for (const line of lines) {
    const held = grouped.get(line.incident_id);
    if (held === undefined) grouped.set(line.incident_id, [line]);
    else held.push(line);
  }
  return grouped;
}

/** `lines` is newest first: keeps the newest whatever its length, then as many as fit. */
function fitting(lines: readonly EntryRow[]): readonly EntryRow[] {
  let characters = 0;
  return lines.filter(({ text, despite }, index) => {
    characters += text.length + (despite?.length ?? 0);
    return index === 0 || characters <= listedCharacters;
  });
}

function withEnd(lines: readonly EntryRow[], ends: readonly EntryRow[]): readonly EntryRow[] {
  const held = new Set(lines.map(({ place }) => place));
  return [...lines, ...ends.filter(({ place }) => !held.has(place))].sort((a, b) => a.place - b.place);
}

/** The newest entries before a place, oldest first, and the total number; null if there is no such incident. */
export async function readTimeline(
  { trx, tenantId }: Reading,
  incidentId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<{ entries: IncidentEntry[]; totalCount: number } | null> {
  const lines = trx.selectFrom('incident_entries').where('tenant_id', '=', tenantId).where('incident_id', '=', incidentId);
  const { total } = await lines.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  // Every incident has at least its opening entry.
  if (total === 0) return null;
  const rows = await lines
    .selectAll()
    .$if(before !== undefined, (all) => all.where('place', '<', before ?? 0))
    .orderBy('place', 'desc')
    .limit(limit)
    .execute();
  return { entries: rows.reverse().map(toEntry), totalCount: total };
}
