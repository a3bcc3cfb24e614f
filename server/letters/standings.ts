import { type Kysely, sql } from 'kysely';
import type { UserLetter } from '../../src/contracts/userLetter.ts';
import type { Database } from '../db/schema.ts';
import type { LetterRow } from './letter.ts';

/** Number of letters shown per account, newest first. */
const toldOf = 5;

/** A letter as administrators see it. */
export function toUserLetter(row: Omit<LetterRow, 'to_address' | 'facts'>): UserLetter {
  return {
    id: row.letter_id,
    purpose: row.purpose,
    state: row.state,
    since: row.waiting_since,
    tries: row.tries,
    endedAt: row.ended_at,
    trouble: row.trouble,
  };
}

/** The newest letters about each of these accounts, newest first. */
export async function readLetters(
  db: Kysely<Database>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, readonly UserLetter[]>> {
  const found = new Map<string, UserLetter[]>(accountIds.map((id) => [id, []]));
  if (accountIds.length === 0) return found;
  const rows = await db
    .selectFrom((inner) =>
      inner
        .selectFrom('account_letters')
        .selectAll()
        .select(sql<number>`row_number() over (partition by account_id order by place desc)`.as('newest'))
        .where('account_id', 'in', [...accountIds])
        .as('letters'),
    )
    .selectAll()
    .where('newest', '<=', toldOf)
    .orderBy('newest')
    .execute();
  for (const row of rows) found.get(row.account_id)?.push(toUserLetter(row));
  return found;
}

/** Number of waiting and given-up letters of all tenants, and the age of the longest-waiting one, milliseconds. */
export async function readStandings(
  db: Kysely<Database>,
  now: Date,
): Promise<{ readonly waiting: number; readonly givenUp: number; readonly oldestMs: number }> {
  const row = await db
    .selectFrom('account_letters')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
      fn.countAll<number>().filterWhere('state', '=', 'given_up').as('given_up'),
      fn.min<string | null>('waiting_since').filterWhere('state', '=', 'waiting').as('oldest'),
    ])
    .where('state', 'in', ['waiting', 'given_up'])
    .executeTakeFirst();
  const oldest = row?.oldest ?? null;
  return {
    waiting: row?.waiting ?? 0,
    givenUp: row?.given_up ?? 0,
    oldestMs: oldest === null ? 0 : Math.max(0, now.getTime() - Date.parse(oldest)),
  };
}
