import type { AuditOutcome, AuditRecord } from '../contracts/audit.ts';
import { isoTimeSchema } from '../contracts/primitives.ts';
import { z } from '../contracts/zod.ts';
import { formatCount } from './format.ts';

/** Acts on record as people call them: what was tried, since the outcome stands beside it. One that this version does not know is shown by its code. */
const acts: Readonly<Record<string, string>> = {
  'session.create': 'Sign in',
  'session.end': 'Sign out',
  'session.revoke': 'End a session',
  'session.prove_again': 'Confirm who it is',
  'session.renew': 'Renew a session',
  'session.lock_tries': 'Open a device’s lock',
  'session.lock_escrow': 'Key of what a device’s lock holds back',
  'account.create': 'Create an account',
  'account.change': 'Change an account',
  'account.deactivate': 'Deactivate an account',
  'account.letter_again': 'Have a letter sent again',
  'account.reset_link': 'Ask for a new password',
  'account.password_reset': 'Set a new password',
  'account.password_change': 'Change the password',
  'account.guess_warning': 'Warn of guesses at the password',
  'account.passkey_add': 'Add a passkey',
  'account.passkey_rename': 'Rename a passkey',
  'account.passkey_remove': 'Remove a passkey',
  'account.totp_add': 'Set up an authenticator app',
  'account.totp_remove': 'Remove an authenticator app',
  'account.recovery_codes': 'Make new recovery codes',
  'account.recovery_use': 'Use a recovery code',
  'tenant.second_factor': 'Ask for a second factor by role',
  'account.start_anew': 'Start an account anew',
  'account.link': 'Link an account to the identity provider',
  'account.invite': 'Invite somebody to an account',
  'account.unlink': 'Unlink an account from the identity provider',
  'tenant.domains': 'Name the tenant’s domains',
  'account.passkey_use': 'Prove oneself by a passkey',
  'account.email_link': 'Ask for a new e-mail address',
  'account.email_change': 'Change the e-mail address',
  'profile.update': 'Edit the profile',
  'evidence.links_issued': 'Ask for download links',
  'evidence.download': 'Download evidence',
  'dead_letter.promote': 'Promote dead letters',
  'dead_letter.show': 'Show a dead letter whole',
  'incident.acknowledge': 'Acknowledge an incident',
  'incident.resolve': 'Resolve an incident',
  'incident.note': 'Add a note to an incident',
  'incident.raise': 'Raise the severity of an incident',
  'ai.agent': 'Change an agent',
  'ai.override.request': 'Ask for an override',
  'ai.override.change': 'Change an override',
  'ai.override.approve': 'Approve an override',
  'ai.override.reject': 'Reject an override',
  'report.generate': 'Generate a report',
  'export.sign': 'Export a table',
  'checkpoint.sign': 'Have a checkpoint signed',
  'kill_switch.activate': 'Pull the kill switch',
  'kill_switch.release': 'Release the kill switch',
  'key.rotate': 'Rotate the signing key',
  'key.retire': 'Retire a signing key',
  'key.withdraw': 'Withdraw a signing key',
  'view.save': 'Save a view',
  'view.remove': 'Remove a view',
};

/** Why a call was turned away, after `refused.`. */
const refusals: Readonly<Record<string, string>> = {
  forbidden: 'Call without permission',
  wrong_tenant: 'Call for another tenant',
  csrf: 'Call from outside the console',
  read_only_mode: 'Change in read-only mode',
  unauthenticated: 'Call without a session',
  bad_request: 'Call of a form that no console sends',
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
  refused: 'Calls turned away',
  view: 'Saved views',
};

const readable = (code: string): string => {
  const words = code.replace(/[._]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The part of an action before its verb: what lists are narrowed by. */
export function auditAreaOf(action: string): string {
  return action.split('.', 1)[0] ?? '';
}

/** An area in words: 'Sign-in and sessions'. */
export function auditAreaWords(area: string): string {
  return Object.hasOwn(areas, area) ? (areas[area] ?? area) : readable(area);
}

/** An act in words: 'Promote dead letters'. */
export function auditActWords(action: string): string {
  if (action.startsWith('refused.')) {
    const code = action.slice('refused.'.length);
    return Object.hasOwn(refusals, code) ? (refusals[code] ?? action) : `Call refused: ${code.replace(/_/g, ' ')}`;
  }
  return Object.hasOwn(acts, action) ? (acts[action] ?? action) : readable(action);
}

/** Each outcome in a word. */
export const auditOutcomeWords: Readonly<Record<AuditOutcome, string>> = { done: 'Done', refused: 'Refused', failed: 'Failed' };

const sumSchema = z.object({ times: z.number().check(z.int(), z.gte(1)), from: isoTimeSchema, until: isoTimeSchema });

/** Of a line that stands for many tries of strangers (server/audit/strangers.ts): how many, and the first's and the last's moment (ISO). Null for a line of one act. */
export function auditSumOf({
  details,
}: Pick<AuditRecord, 'details'>): { readonly times: number; readonly from: string; readonly until: string } | null {
  const parsed = z.safeParse(sumSchema, details);
  return parsed.success ? parsed.data : null;
}

/** What a line is about, in a row: 'Sign in', or 'Sign in, 1,994 times' where it stands for many. */
export function auditLineWords(record: Pick<AuditRecord, 'action' | 'details'>): string {
  return auditTimesWords(record.action, auditSumOf(record)?.times);
}

/** The same of an act and how many tries a line of it stands for; once where that is not said. */
export function auditTimesWords(action: string, times = 1): string {
  return times === 1 ? auditActWords(action) : `${auditActWords(action)}, ${formatCount(times)} times`;
}

/** Where a line came from: its address; of many tries that were not all from one, and of the platform's own acts there is none. */
export function auditFromWords(record: Pick<AuditRecord, 'ip' | 'details'>): string {
  return record.ip ?? (auditSumOf(record) === null ? 'the platform itself' : 'several addresses');
}

/** A sum in a sentence: 'Refused 1,994 times from 203.0.113.7 between 14:02:03 and 14:02:59'; null for a line of one act. `moment` writes a moment as people read it. */
export function auditSumWords(record: Pick<AuditRecord, 'outcome' | 'ip' | 'details'>, moment: (iso: string) => string): string | null {
  const sum = auditSumOf(record);
  if (sum === null) return null;
  const often = `${auditOutcomeWords[record.outcome]} ${sum.times === 1 ? 'once' : `${formatCount(sum.times)} times`} from ${auditFromWords(record)}`;
  return sum.times === 1 ? `${often} at ${moment(sum.from)}` : `${often} between ${moment(sum.from)} and ${moment(sum.until)}`;
}
