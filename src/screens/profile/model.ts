import type { OwnActivity, Profile } from '../../contracts/identity.ts';
import { auditActWords } from '../../domain/auditWords.ts';
import type { Status } from '../../ui/status/statuses.ts';

/** States of an account as people read them. */
export const accountStatus: Readonly<Record<Profile['status'], { readonly word: string; readonly look: Status }>> = {
  active: { word: 'Active', look: 'ok' },
  inactive: { word: 'Inactive', look: 'idle' },
  suspended: { word: 'Suspended', look: 'bad' },
};

/** 'Wanjiru Kamau' is WK; one name gives one letter. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** One act as a line: what was tried, how it ended, from where. A failed sign-in is the one to look at. */
export function activityLine(act: OwnActivity): {
  readonly status: Status;
  readonly statusWord: string;
  readonly title: string;
  readonly detail: string;
} {
  const from = act.ip === null ? 'from the platform itself' : `from ${act.ip}`;
  const words = { done: 'Done', refused: 'Refused', failed: 'Failed' } as const;
  const looks = { done: 'ok', refused: 'idle', failed: 'warn' } as const;
  return {
    status: looks[act.outcome],
    statusWord: words[act.outcome],
    title: auditActWords(act.action),
    detail: act.outcome === 'done' ? from : `${words[act.outcome]}, ${from}`,
  };
}

/** What a form would change: only what differs, and the password where the address does. */
export function changesOf(
  profile: Pick<Profile, 'name' | 'email'>,
  form: { readonly name: string; readonly email: string; readonly password: string },
): { readonly name?: string; readonly email?: string; readonly currentPassword?: string } {
  const name = form.name.trim();
  const email = form.email.trim();
  return {
    ...(name === profile.name ? {} : { name }),
    ...(email === profile.email ? {} : { email, currentPassword: form.password }),
  };
}
