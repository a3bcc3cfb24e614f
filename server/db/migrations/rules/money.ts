import { holds, isCurrency, isHash, isNumber, ofTenant, once, refers, rulesOf } from './rule.ts';

/** Money: covenants, portfolios, milestones, payments, what was financed, rates. */
export const moneyRules = [
  ...rulesOf(
    'tenants',
    ['tenant_id'],
    [holds('currency_is_code', isCurrency('currency'), 'A tenant’s currency is a code of three capital letters')],
  ),
  ...rulesOf(
    'covenants',
    ['tenant_id', 'covenant_hash'],
    [
      ofTenant('a covenant'),
      holds('hash_is_hash', isHash('covenant_hash'), 'A covenant is named by the hash of its terms'),
      holds('version_counts', 'covenant_version >= 1', 'Versions of a covenant count from 1'),
    ],
  ),
  ...rulesOf(
    'portfolios',
    ['tenant_id', 'portfolio_id'],
    [
      refers('of_covenant', ['covenant_hash'], 'covenants', 'The covenant of a portfolio is there'),
      holds('currency_is_code', isCurrency('currency'), 'A portfolio’s currency is a code of three capital letters'),
      holds(
        'money_not_negative',
        'receivables_value >= 0 and available_funding >= 0 and recycled_capital >= 0 and pending_packaging >= 0',
        'A portfolio’s amounts are not below zero',
      ),
      holds(
        'dated_as_it_stands',
        `case state
           when 'eligible' then frozen_at is null and packaged_at is null and sold_at is null
           when 'eligible_frozen' then frozen_at is not null and packaged_at is null and sold_at is null
           when 'packaged' then packaged_at is not null and sold_at is null
           when 'sold' then packaged_at is not null and sold_at is not null
           when 'recycled' then packaged_at is not null and sold_at is not null
           else packaged_at is not null end`,
        'A portfolio has the dates of the states that it has been in, and no others',
      ),
      holds(
        'package_when_packaged',
        '(packaged_at is null) = (dgn_package_id is null)',
        'A portfolio has a package from when it is packaged on',
      ),
      once('package_once', ['tenant_id', 'dgn_package_id'], 'A package is one portfolio’s', 'dgn_package_id is not null'),
      holds('version_counts', 'version >= 1', 'Versions of a portfolio count from 1'),
    ],
  ),
  ...rulesOf(
    'rbf_milestones',
    ['tenant_id', 'milestone_id'],
    [
      ofTenant('a milestone'),
      holds('amount_above_zero', 'payment_amount > 0', 'A milestone promises more than nothing'),
      holds(
        'percentage_within',
        `payment_type <> 'percentage' or payment_amount <= 100`,
        'A milestone that promises a percentage promises 100 at the most',
      ),
      holds('threshold_is_number', isNumber('threshold'), 'A milestone’s threshold is a number'),
      holds('currency_is_code', isCurrency('currency'), 'A milestone’s currency is a code of three capital letters'),
    ],
  ),
  ...rulesOf(
    'rbf_payments',
    ['tenant_id', 'payment_id'],
    [
      once(
        'once',
        ['tenant_id', 'vrf_id', 'milestone_id'],
        'One verification is paid for one milestone once: another payment is made only where the one before it was refused',
        `status <> 'failed'`,
      ),
      refers('of_milestone', ['milestone_id'], 'rbf_milestones', 'The milestone of a payment is there'),
      refers('to_site', ['site_code'], 'sites', 'The site of a payment is there'),
      refers('of_covenant', ['covenant_hash'], 'covenants', 'The covenant of a payment is there'),
      holds('amount_above_zero', 'amount > 0', 'A payment is of more than nothing'),
      holds('currency_is_code', isCurrency('currency'), 'A payment’s currency is a code of three capital letters'),
      holds('performance_is_number', isNumber('actual_performance'), 'What a payment is made for is a number'),
      holds(
        'paid_when_paid',
        `case status when 'paid' then paid_at is not null and coalesce(transaction_id, '') <> '' else paid_at is null and transaction_id is null end`,
        'A payment that is paid has its date and its transaction, and no other has',
      ),
      once('transaction_once', ['tenant_id', 'transaction_id'], 'A transaction pays one payment', 'transaction_id is not null'),
      holds('version_counts', 'version >= 1', 'Versions of a payment count from 1'),
    ],
  ),
  ...rulesOf(
    'pcaf_portfolios',
    ['tenant_id', 'portfolio_id'],
    [
      ofTenant('a financed portfolio'),
      holds('currency_is_code', isCurrency('currency'), 'A financed portfolio’s currency is a code of three capital letters'),
    ],
  ),
  ...rulesOf(
    'financed_assets',
    ['tenant_id', 'asset_id'],
    [
      refers('of_site', ['site_code'], 'sites', 'The site of a financed asset is there'),
      holds('financed_within_cost', 'financed_amount <= total_cost', 'No more of an asset is financed than it cost'),
      holds(
        'measures_are_numbers',
        `lifetime_years < 'Infinity' and emission_factor < 'Infinity' and coalesce(baseline_kwh, 0) >= 0 and coalesce(baseline_kwh, 0) < 'Infinity'
           and coalesce(project_kwh, 0) >= 0 and coalesce(project_kwh, 0) < 'Infinity' and coalesce(capacity_mw, 0) >= 0 and coalesce(capacity_mw, 0) < 'Infinity'`,
        'What is measured of a financed asset is a number, and not below zero',
      ),
    ],
  ),
  ...rulesOf(
    'fx_snapshots',
    ['tenant_id', 'fx_snapshot_id'],
    [
      ofTenant('an exchange-rate snapshot'),
      holds(
        'rates_above_zero',
        `jsonb_typeof(rates) = 'object' and not jsonb_path_exists(rates, '$.* ? (@.type() != "number" || @ <= 0)')`,
        'Rates of an exchange-rate snapshot are numbers above zero',
      ),
    ],
  ),
];
