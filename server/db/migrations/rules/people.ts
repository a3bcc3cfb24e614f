import { holds, ofTenant, rulesOf, type RowRule } from './rule.ts';

/** What `column` names is an account, of whatever tenant. */
const ofAccount =
  (what: string) =>
  (table: string, key: readonly string[]): RowRule => ({
    kind: 'refers',
    name: `${table}_of_account`,
    table,
    key,
    columns: ['account_id'],
    to: 'accounts',
    toColumns: ['account_id'],
    says: `The account of ${what} is there`,
  });

/** People and what is theirs: accounts, sessions, ways in, commands, views, walls. */
export const peopleRules = [
  ...rulesOf(
    'accounts',
    ['account_id'],
    [holds('are_named', `account_id <> '' and email <> '' and email_key <> ''`, 'An account has an id and an address')],
  ),
  ...rulesOf(
    'sessions',
    ['session_id'],
    [
      holds('end_by_their_last_hour', 'expires_at <= hard_end_at', 'A session ends by its last hour'),
      holds('end_for_a_reason', '(ended_at is null) = (end_reason is null)', 'A session that was ended says why'),
    ],
  ),
  ...rulesOf('sign_in_attempts', ['bucket'], [holds('count_up', 'failures >= 0', 'Failed tries to sign in count from 0')]),
  ...rulesOf(
    'account_links',
    ['account_id', 'kind', 'created_at'],
    [
      // One whose letter is given up at once ends in the moment in which it began.
      holds('end_after_they_began', 'expires_at >= created_at', 'A link sent by mail does not end before it began'),
    ],
  ),
  ...rulesOf('idempotency_keys', ['tenant_id', 'account_id', 'key'], [ofTenant('a kept answer'), ofAccount('a kept answer')]),
  ...rulesOf(
    'kill_switches',
    ['tenant_id'],
    [ofTenant('a kill switch'), holds('version_counts', 'version >= 1', 'Moves of a kill switch count from 1')],
  ),
  ...rulesOf('saved_views', ['tenant_id', 'account_id', 'view_id'], [ofTenant('a saved view')]),
  ...rulesOf(
    'notification_marks',
    ['tenant_id', 'account_id', 'notification_id'],
    [holds('version_counts', 'version >= 1', 'Versions of what somebody has read count from 1')],
  ),
];
