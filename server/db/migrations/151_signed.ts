import { type Kysely, sql } from 'kysely';
import { moneyTriggers } from './signed/money.ts';
import { operationsTriggers } from './signed/operations.ts';
import { evidenceTriggers } from './signed/evidence.ts';
import { keptTables } from './signed/trigger.ts';

/**
 * What is signed or sealed stays as it is, and states follow each other along the tables of moves (S-12), whoever writes: the platform's own code is refused like anybody else. Rows that
 * are there are not judged: where one is not what was signed, verdicts and the walk over chain and record say so. `src/domain/finance/financeMoves.ts` has the moves of payments and portfolios,
 * and `server/db/moves.test.ts` holds both against each other.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // The row, by the column named second, and the rule in words: whoever is refused is told which.
  await sql`
    create function refuse_by_rule() returns trigger language plpgsql as $$
    declare which text;
    begin
      if tg_level = 'ROW' then
        which := case tg_op when 'INSERT' then to_jsonb(new) else to_jsonb(old) end ->> tg_argv[1];
      end if;
      raise exception using errcode = 'integrity_constraint_violation', constraint = tg_argv[0], table = tg_table_name,
        message = coalesce(which || ': ', '') || tg_argv[2];
    end $$`.execute(db);
  // The same for rules that ask other rows, from within their own functions.
  await sql`
    create function refuse_row(rule text, of_table text, words text) returns void language plpgsql as $$
    begin
      raise exception using errcode = 'integrity_constraint_violation', constraint = rule, table = of_table, message = words;
    end $$`.execute(db);
  for (const statement of [...moneyTriggers, ...evidenceTriggers, ...operationsTriggers]) await sql.raw(statement).execute(db);

  // All at once is a way of taking away too. What a seed left that was cut off holds nobody's word yet (prepareData.ts).
  await sql`
    create function refuse_clearing() returns trigger language plpgsql as $$
    begin
      if exists (select from platform_settings where key = 'demo_seed' and value -> 'finished' = 'false'::jsonb) then return null; end if;
      perform refuse_row('signed_kept', tg_table_name, 'What was signed or sealed is not cleared away');
      return null;
    end $$`.execute(db);
  for (const table of keptTables)
    await sql
      .raw(`create trigger ${table}_not_cleared before truncate on ${table} for each statement execute function refuse_clearing()`)
      .execute(db);
}
