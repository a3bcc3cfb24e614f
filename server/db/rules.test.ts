import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPlatform } from '../testing/platform.ts';
import { createRuledPlatform, pastTriggers, refusedWith } from '../testing/ruledPlatform.ts';
import { brokenRules } from './migrations/150_rules.ts';
import { everyRowRule } from './migrations/rules/every.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createRuledPlatform();
});
afterAll(() => test.close());

/** For each condition, changes that break it; `where` picks the row. */
const changes: Readonly<Record<string, readonly (readonly [set: string, where?: string])[]>> = {
  tenants_currency_is_code: [[`currency = 'xx'`], [`currency = ''`]],
  covenants_hash_is_hash: [[`covenant_hash = 'c'`, `covenant_hash not in (select covenant_hash from sites)`]],
  covenants_version_counts: [['covenant_version = 0']],
  portfolios_currency_is_code: [[`currency = 'kes'`]],
  portfolios_money_not_negative: [
    ['receivables_value = -1'],
    ['available_funding = -1'],
    ['recycled_capital = -1'],
    ['pending_packaging = -1'],
  ],
  portfolios_dated_as_it_stands: [
    ['frozen_at = now()', `state = 'eligible'`],
    ['frozen_at = null', `state = 'eligible_frozen'`],
    ['packaged_at = null', `state = 'packaged'`],
    ['sold_at = now()', `state = 'packaged'`],
    ['sold_at = null', `state = 'sold'`],
    ['sold_at = null', `state = 'recycled'`],
  ],
  portfolios_package_when_packaged: [
    ['dgn_package_id = null', `state = 'packaged'`],
    [`dgn_package_id = 'PKG-X'`, `state = 'eligible'`],
  ],
  portfolios_amounts_are_exact: [
    ['receivables_value = 9007199254740992'],
    ['available_funding = 9007199254740992'],
    ['recycled_capital = 9007199254740992'],
    ['pending_packaging = 9007199254740992'],
  ],
  portfolios_version_counts: [['version = 0']],
  rbf_milestones_amount_above_zero: [['payment_amount = 0'], ['payment_amount = -8000']],
  rbf_milestones_amount_is_exact: [['payment_amount = 9007199254740993']],
  rbf_milestones_percentage_within: [[`payment_type = 'percentage', payment_amount = 101`]],
  rbf_milestones_threshold_is_number: [[`threshold = 'NaN'`], [`threshold = 'Infinity'`]],
  rbf_milestones_currency_is_code: [[`currency = 'xx'`]],
  rbf_payments_amount_above_zero: [['amount = 0'], ['amount = -8000']],
  rbf_payments_amount_is_exact: [['amount = 9007199254740993'], ['amount = 9223372036854775807']],
  rbf_payments_currency_is_code: [[`currency = 'xx'`], [`currency = 'KESH'`]],
  rbf_payments_performance_is_number: [[`actual_performance = 'NaN'`]],
  rbf_payments_paid_when_paid: [
    ['paid_at = null', `status = 'paid'`],
    ['transaction_id = null', `status = 'paid'`],
    [`transaction_id = ''`, `status = 'paid'`],
    ['paid_at = now()', `status = 'pending'`],
    [`transaction_id = 'TX-1'`, `status = 'failed'`],
    [`status = 'paid'`, `status = 'pending'`],
  ],
  rbf_payments_version_counts: [['version = 0']],
  pcaf_portfolios_currency_is_code: [[`currency = 'xx'`]],
  financed_assets_financed_within_cost: [['financed_amount = total_cost + 1']],
  financed_assets_amounts_are_exact: [['total_cost = 9007199254740992']],
  financed_assets_measures_are_numbers: [
    [`lifetime_years = 'NaN'`],
    ['project_kwh = -1'],
    [`capacity_mw = 'Infinity'`, `category = 'renewableEnergy'`],
  ],
  fx_snapshots_rates_above_zero: [[`rates = '{"UGX": 0}'`], [`rates = '{"UGX": "1"}'`], [`rates = '[]'`]],
  sites_serves_somebody: [['served = -1']],
  sites_baseline_not_negative: [['baseline_tonnes = -1'], [`baseline_tonnes = 'NaN'`]],
  verifications_hashes_are_hashes: [[`seal = 'x'`], [`prev_hash = 'x'`], [`evidence_hash = ''`]],
  verifications_uptime_is_percent: [['uptime = 101'], [`uptime = 'NaN'`]],
  verifications_savings_are_numbers: [[`fuel_savings = 'NaN'`], [`emission_reduction = 'Infinity'`]],
  verifications_confidence_is_share: [['confidence_score = 1.01']],
  verifications_latency_not_negative: [['decision_latency_ms = -1']],
  verifications_readings_within: [['readings_received = readings_checked + 1'], ['readings_received = -1']],
  verifications_rules_within: [['rules_passed = rules_checked + 1']],
  verifications_counts: [['ordinal = 0'], ['version = 0'], ['seq = -1']],
  chain_entries_counts_up: [['chain_index = -1', 'chain_index = 20']],
  verification_causes_moves: [['after = before']],
  evidence_packs_manifest_is_hash: [[`manifest_hash = 'h'`]],
  evidence_packs_sizes_not_negative: [['file_count = -1'], ['total_bytes = -1']],
  evidence_files_hash_is_hash: [[`hash = 'h'`]],
  evidence_files_size_not_negative: [['size = -1']],
  checkpoints_counts_up: [['chain_index = -1']],
  signed_statements_names_record: [[`record_hash = ''`]],
  compliance_reports_hash_is_hash: [[`report_hash = ''`]],
  compliance_reports_counts_up: [['ordinal = 0']],
  compliance_reports_headline_is_number: [[`headline = 'NaN'`]],
  audit_records_counts_up: [['chain_index = -1', 'chain_index = 0']],
  event_heads_counts_up: [['seq = -1']],
  events_counts_up: [['prev = seq'], ['prev = -1']],
  id_counters_counts_up: [['value = -1']],
  kpi_snapshots_counts_fit: [['verified = total + 1'], ['automated = -1'], ['p95_ms = p50_ms - 1']],
  health_components_measures_fit: [['uptime = 101'], ['p50_ms = -1'], [`p95_ms = 'NaN'`]],
  pipeline_stages_measures_fit: [['queue_depth = -1'], ['lag_minutes = -1'], ['slo_minutes = 0'], [`processing_rate = 'NaN'`]],
  dead_letters_retries_not_negative: [['retry_count = -1']],
  dead_letters_payload_is_object: [[`payload = '[]'`]],
  series_chunks_steps: [['step_s = 0'], [`points = '{}'`]],
  school_readings_says_one_thing: [
    [`word = 'x'`, 'value is not null'],
    ['value = null', 'value is not null'],
  ],
  school_readings_value_is_number: [[`value = 'NaN'`, 'value is not null']],
  incidents_taken_up_by_somebody: [['acknowledged_at = created_at', 'acknowledged_by is null']],
  incidents_services_are_listed: [[`affected_services = '{}'`]],
  incident_entries_counts_up: [['place = 0']],
  ai_agents_scores_are_shares: [['confidence_score = 1.1'], ['prediction_accuracy = -0.1']],
  ai_predictions_confidence_is_share: [[`confidence = 'NaN'`]],
  ai_predictions_decided_when_decided: [
    ['decided_at = null', 'decided_at is not null'],
    ['decided_at = now()', 'decided_at is null'],
  ],
  ai_overrides_decided_when_decided: [
    [`decided_at = now()`, `status = 'pending'`],
    [`decided_at = null`, `status = 'approved'`],
  ],
  ai_overrides_version_counts: [['version = 0']],
  ai_acts_kind_is_known: [[`kind = 'x'`]],
  accounts_are_named: [[`email = ''`], [`email_key = ''`]],
  sessions_end_by_their_last_hour: [[`expires_at = hard_end_at + interval '1 second'`]],
  sessions_end_for_a_reason: [['ended_at = now()'], [`end_reason = 'user'`]],
  sign_in_attempts_count_up: [['failures = -1']],
  account_links_end_after_they_began: [[`expires_at = created_at - interval '1 second'`]],
  kill_switches_version_counts: [['version = 0']],
  notification_marks_version_counts: [['version = 0']],
};

