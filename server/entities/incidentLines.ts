import { type Selectable, sql } from 'kysely';
import type { IncidentEntry } from '../../src/contracts/incident.ts';
import type { Database } from '../db/schema.ts';
import type { Writing } from './writing.ts';

type EntryRow = Selectable<Database['incident_entries']>;
type Reading = Pick<Writing, 'trx' | 'tenantId'>;

/**
 * What of a time line goes with its incident, in lists and in what an act answers (G-20): the newest lines, as many as a usual incident has, and no more text than two long notes; all
 * consoles and walls are sent it each minute. The rest is given at the incident's own address.
 */
const listedLines = 10;
const listedCharacters = 2000;

/** A line as it goes over the wire. */
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

/** Of each incident the lines that go with it, oldest first: the newest, and how it ended however long ago that is, since its state is told by it. */
export async function listedLinesOf({ trx, tenantId }: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, readonly EntryRow[]>> {
  if (ids.length === 0) return new Map();
  // As one parameter: an export has more incidents than a statement may have of those.
  const asked = sql<string>`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
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
  const of = new Map<string, EntryRow[]>();
  for (const line of lines) {
    const held = of.get(line.incident_id);
    if (held === undefined) of.set(line.incident_id, [line]);
    else held.push(line);
  }
  return of;
}

/** Newest first: the newest whatever its length, then as many as there is room for. */
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

/** The lines before a place, the newest of them, oldest first, and how many the whole has; null where there is no such incident. */
export async function readTimeline(
  { trx, tenantId }: Reading,
  incidentId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<{ entries: IncidentEntry[]; totalCount: number } | null> {
  const lines = trx.selectFrom('incident_entries').where('tenant_id', '=', tenantId).where('incident_id', '=', incidentId);
  const { total } = await lines.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  // Every incident begins with the line that it was opened by.
  if (total === 0) return null;
  const rows = await lines
    .selectAll()
    .$if(before !== undefined, (all) => all.where('place', '<', before ?? 0))
    .orderBy('place', 'desc')
    .limit(limit)
    .execute();
  return { entries: rows.reverse().map(toEntry), totalCount: total };
}
