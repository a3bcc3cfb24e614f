import { sql, type Transaction } from 'kysely';
import { signAllDue } from '../audit/checkpoints.ts';
import { brokenRuleOf } from '../db/brokenRule.ts';
import type { Database } from '../db/schema.ts';
import { createTestPlatform, type TestPlatform } from './platform.ts';

/** A platform with the demo's day, checkpoints of both chains, and a row in each table that has a rule but no seeded rows. */
export async function createRuledPlatform(): Promise<TestPlatform> {
  const test = await createTestPlatform({ seeded: true, config: { simulation: 'off' } });
  const line = { tenantId: 'demo', actor: { id: null, name: 'A test' }, action: 'test.act', target: 'x', outcome: 'done' } as const;
  for (const correlationId of ['one', 'two']) await test.platform.audit.record(null, { ...line, correlationId, ip: null });
  await signAllDue(test.platform);
  const { db } = test.platform;
  // Rows for tables that the seed leaves empty.
  const person = await db.selectFrom('accounts').select('account_id').where('email', '=', 'admin@ukweli.example').executeTakeFirstOrThrow();
  const account = sql.lit(person.account_id);
  await test.signIn('admin@ukweli.example');
  for (const statement of [
    sql`insert into sign_in_attempts (bucket, failures, last_at) values ('b', 1, now())`,
    sql`insert into account_links (token_hash, kind, created_at, expires_at) values ('t', 'reset', now(), now() + interval '30 minutes')`,
    sql`insert into idempotency_keys values ('demo', ${account}, 'k', 'h', '{}', now())`,
    sql`insert into kill_switches (tenant_id, active, reason, by_name, changed_at) values ('demo', false, 'r', 'n', now())`,
    sql`insert into saved_views values ('demo', ${account}, 'v', 'dlq', 'n', 'q', now(), 1)`,
    sql`insert into notification_marks (tenant_id, account_id, notification_id, read_at, version)
      select tenant_id, ${account}, notification_id, now(), 1 from notifications where tenant_id = 'demo' limit 1`,
    sql`insert into events values ('demo', 1, 0, 'kpis', 't', 'r', 1, now(), 'c', '{}', now())`,
  ])
    await statement.execute(db);
  return test;
}

/** Triggers older than migration 151, whose errors carry only text and no constraint name. */
export const olderTriggers =
  /^(accounts_count_change|chain_entries_append_only|verification_causes_append_only|compliance_reports_kept|audit_records_append_only|checkpoints_kept)$/;

class Undone extends Error {}

/** How the database refused: name of the constraint or trigger, the text for people, and its own message. */
export interface Refused {
  readonly rule: string | undefined;
  readonly words: string | null;
  readonly message: string;
}

/** Runs `work` and rolls it back. Returns the refusal, or null if it was accepted. */
export async function refusedWith(
  { platform }: Pick<TestPlatform, 'platform'>,
  work: (trx: Transaction<Database>) => Promise<unknown>,
): Promise<Refused | null> {
  try {
    await platform.db.transaction().execute(async (trx) => {
      await work(trx);
      await sql`set constraints all immediate`.execute(trx);
      throw new Undone();
    });
  } catch (failure) {
    if (failure instanceof Undone) return null;
    const { constraint, message } = failure as { constraint?: string; message: string }; // the same for both drivers
    return { rule: constraint, words: brokenRuleOf(failure), message };
  }
  throw new Error('not undone');
}

/** Disables our triggers on a table within `trx`, so that only its row constraints apply. */
export async function pastTriggers(trx: Transaction<Database>, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
}
