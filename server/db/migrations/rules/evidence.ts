import { holds, isHash, isNumber, ofTenant, refers, rulesOf } from './rule.ts';

const share = (column: string): string => `${column} between 0 and 1`;

/** What is verified and by which evidence: sites, verifications, the chain, packs, checkpoints, reports. */
export const evidenceRules = [
  ...rulesOf(
    'sites',
    ['tenant_id', 'site_code'],
    [
      // Sites are entered before the portfolios that are signed over what they have come to.
      refers('in_portfolio', ['portfolio_id'], 'portfolios', 'The portfolio of a site is there', { late: true }),
      holds('serves_somebody', 'served >= 0', 'A site serves nobody or more'),
      holds(
        'baseline_not_negative',
        `baseline_tonnes >= 0 and baseline_tonnes < 'Infinity'`,
        'What a site gave off before is not below zero',
      ),
    ],
  ),
  ...rulesOf(
    'verifications',
    ['tenant_id', 'vrf_id'],
    [
      refers('by_covenant', ['covenant_hash'], 'covenants', 'The covenant of a verification is there'),
      refers('of_link', ['chain_index'], 'chain_entries', 'The link of the chain that a verification stands by is there'),
      refers('of_pack', ['evidence_pack_id'], 'evidence_packs', 'The evidence pack of a verification is there', { toColumns: ['pack_id'] }),
      holds(
        'hashes_are_hashes',
        `${isHash('seal')} and ${isHash('prev_hash')} and ${isHash('evidence_hash')}`,
        'Seal, previous seal and evidence of a verification are hashes',
      ),
      holds('uptime_is_percent', 'uptime between 0 and 100', 'A verification’s uptime is between 0 and 100 percent'),
      holds(
        'savings_are_numbers',
        `${isNumber('fuel_savings')} and ${isNumber('emission_reduction')}`,
        'Savings and reduction of a verification are numbers',
      ),
      holds('confidence_is_share', share('confidence_score'), 'A verification’s confidence is between 0 and 1'),
      holds('latency_not_negative', 'decision_latency_ms >= 0', 'No decision on a verification took less than no time'),
      holds(
        'readings_within',
        'readings_received between 0 and readings_checked',
        'No more readings of a verification came than were asked for',
      ),
      holds(
        'rules_within',
        'rules_passed between 0 and rules_checked',
        'No more rules were kept by a verification than it was held against',
      ),
      holds('counts', 'ordinal >= 1 and version >= 1 and seq >= 0', 'Numbers of a verification count from 1'),
    ],
  ),
  ...rulesOf(
    'chain_entries',
    ['tenant_id', 'chain_index'],
    [
      // The link comes first: its row names it.
      refers('of_verification', ['vrf_id'], 'verifications', 'The verification that a link of the chain seals is there', { late: true }),
      holds('counts_up', 'chain_index >= 0', 'Links of the chain count from 0'),
    ],
  ),
  ...rulesOf(
    'verification_causes',
    ['tenant_id', 'chain_index'],
    [
      refers('of_verification', ['vrf_id'], 'verifications', 'The verification that somebody’s word moved is there'),
      holds('moves', 'before <> after', 'A word that moved a verification took it from one status to another'),
    ],
  ),
  ...rulesOf(
    'evidence_packs',
    ['tenant_id', 'pack_id'],
    [
      // The chain seals the pack's hash, so the pack comes first.
      refers('of_verification', ['vrf_id'], 'verifications', 'The verification that an evidence pack is for is there', { late: true }),
      holds('manifest_is_hash', isHash('manifest_hash'), 'A manifest’s hash is a hash'),
      holds('sizes_not_negative', 'file_count >= 0 and total_bytes >= 0', 'A pack has no less than no files'),
    ],
  ),
  ...rulesOf(
    'evidence_files',
    ['tenant_id', 'pack_id', 'position'],
    [
      holds('hash_is_hash', isHash('hash'), 'The hash of an evidence file is a hash'),
      holds('size_not_negative', 'size >= 0 and position >= 0', 'An evidence file has no less than no bytes'),
    ],
  ),
  ...rulesOf(
    'checkpoints',
    ['tenant_id', 'chain', 'chain_index'],
    [ofTenant('a checkpoint'), holds('counts_up', 'chain_index >= 0', 'Checkpoints stand at links, which count from 0')],
  ),
  ...rulesOf(
    'signed_statements',
    ['tenant_id', 'record_id', 'statement_no'],
    [ofTenant('a signed statement'), holds('names_record', isHash('record_hash'), 'A signed statement names its record by a hash')],
  ),
  ...rulesOf(
    'compliance_reports',
    ['tenant_id', 'report_id'],
    [
      ofTenant('a report'),
      holds('hash_is_hash', isHash('report_hash'), 'A report’s hash is a hash'),
      holds('counts_up', 'ordinal >= 1', 'Reports count from 1'),
      holds('headline_is_number', isNumber('headline'), 'A report’s headline is a number'),
    ],
  ),
  ...rulesOf('audit_records', ['tenant_id', 'chain_index'], [holds('counts_up', 'chain_index >= 0', 'Lines of the record count from 0')]),
];
