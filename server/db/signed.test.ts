import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPlatform } from '../testing/platform.ts';
import { createRuledPlatform, olderTriggers, pastTriggers, refusedWith } from '../testing/ruledPlatform.ts';
import { keptTables } from './migrations/signed/trigger.ts';
import type { Database } from './schema.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createRuledPlatform();
});
afterAll(() => test.close());

/** For each trigger that is not a rule of moves (moves.test.ts), statements that it refuses. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  rbf_payments_signed: [
    `update rbf_payments set amount = amount * 10 where payment_id = 'RBF-0216'`,
    `update rbf_payments set currency = 'USD' where payment_id = 'RBF-0216'`,
    `update rbf_payments set due_at = due_at + interval '1 day' where payment_id = 'RBF-0218'`,
    `update rbf_payments set jws_signature = '' where payment_id = 'RBF-0216'`,
    `update rbf_payments set payment_id = 'RBF-9000' where payment_id = 'RBF-0216'`,
  ],
  rbf_payments_paid_stay: [
    `update rbf_payments set transaction_id = 'TX-OTHER' where payment_id = 'RBF-0216'`,
    `update rbf_payments set paid_at = now() where payment_id = 'RBF-0216'`,
    `update rbf_payments set fx_snapshot_id = null where payment_id = 'RBF-0216'`,
  ],
  rbf_payments_kept: [`delete from rbf_payments where payment_id = 'RBF-0218'`],
  rbf_payments_of_record: [
    `insert into rbf_payments select (jsonb_populate_record(null::rbf_payments, to_jsonb(r) || '{"payment_id": "RBF-9000", "site_code": "KE-KLF-011", "status": "pending", "paid_at": null, "transaction_id": null}')).*
      from (select * from rbf_payments where site_code <> 'KE-KLF-011' and tenant_id = 'demo' limit 1) r`,
    `insert into rbf_payments select (jsonb_populate_record(null::rbf_payments, to_jsonb(r) || jsonb_build_object('payment_id', 'RBF-9000', 'transaction_id', 'TX-9000', 'vrf_id', v.vrf_id, 'site_code', v.site_code,
        'covenant_hash', v.covenant_hash))).*
      from (select * from rbf_payments where payment_id = 'RBF-0216') r, (select * from verifications where tenant_id = 'demo' and status = 'disputed' limit 1) v`,
  ],
  rbf_milestones_signed: [`update rbf_milestones set payment_amount = payment_amount * 10`, `update rbf_milestones set threshold = 0`],
  portfolios_signed: [
    `update portfolios set receivables_value = receivables_value * 10 where portfolio_id = 'DGN-014'`,
    `update portfolios set jws_signature = '' where portfolio_id = 'DGN-014'`,
  ],
  portfolios_stand: [
    `update portfolios set available_funding = available_funding + 1 where portfolio_id = 'DGN-014'`,
    `update portfolios set changed_at = now() where portfolio_id = 'DGN-014'`,
  ],
  portfolios_sold_stay: [
    `update portfolios set sold_at = sold_at + interval '1 day' where state = 'sold'`,
    `update portfolios set fx_snapshot_id = null where state = 'recycled'`,
  ],
  fx_snapshots_kept: [
    `update fx_snapshots set rates = rates || '{"UGX": 0.04}'`,
    `update fx_snapshots set taken_at = taken_at - interval '1 day'`,
    `delete from fx_snapshots`,
  ],
  portfolios_kept: [`delete from portfolios where portfolio_id = 'DGN-014'`],
  sites_stay: [`update sites set portfolio_id = 'DGN-013' where site_code = 'KE-KLF-011'`],
  covenants_agreed: [`update covenants set terms = '{}'`, `update covenants set title = 'Another'`],
  covenants_kept: [`delete from covenants`],
  signed_statements_kept: [`update signed_statements set signed_at = now()`, `delete from signed_statements`],
  signed_statements_follow: [
    `insert into signed_statements select tenant_id, record_kind, record_id, statement_no + 2, record_hash, jws, signed_at from signed_statements limit 1`,
    `insert into signed_statements select tenant_id, record_kind, 'RBF-NONE', 1, record_hash, jws, signed_at from signed_statements limit 1`,
    `insert into signed_statements select tenant_id, 'portfolio', record_id, 1, record_hash, jws, signed_at from signed_statements where record_kind = 'payment' limit 1`,
  ],
  verifications_sealed: [
    `update verifications set emission_reduction = emission_reduction * 10 where ordinal = 5`,
    `update verifications set site_code = 'KE-KLF-011' where site_code <> 'KE-KLF-011' and tenant_id = 'demo'`,
  ],
  verifications_kept: [`delete from verifications where ordinal = 5`],
  verifications_as_linked: [
    `update verifications set status = 'disputed' where status = 'verified' and ordinal = 5`,
    `update verifications set sealed_at = now() where ordinal = 5`,
    // Back to an older entry of the chain, unchanged: a verification must match its newest entry.
    `update verifications v set status = 'pending', chain_index = c.chain_index, seal = c.seal, prev_hash = c.canonical::jsonb ->> 'prevHash', sealed_at = (c.canonical::jsonb ->> 'timestamp')::timestamptz
      from chain_entries c where c.tenant_id = v.tenant_id and c.vrf_id = v.vrf_id and c.chain_index < v.chain_index`,
    `insert into verifications select (jsonb_populate_record(null::verifications, to_jsonb(r) || '{"vrf_id": "VRF-900000", "ordinal": 900000}')).* from (select * from verifications limit 1) r`,
  ],
  chain_entries_append_only: [`update chain_entries set seal = repeat('f', 64)`, `delete from chain_entries`],
  chain_entries_follow: [
    `insert into chain_entries select tenant_id, max(chain_index) + 2, max(vrf_id), min(canonical), min(seal) from chain_entries group by tenant_id`,
    `insert into chain_entries select tenant_id, chain_index + 1, vrf_id, canonical, seal from chain_entries where (tenant_id, chain_index) in (select tenant_id, max(chain_index) from chain_entries group by tenant_id)`,
    // Linked to the previous entry, but with a seal that does not match its text.
    `insert into chain_entries select tenant_id, chain_index + 1, vrf_id, (canonical::jsonb || jsonb_build_object('prevHash', seal, 'chainIndex', chain_index + 1))::text, repeat('a', 64)
      from chain_entries where (tenant_id, chain_index) in (select tenant_id, max(chain_index) from chain_entries group by tenant_id)`,
  ],
  verification_causes_append_only: [`update verification_causes set reason = ''`, `delete from verification_causes`],
  evidence_packs_signed: [
    `update evidence_packs set manifest_hash = repeat('a', 64)`,
    `update evidence_packs set created_at = now()`,
    `update evidence_packs set simulated = true`,
    `update evidence_packs set jws = ''`,
  ],
  evidence_packs_kept: [`delete from evidence_packs`],
  evidence_files_signed: [`update evidence_files set bytes = ''`, `update evidence_files set hash = repeat('a', 64)`],
  evidence_files_kept: [`delete from evidence_files`],
  checkpoints_kept: [`update checkpoints set seal = repeat('a', 64)`, `delete from checkpoints`],
  checkpoints_stand: [
    `insert into checkpoints select tenant_id, chain, chain_index + 1, seal, at, jws from checkpoints where chain = 'verifications' limit 1`,
    `insert into checkpoints select tenant_id, chain, 999999, seal, at, jws from checkpoints where chain = 'record' limit 1`,
  ],
  compliance_reports_kept: [`update compliance_reports set headline = 0`, `delete from compliance_reports`],
  audit_records_append_only: [`update audit_records set actor_name = 'x'`, `delete from audit_records`],
  audit_records_follow: [
    `insert into audit_records (tenant_id, chain_index, at, actor_name, action, target, outcome, correlation_id, details, prev_hash, hash)
      select tenant_id, max(chain_index) + 2, now(), 'a', 'a', 't', 'done', 'c', '{}', max(hash), repeat('a', 64) from audit_records group by tenant_id`,
    `insert into audit_records (tenant_id, chain_index, at, actor_name, action, target, outcome, correlation_id, details, prev_hash, hash)
      select tenant_id, max(chain_index) + 1, now(), 'a', 'a', 't', 'done', 'c', '{}', repeat('b', 64), repeat('a', 64) from audit_records group by tenant_id`,
  ],
  signing_keys_stay: [`update signing_keys set public_jwk = '{}'`, `update signing_keys set kid = 'x' where state = 'current'`],
  signing_keys_kept: [`delete from signing_keys`],
  incident_entries_append_only: [`update incident_entries set text = ''`, `delete from incident_entries`],
  ai_overrides_asked: [`update ai_overrides set requested_by = 'usr-other'`],
  ai_acts_append_only: [`update ai_acts set reason = ''`, `delete from ai_acts`],
};

describe('what was signed or sealed', { tags: ['S-12'] }, () => {
  const triggers = async () => {
    const { rows } = await sql<{ name: string }>`select tgname as name from pg_trigger where not tgisinternal order by 1`.execute(
      test.platform.db,
    );
    return rows.map(({ name }) => name);
  };

  it('every trigger has a try that it refuses, here or in moves.test.ts', { tags: ['S-12'] }, async () => {
    const others = (await triggers()).filter((name) => !/_(moves|not_cleared)$/.test(name) && name !== 'accounts_count_change');
    expect(Object.keys(refusals).sort()).toEqual(others);
  });

  it.each(Object.entries(refusals))('%s', { tags: ['S-12'] }, async (name, statements) => {
    for (const statement of statements) {
      const answer = await refusedWith(test, (trx) => sql.raw(statement).execute(trx));
      expect([statement, answer]).toEqual([
        statement,
        olderTriggers.test(name)
          ? { rule: undefined, words: null, message: expect.stringMatching(/append-only|never changed/) }
          : { rule: name, words: answer?.message, message: expect.stringMatching(/(^|: )[A-Z][^:]+[a-z]$/) },
      ]);
    }
  });

  /** Columns of a signed row that may change (`where` picks it); no other column may, including any that a later migration adds. */
  const free: readonly (readonly [table: string, where: string, columns: readonly string[]])[] = [
    ['rbf_payments', `payment_id = 'RBF-0216'`, ['version']],
    ['rbf_payments', `payment_id = 'RBF-0218'`, ['status', 'paid_at', 'transaction_id', 'fx_snapshot_id', 'version']],
    ['rbf_milestones', `tenant_id = 'demo' and milestone_id in (select milestone_id from rbf_payments)`, ['version']],
    ['portfolios', `state = 'sold'`, ['version']],
    ['fx_snapshots', 'true', []],
    ['covenants', 'true', ['version']],
    [
      'verifications',
      `evidence_pack_id is not null and decision_latency_ms is not null`,
      [
        'ordinal',
        'received_at',
        'evidence_pack_id',
        'confidence_score',
        'automated',
        'decision_latency_ms',
        'readings_checked',
        'readings_received',
        'rules_checked',
        'rules_passed',
        'anomalous',
        'seq',
        'version',
      ],
    ],
    ['evidence_packs', `vrf_id is not null`, ['worm_status', 'version']],
    ['evidence_files', 'true', []],
  ];
  const other: Readonly<Record<string, (column: string) => string>> = {
    text: (column) => `${column} || 'x'`,
    boolean: (column) => `not ${column}`,
    jsonb: () => `'{"other": true}'`,
    bytea: () => `'other'`,
    'timestamp with time zone': (column) => `${column} + interval '1 hour'`,
  };

  it.each(free)('of %s where %s nothing changes but what may', { tags: ['S-12'] }, async (table, where, may) => {
    const { rows } = await sql<{ column: string; type: string }>`
      select column_name as column, data_type as type from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
      test.platform.db,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { column, type } of rows) {
      const set = (other[type] ?? ((name: string) => `${name} + 1`))(column);
      const answer = await refusedWith(test, (trx) =>
        sql.raw(`update ${table} set ${column} = ${set} where ctid = (select ctid from ${table} where ${where} limit 1)`).execute(trx),
      );
      // Mutable columns have conditions of their own (rules.test.ts) and moves (moves.test.ts).
      const signing = may.includes(column)
        ? /_(signed|paid_stay|sold_stay|kept|stand|of_record|sealed|as_linked|agreed)$/
        : /_(signed|paid_stay|sold_stay|kept|stand|moves|of_record|sealed|as_linked|agreed)$/;
      const bySigning = signing.test(answer?.rule ?? '');
      expect([column, bySigning]).toEqual([column, !may.includes(column)]);
    }
  });

  it.each(keptTables)('%s is not cleared', { tags: ['S-12'] }, async (table) => {
    expect(await refusedWith(test, (trx) => sql`truncate ${sql.table(table)} cascade`.execute(trx))).toMatchObject({
      rule: 'signed_kept',
      words: 'What was signed or sealed is not cleared away',
    });
  });

  it('a pack of the simulated day is let go of and taken away, once nobody names it', { tags: ['S-12'] }, async () => {
    const { evidence_pack_id: packId } = await test.platform.db
      .selectFrom('verifications')
      .select('evidence_pack_id')
      .where('tenant_id', '=', 'demo')
      .where('evidence_pack_id', 'is not', null)
      .orderBy('ordinal')
      .limit(1)
      .executeTakeFirstOrThrow();
    const where = sql`where tenant_id = 'demo' and pack_id = ${packId}`;
    const made = async (trx: Transaction<Database>) => {
      await pastTriggers(trx, 'evidence_packs');
      await sql`update evidence_packs set simulated = true ${where}`.execute(trx);
      await sql`alter table evidence_packs enable trigger user`.execute(trx);
    };
    const takenAway = async (trx: Transaction<Database>) => {
      await sql`delete from evidence_files ${where}`.execute(trx);
      await sql`delete from evidence_packs ${where}`.execute(trx);
    };
    expect(
      await refusedWith(test, async (trx) => {
        await made(trx);
        await takenAway(trx);
      }),
    ).toMatchObject({ rule: 'verifications_of_pack' });
    expect(
      await refusedWith(test, async (trx) => {
        await made(trx);
        await sql`update verifications set evidence_pack_id = null where tenant_id = 'demo' and evidence_pack_id = ${packId}`.execute(trx);
        await takenAway(trx);
      }),
    ).toBeNull();
  });
});
