import type { OwnActivity, Profile } from '../../contracts/identity.ts';
import type { Passkey } from '../../contracts/passkey.ts';
import { isOneLine, notOneLineWords } from '../../contracts/texts.ts';
import { auditTimesWords } from '../../domain/auditWords.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { actDone } from '../../domain/claims/deeds.ts';

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
  readonly status: Claim;
  readonly statusWord: string;
  readonly title: string;
  readonly detail: string;
} {
  const nowhere = act.times === undefined ? 'from the platform itself' : 'from several addresses';
  const from = act.ip === null ? nowhere : `from ${act.ip}`;
  const status = actDone(act.id, act.outcome);
  return {
    status,
    statusWord: status.word,
    title: auditTimesWords(act.action, act.times),
    detail: act.outcome === 'done' ? from : `${status.word}, ${from}`,
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

/** Where a passkey is, as far as its owner should know. */
export function passkeyPlace({ backedUp }: Pick<Passkey, 'backedUp'>): string {
  return backedUp ? 'Synced between your devices' : 'On one device only';
}

/** What is wrong with a passkey's name; null when it may be sent. */
export function passkeyNameProblem(typed: string): string | null {
  if (typed.trim() === '') return 'Give the passkey a name';
  return isOneLine(typed.trim()) ? null : notOneLineWords;
}

/** What a new passkey might be called, by the device that is in use: 'Mac', and 'Mac 2' where there is one of that name. */
export function suggestedPasskeyName(userAgent: string, known: readonly Pick<Passkey, 'name'>[]): string {
  const devices: readonly (readonly [RegExp, string])[] = [
    [/Android/, 'Android device'],
    [/iPad/, 'iPad'],
    [/iPhone/, 'iPhone'],
    [/Windows/, 'Windows computer'],
    [/Mac OS X/, 'Mac'],
    [/CrOS/, 'Chromebook'],
    [/Linux/, 'Linux computer'],
  ];
  const device = devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';
  const taken = new Set(known.map(({ name }) => name));
  let name = device;
  for (let count = 2; taken.has(name); count += 1) name = `${device} ${count}`;
  return name;
}
