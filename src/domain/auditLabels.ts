import type { AuditOutcome, AuditRecord } from '../contracts/audit.ts';
import { isoTimeSchema } from '../contracts/primitives.ts';
import { z } from '../contracts/zod.ts';
import { formatCount } from './format.ts';

/** Names of audited acts, phrased as attempts, since the outcome is shown beside them. An unknown act is shown by its code. */
const acts: Readonly<Record<string, string>> = {
  'session.create': 'Sign in',
  'session.end': 'Sign out',
  'session.revoke': 'End a session',
  'session.prove_again': 'Confirm identity',
  'session.renew': 'Renew a session',
  'session.lock_tries': 'Unlock a device',
  'session.lock_escrow': 'Key for unsent actions behind a lock',
  'account.create': 'Create an account',
  'account.change': 'Change an account',
  'account.deactivate': 'Deactivate an account',
  'account.letter_again': 'Send an email again',
  'account.reset_link': 'Request a new password',
  'account.password_reset': 'Set a new password',
  'account.password_change': 'Change the password',
  'account.guess_warning': 'Warn of password guessing',
  'account.passkey_add': 'Add a passkey',
  'account.passkey_rename': 'Rename a passkey',
  'account.passkey_remove': 'Remove a passkey',
  'account.totp_add': 'Set up an authenticator app',
  'account.totp_remove': 'Remove an authenticator app',
  'account.recovery_codes': 'Make new recovery codes',
  'account.recovery_use': 'Use a recovery code',
  'tenant.second_factor': 'Require a second factor by role',
  'account.start_anew': 'Reset access to an account',
  'account.link': 'Link an account to the identity provider',
  'account.invite': 'Invite a person to an account',
  'account.unlink': 'Unlink an account from the identity provider',
  'tenant.domains': 'Name the tenant’s domains',
  'account.passkey_use': 'Confirm identity with a passkey',
  'account.email_link': 'Request a new email address',
  'account.email_change': 'Change the email address',
  'profile.update': 'Edit the profile',
  'evidence.links_issued': 'Request download links',
  'evidence.download': 'Download evidence',
  'dead_letter.promote': 'Promote dead letters',
  'dead_letter.show': 'Show a full dead letter',
  'incident.acknowledge': 'Acknowledge an incident',
  'incident.resolve': 'Resolve an incident',
  'incident.note': 'Add a note to an incident',
  'incident.raise': 'Raise the severity of an incident',
  'ai.agent': 'Change an agent',
  'ai.override.request': 'Request an override',
  'ai.override.change': 'Change an override',
  'ai.override.approve': 'Approve an override',
  'ai.override.reject': 'Reject an override',
  'report.generate': 'Generate a report',
  'export.sign': 'Export a table',
  'checkpoint.sign': 'Request a signed checkpoint',
  'kill_switch.activate': 'Activate the kill switch',
  'kill_switch.release': 'Release the kill switch',
  'key.rotate': 'Rotate the signing key',
  'key.retire': 'Retire a signing key',
  'key.withdraw': 'Withdraw a signing key',
  'view.save': 'Save a view',
  'view.remove': 'Remove a view',
};

/** Reasons of refused calls, keyed by the part after `refused.`. */
const refusals: Readonly<Record<string, string>> = {
  forbidden: 'Call without permission',
  wrong_tenant: 'Call for another tenant',
  csrf: 'Call from outside the console',
  read_only_mode: 'Change in read-only mode',
  unauthenticated: 'Call without a session',
  bad_request: 'Call in an unknown format',
};

const areas: Readonly<Record<string, string>> = {
  session: 'Sign-in and sessions',
  account: 'Accounts',
  profile: 'Profiles',
  evidence: 'Evidence',
  dead_letter: 'Dead letters',
  incident: 'Incidents',
  ai: 'AI governance',
  report: 'Reports',
  export: 'Exports',
  key: 'Signing keys',
  kill_switch: 'Kill switch',
  refused: 'Refused calls',
  view: 'Saved views',
};

const readable = (code: string): string => {
  const words = code.replace(/[._]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The area of an action (the part before its verb), by which lists are filtered. */
export function auditAreaOf(action: string): string {
  return action.split('.', 1)[0] ?? '';
}

/** The name of an area: 'Sign-in and sessions'. */
export function auditAreaLabels(area: string): string {
  return Object.hasOwn(areas, area) ? (areas[area] ?? area) : readable(area);
}

/** The name of an act: 'Promote dead letters'. */
export function auditActLabels(action: string): string {
  if (action.startsWith('refused.')) {
    const code = action.slice('refused.'.length);
    return Object.hasOwn(refusals, code) ? (refusals[code] ?? action) : `Call refused: ${code.replace(/_/g, ' ')}`;
  }
  return Object.hasOwn(acts, action) ? (acts[action] ?? action) : readable(action);
}

/** The label of each outcome. */
export const auditOutcomeLabels: Readonly<Record<AuditOutcome, string>> = { done: 'Done', refused: 'Refused', failed: 'Failed' };

const sumSchema = z.object({ times: z.number().check(z.int(), z.gte(1)), from: isoTimeSchema, until: isoTimeSchema });

/**
 * For a line that sums up many attempts of anonymous callers (server/audit/anonymousCallers.ts): their number and the times of the first and
 * last (ISO). Null for a line of one act.
 */
export function auditSumOf({
  details,
}: Pick<AuditRecord, 'details'>): { readonly times: number; readonly from: string; readonly until: string } | null {
  const parsed = z.safeParse(sumSchema, details);
  return parsed.success ? parsed.data : null;
}

/** A line's title in a list: 'Sign in', or 'Sign in, 1,994 times' for a sum. */
export function auditLineLabels(record: Pick<AuditRecord, 'action' | 'details'>): string {
  return auditTimesLabels(record.action, auditSumOf(record)?.times);
}

/** The title of an act and the number of attempts; once if not given. */
export function auditTimesLabels(action: string, times = 1): string {
  return times === 1 ? auditActLabels(action) : `${auditActLabels(action)}, ${formatCount(times)} times`;
}

/** Where a line came from: its IP address. The platform's own acts have none, nor do sums over several addresses. */
export function auditFromLabels(record: Pick<AuditRecord, 'ip' | 'details'>): string {
  return record.ip ?? (auditSumOf(record) === null ? 'the platform itself' : 'several addresses');
}

/**
 * A sum as a sentence: 'Refused 1,994 times from 203.0.113.7 between 14:02:03 and 14:02:59'; null for a line of one act. `moment` formats
 * a time.
 */
export function auditSumLabels(record: Pick<AuditRecord, 'outcome' | 'ip' | 'details'>, moment: (iso: string) => string): string | null {
  const sum = auditSumOf(record);
  if (sum === null) return null;
  const often = `${auditOutcomeLabels[record.outcome]} ${sum.times === 1 ? 'once' : `${formatCount(sum.times)} times`} from ${auditFromLabels(record)}`;
  return sum.times === 1 ? `${often} at ${moment(sum.from)}` : `${often} between ${moment(sum.from)} and ${moment(sum.until)}`;
}
