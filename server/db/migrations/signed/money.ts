import { asks, changes, movesOtherwise, refuses } from './trigger.ts';

/** What is signed of a payment when it is owed, by its own columns (`paymentFacts`, src/domain/records/recordFields.ts), and the signature. */
const paymentFacts = [
  'tenant_id',
  'payment_id',
  'vrf_id',
  'milestone_id',
  'site_code',
  'actual_performance',
  'amount',
  'currency',
  'due_at',
  'covenant_hash',
  'jws_signature',
];
const milestoneFacts = ['tenant_id', 'milestone_id', 'description', 'metric', 'threshold', 'payment_amount', 'payment_type', 'currency'];
const portfolioFacts = ['tenant_id', 'portfolio_id', 'receivables_value', 'currency', 'covenant_hash', 'jws_signature', 'signer_kid'];
/** What a move changes, and its statement signs. */
const portfolioStanding = [
  'frozen_at',
  'packaged_at',
  'sold_at',
  'dgn_package_id',
  'available_funding',
  'recycled_capital',
  'pending_packaging',
  'changed_at',
];

export const moneyTriggers: readonly string[] = [
  refuses(
    'update',
    'rbf_payments',
    'payment_id',
    'rbf_payments_moves',
    movesOtherwise('status', { pending: ['paid', 'failed'], failed: ['pending'] }),
    'A payment goes from pending to paid or failed and from failed to pending, and no other way',
  ),
  refuses(
    'update',
    'rbf_payments',
    'payment_id',
    'rbf_payments_signed',
    `old.jws_signature <> '' and ${changes(paymentFacts)}`,
    'What was signed of a payment stays as it was signed',
  ),
  refuses(
    'update',
    'rbf_payments',
    'payment_id',
    'rbf_payments_paid_stay',
    `old.status = 'paid' and ${changes(['paid_at', 'transaction_id', 'fx_snapshot_id'])}`,
    'A payment that was made keeps its date, its transaction and the exchange rates of its day',
  ),
  refuses(
    'delete',
    'rbf_payments',
    'payment_id',
    'rbf_payments_kept',
    `old.jws_signature <> ''`,
    'A payment that was signed is not taken away',
  ),
  // The site and covenant are sealed with the verification; and nothing is paid for a record that is not verified.
  ...asks(
    'rbf_payments_of_record',
    'insert or update of status, vrf_id, site_code, covenant_hash',
    'rbf_payments',
    null,
    `declare v record;
    begin
      select status, site_code, covenant_hash into v from verifications where tenant_id = new.tenant_id and vrf_id = new.vrf_id;
      if not found then return new; end if;
      if (v.site_code, v.covenant_hash) is distinct from (new.site_code, new.covenant_hash) then
        perform refuse_row('rbf_payments_of_record', 'rbf_payments', new.payment_id || ': A payment names the site and the covenant of its verification');
      end if;
      if new.status = 'paid' and v.status <> 'verified' and (tg_op = 'INSERT' or old.status <> 'paid') then
        perform refuse_row('rbf_payments_of_record', 'rbf_payments', new.payment_id || ': ' || new.vrf_id || ' is ' || v.status || ', and nothing is paid for it');
      end if;
      return new;
    end`,
  ),
  ...asks(
    'rbf_milestones_signed',
    'update',
    'rbf_milestones',
    changes(milestoneFacts),
    `begin
      if exists (select from rbf_payments where tenant_id = old.tenant_id and milestone_id = old.milestone_id and jws_signature <> '') then
        perform refuse_row('rbf_milestones_signed', 'rbf_milestones', old.milestone_id || ': A milestone stays as it was signed with its payments');
      end if;
      return new;
    end`,
  ),
  refuses(
    'update',
    'portfolios',
    'portfolio_id',
    'portfolios_moves',
    movesOtherwise('state', {
      eligible: ['eligible_frozen'],
      eligible_frozen: ['packaged', 'eligible'],
      packaged: ['sold', 'defaulted'],
      sold: ['recycled', 'defaulted'],
      defaulted: ['written_off'],
    }),
    'A portfolio goes from state to state as the table of moves has it, and no other way',
  ),
  refuses(
    'update',
    'portfolios',
    'portfolio_id',
    'portfolios_signed',
    `old.jws_signature <> '' and ${changes(portfolioFacts)}`,
    'What was signed of a portfolio stays as it was signed',
  ),
  refuses(
    'update',
    'portfolios',
    'portfolio_id',
    'portfolios_stand',
    `old.jws_signature <> '' and old.state = new.state and ${changes(portfolioStanding)}`,
    'A portfolio’s dates and amounts change with a move alone, which is signed',
  ),
  refuses(
    'delete',
    'portfolios',
    'portfolio_id',
    'portfolios_kept',
    `old.jws_signature <> ''`,
    'A portfolio that was signed is not taken away',
  ),
  // Every statement about a portfolio signs the codes of its sites.
  ...asks(
    'sites_stay',
    'update',
    'sites',
    changes(['tenant_id', 'site_code', 'portfolio_id']),
    `begin
      if exists (select from portfolios where tenant_id = old.tenant_id and portfolio_id in (old.portfolio_id, new.portfolio_id) and jws_signature <> '') then
        perform refuse_row('sites_stay', 'sites', old.site_code || ': The sites of a portfolio stay as they were signed with it');
      end if;
      return new;
    end`,
  ),
  refuses(
    'update',
    'covenants',
    'covenant_hash',
    'covenants_agreed',
    changes(['tenant_id', 'covenant_hash', 'title', 'covenant_version', 'agreed_at', 'terms']),
    'A covenant stays as it was agreed',
  ),
  refuses('delete', 'covenants', 'covenant_hash', 'covenants_kept', null, 'A covenant that was agreed is not taken away'),
  refuses('update or delete', 'signed_statements', 'record_id', 'signed_statements_kept', null, 'A signed statement is never changed'),
  ...asks(
    'signed_statements_follow',
    'insert',
    'signed_statements',
    null,
    `begin
      if not (case new.record_kind
        when 'payment' then exists (select from rbf_payments where tenant_id = new.tenant_id and payment_id = new.record_id and jws_signature <> '')
        else exists (select from portfolios where tenant_id = new.tenant_id and portfolio_id = new.record_id and jws_signature <> '') end)
      then
        perform refuse_row('signed_statements_follow', 'signed_statements', new.record_id || ': A statement is about a signed record that is there');
      end if;
      if new.statement_no > 1 and not exists (
        select from signed_statements where tenant_id = new.tenant_id and record_kind = new.record_kind and record_id = new.record_id
          and statement_no = new.statement_no - 1)
      then
        perform refuse_row('signed_statements_follow', 'signed_statements', new.record_id || ': A statement follows the one before it');
      end if;
      return new;
    end`,
  ),
];