/** A second row with the same values in a unique key's columns as an existing row. */
const copies: Readonly<Record<string, readonly [set: Readonly<Record<string, string>>, where: string]>> = {
  portfolios_package_once: [{ portfolio_id: 'DGN-900' }, `state = 'packaged'`],
  rbf_payments_once: [{ payment_id: 'RBF-9000', transaction_id: 'TX-9000' }, `status = 'paid'`],
  rbf_payments_transaction_once: [{ payment_id: 'RBF-9000', milestone_id: 'MS-OTHER' }, `status = 'paid'`],
};

const copy = (table: string, set: Readonly<Record<string, unknown>>, where = 'true') =>
  sql.raw(
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(r) || '${JSON.stringify(set)}')).* from (select * from ${table} where ${where} limit 1) r`,
  );

describe('what the rows of a table hold to', { tags: ['S-12'] }, () => {
  const conditions = everyRowRule.filter(({ kind }) => kind === 'holds');
  const references = everyRowRule.filter((rule) => rule.kind === 'refers');
  const keys = everyRowRule.filter((rule) => rule.kind === 'once');

  it('every rule has a try that breaks it', { tags: ['S-12'] }, () => {
    expect(Object.keys(changes).sort()).toEqual(conditions.map(({ name }) => name).sort());
    expect(Object.keys(copies).sort()).toEqual(keys.map(({ name }) => name).sort());
    expect(new Set(everyRowRule.map(({ name }) => name)).size).toBe(everyRowRule.length);
  });

  it.each(conditions)('$table: $says', { tags: ['S-12'] }, async ({ name, table, says }) => {
    for (const [set, where = 'true'] of changes[name] ?? []) {
      const answer = await refusedWith(test, async (trx) => {
        await pastTriggers(trx, table);
        await sql.raw(`update ${table} set ${set} where ctid = (select ctid from ${table} where ${where} limit 1)`).execute(trx);
      });
      expect([set, answer]).toEqual([set, expect.objectContaining({ rule: name, words: says })]);
    }
  });

  it.each(references)('$table: $says', { tags: ['S-12'] }, async ({ name, table, says, columns, kind }) => {
    if (kind !== 'refers') throw new Error('no reference');
    const last = columns.at(-1) ?? '';
    const nowhere = last === 'chain_index' ? 999_999 : last === 'currency' ? 'XXX' : 'nowhere';
    // A new row with its own key, and for single-column references its own tenant.
    const fresh: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      evidence_packs: { pack_id: 'EP-9000' },
      sites: { site_code: 'KE-XXX-900' },
      verifications: { vrf_id: 'VRF-900000', ordinal: 900_000 },
      chain_entries: { chain_index: 999_998 },
      verification_causes: { chain_index: 3 },
      portfolios: { portfolio_id: 'DGN-900', dgn_package_id: null, state: 'eligible', packaged_at: null, sold_at: null, frozen_at: null },
      rbf_payments: { payment_id: 'RBF-9000', transaction_id: null, paid_at: null, status: 'failed' },
      financed_assets: { asset_id: 'A' },
      dead_letters: { item_id: 'DLQ-9' },
      schools: { school_id: 'S-9' },
      ai_overrides: { override_id: 'OVR-9' },
      ai_acts: { act_id: 'ACT-9' },
    };
    const answer = await refusedWith(test, async (trx) => {
      await pastTriggers(trx, table);
      await copy(table, { ...fresh[table], [last]: nowhere }, table === 'ai_overrides' ? `status = 'rejected'` : 'true').execute(trx);
    });
    expect(answer).toMatchObject({ rule: name, words: says });
  });

  it.each(keys)('$table: $says', { tags: ['S-12'] }, async ({ name, table, says }) => {
    const [set, where] = copies[name] ?? [{}, ''];
    const more = name === 'rbf_payments_transaction_once' ? { milestone_id: await anotherMilestone(where) } : {};
    const answer = await refusedWith(test, async (trx) => {
      await pastTriggers(trx, table);
      await copy(table, { ...set, ...more }, where).execute(trx);
    });
    expect(answer).toMatchObject({ rule: name, words: says });
  });

  /** A milestone other than that of the payment picked by `where`. */
  async function anotherMilestone(where: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`select milestone_id as id from rbf_milestones where tenant_id = 'demo'
      and milestone_id <> (select milestone_id from rbf_payments where ${sql.raw(where)} limit 1) limit 1`.execute(test.platform.db);
    return rows[0]?.id ?? '';
  }

  it('a second try of a payment that the bank refused is taken, and no third while it stands', { tags: ['S-12'] }, async () => {
    const again = (id: string) => copy('rbf_payments', { payment_id: id, status: 'pending', jws_signature: '' }, `status = 'failed'`);
    expect(await refusedWith(test, (trx) => again('RBF-9001').execute(trx))).toBeNull();
    expect(
      await refusedWith(test, async (trx) => {
        await again('RBF-9001').execute(trx);
        await again('RBF-9002').execute(trx);
      }),
    ).toMatchObject({ rule: 'rbf_payments_once' });
  });

  it('the demo breaks none', { tags: ['S-12'] }, async () => {
    expect(await brokenRules(test.platform.db as never, everyRowRule)).toEqual([]);
  });
});
