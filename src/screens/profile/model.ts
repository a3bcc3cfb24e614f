import type { OwnActivity, Profile } from '../../contracts/identity.ts';
import type { Passkey } from '../../contracts/passkey.ts';
import { isOneLine, notOneLineLabels } from '../../contracts/texts.ts';
import { auditTimesLabels } from '../../domain/auditLabels.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { actDone } from '../../domain/claims/deeds.ts';

/** 'Wanjiru Kamau' becomes WK; a single name gives one letter. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** One act as a line: what was attempted, the result, and from where. Failed sign-ins are marked. */
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
    title: auditTimesLabels(act.action, act.times),
    detail: act.outcome === 'done' ? from : `${status.word}, ${from}`,
  };
}

/** The changed fields only; the password is included if the address changes. */
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

/** Where a passkey is stored, in words for its owner. */
export function passkeyPlace({ backedUp }: Pick<Passkey, 'backedUp'>): string {
  return backedUp ? 'Synced between your devices' : 'On one device only';
}

/** Error of a passkey's name; null if valid. */
export function passkeyNameProblem(typed: string): string | null {
  if (typed.trim() === '') return 'Give the passkey a name';
  return isOneLine(typed.trim()) ? null : notOneLineLabels;
}

/** Suggested name for a new passkey, from the device in use: 'Mac', or 'Mac 2' if that name exists. */
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
