import { type Kysely, type RawBuilder, sql } from 'kysely';
import { formatCount, plural } from '../../src/domain/format.ts';
import { type TimeBack, timesBackLabels } from '../../src/domain/records/timesBack.ts';
import type { Database } from '../db/schema.ts';
import { chain, record, type Walked, walkToEnd } from './links.ts';

/** Result of checking one list of a tenant. */
export interface ListCheck {
  readonly tenantId: string;
  /** Name of the list as shown to people. */
  readonly list: string;
  /** Name of one place in it ("link", "line", "event"). */
  readonly place: string;
  /** The first place that does not hold; null if all do, or if the list is not hash-chained. */
  readonly broken: number | null;
  /** Number of places; if one is broken, the number before it. */
  readonly places: number;
  /** Where time goes back (S-6), up to the broken place. */
  readonly backs: readonly TimeBack[];
}

/**
 * Checks every append-only list of every tenant: links and seals of the two hash chains, and for all lists that no place is dated before
 * its predecessor.
 */
export async function checkLists(db: Kysely<Database>): Promise<readonly ListCheck[]> {
  const tenants = await db.selectFrom('tenants').select('tenant_id').orderBy('tenant_id').execute();
  const checks: ListCheck[] = [];
  for (const { tenant_id: tenantId } of tenants) {
    for (const [walked, place] of [
      [chain, 'link'],
      [record, 'line'],
    ] as const)
      checks.push(await checkChain(db, tenantId, walked, place));
    checks.push(
      ...(await checkMoments(
        db,
        tenantId,
        { all: 'log of events', one: () => 'log of events', place: 'event' },
        sql`select '' as list, seq::float8 as place, ts as at from events where tenant_id = ${tenantId}`,
      )),
      ...(await checkMoments(
        db,
        tenantId,
        { all: 'time lines of incidents', one: (id) => `time line of ${id}`, place: 'place' },
        sql`select incident_id as list, place::float8 as place, at from incident_entries where tenant_id = ${tenantId}`,
      )),
    );
  }
  return checks;
}

async function checkChain(db: Kysely<Database>, tenantId: string, list: Walked, place: string): Promise<ListCheck> {
  const backs: TimeBack[] = [];
  const walked = await walkToEnd(db, tenantId, list, undefined, (found) => backs.push(found));
  const broken = 'broken' in walked ? walked.broken : null;
  return { tenantId, list: list.what, place, broken, places: 'broken' in walked ? walked.broken : walked.next, backs };
}

/**
 * Checks lists without a hash chain: one result for each list in which time goes back, and one for all others together.
 * @param names name of all lists, of one list, and of a place
 * @param rows query that yields `list`, `place` and `at`
 */
async function checkMoments(
  db: Kysely<Database>,
  tenantId: string,
  names: { readonly all: string; readonly one: (list: string) => string; readonly place: string },
  rows: RawBuilder<unknown>,
): Promise<readonly ListCheck[]> {
  const { rows: lists } = await sql<{ list: string; places: number }>`
    select list, count(*)::float8 as places from (${rows}) every_place group by list order by list`.execute(db);
  const { rows: found } = await sql<TimeBack & { list: string }>`
    select list, place, by_ms as "byMs" from (
      select list, place, (extract(epoch from lag(at) over (partition by list order by place) - at) * 1000)::float8 as by_ms from (${rows}) dated
    ) compared where by_ms > 0 order by list, place`.execute(db);
  const backsOf = (list: string): readonly TimeBack[] =>
    found.filter((one) => one.list === list).map(({ place, byMs }) => ({ place, byMs }));
  const check = (list: string, places: number, backs: readonly TimeBack[]): ListCheck => ({
    tenantId,
    list,
    place: names.place,
    broken: null,
    places,
    backs,
  });
  const back = lists.filter(({ list }) => backsOf(list).length > 0);
  const sound = lists.filter((one) => !back.includes(one)).reduce((sum, { places }) => sum + places, 0);
  return [
    ...(sound > 0 || back.length === 0 ? [check(names.all, sound, [])] : []),
    ...back.map(({ list, places }) => check(names.one(list), places, backsOf(list))),
  ];
}

/** True if every list holds and time never goes back. */
export function isSound(checks: readonly ListCheck[]): boolean {
  return checks.every(({ broken, backs }) => broken === null && backs.length === 0);
}

/** The results as terminal text: one line per list, then every place at which time goes back. */
export function checkText(checks: readonly ListCheck[]): string {
  return checks
    .map(({ tenantId, list, place, broken, places, backs }) => {
      const found =
        broken === null ? `${plural(places, place)}` : `${place} ${formatCount(broken)} DOES NOT HOLD; ${plural(places, place)} before it`;
      const words = timesBackLabels(backs, place);
      const each = backs.map((back) => `\n  ${place} ${back.place}: ${(back.byMs / 1000).toFixed(3)} s`).join('');
      return `${tenantId}: ${list}: ${found}${words === null ? (broken === null ? ', in order.' : '.') : `. ${words}${each}`}\n`;
    })
    .join('');
}
