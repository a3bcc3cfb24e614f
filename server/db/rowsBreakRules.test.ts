import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomeOlder } from '../testing/olderPlatform.ts';
import { openTestDatabase } from '../testing/platform.ts';
import type { OpenDatabase } from './database.ts';
import { migrate } from './migrations/index.ts';

/**
 * A copy of an existing payment with these columns changed: the ways in which the review of November 2026 made the database accept false
 * payments.
 */
const payment = (id: string, copied: string, change: Readonly<Record<string, unknown>>): string =>
  `insert into rbf_payments select (jsonb_populate_record(null::rbf_payments, to_jsonb(p) || '${JSON.stringify({ payment_id: id, status: 'pending', paid_at: null, transaction_id: null, ...change })}')).*
    from rbf_payments p where payment_id = '${copied}'`;

const broken = [
  payment('KRB-9001', 'KRB-0020', {}),
  payment('KRB-9002', 'KRB-0020', { milestone_id: 'KMS-NONE', amount: -8000, currency: 'xx' }),
  payment('KRB-9003', 'KRB-0020', { vrf_id: 'KVR-000001', status: 'paid' }),
  `update pipeline_stages set queue_depth = -1`,
  ...Array.from({ length: 7 }, (_, at) => payment(`KRB-91${at}0`, 'KRB-0020', { vrf_id: `KVR-00000${at + 2}`, site_code: 'UG-XXX-000' })),
];

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await becomeOlder(database.db, broken);
});
afterAll(() => database.close());

/** All tables, columns and rows. */
async function contents(): Promise<string> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(
    database.db,
  );
  const found: unknown[] = [columns];
  for (const table of new Set(columns.map((column) => column.table)))
    found.push((await sql`select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(database.db)).rows);
  const { rows: rules } = await sql`select conname from pg_constraint where connamespace = 'public'::regnamespace order by 1`.execute(
    database.db,
  );
  return JSON.stringify([...found, rules]);
}

describe('a database with rows that break rules', { tags: ['S-12'] }, () => {
  it('is not changed: all that is wrong is said at once, by rule, number and ids', { tags: ['S-12'] }, async () => {
    const before = await contents();
    const said = await migrate(database.db).then(
      () => 'migrated',
      (failure: Error) => failure.message,
    );
    expect(said.split('\n')).toEqual([
      'Rows break rules that the database keeps from now on:',
      '- One verification is paid for one milestone once: another payment is made only where the one before it was refused. 2 rows of rbf_payments break this: kampala/KRB-0020, kampala/KRB-9001',
      '- The milestone of a payment is there. 1 row of rbf_payments breaks this: kampala/KRB-9002',
      '- The site of a payment is there. 7 rows of rbf_payments break this: kampala/KRB-9100, kampala/KRB-9110, kampala/KRB-9120, kampala/KRB-9130, kampala/KRB-9140 and 2 more',
      '- A payment is of more than nothing. 1 row of rbf_payments breaks this: kampala/KRB-9002',
      '- A payment’s currency is a code of three capital letters. 1 row of rbf_payments breaks this: kampala/KRB-9002',
      '- A payment that is paid has its date and its transaction, and no other has. 1 row of rbf_payments breaks this: kampala/KRB-9003',
      expect.stringMatching(
        /^- What is measured of a stage is a number and not below zero, its limit above zero\. 4 rows of pipeline_stages break this: kampala\//,
      ),
      "Correct them as docs/RULES.md says, then start again. Step 150_rules of the database's changes was not made, and nothing was changed: the database is as it was before.",
    ]);
    expect(await contents()).toBe(before);
  });

  it('is brought forward once they are corrected, and keeps the rules from then on', { tags: ['S-12'] }, async () => {
    const { db } = database;
    await sql`update pipeline_stages set queue_depth = 0`.execute(db);
    await sql`delete from rbf_payments where payment_id like 'KRB-9%'`.execute(db);
    expect(await migrate(db)).toContain('151_signed');
    await expect(sql.raw(payment('KRB-9001', 'KRB-0020', {})).execute(db)).rejects.toMatchObject({ constraint: 'rbf_payments_once' });
    await expect(sql`update rbf_payments set status = 'pending', paid_at = null, transaction_id = null`.execute(db)).rejects.toMatchObject({
      constraint: 'rbf_payments_moves',
    });
  });
});
