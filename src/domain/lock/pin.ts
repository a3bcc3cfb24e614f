/**
 * What opens a lock without a passkey: a PIN of digits, or a password (G-5). Judged on the device alone, since it never reaches the
 * platform; the platform's list of common passwords is too large for a browser.
 */

/** Length of a PIN or password in code points. `leastBefore`: minimum under the earlier rules, which still opens its lock. */
export const pinLength = { least: 8, most: 64, leastBefore: 6 } as const;

/**
 * PBKDF2-SHA-256 rounds of the key derivation: a standard function in every browser, without WebAssembly. Argon2id would resist graphics
 * cards better, but needs `wasm-unsafe-eval` in the worker that asks for the PIN and holds every row. The length requirement compensates.
 * Measured here on two shared cores: 383 to 973 ms in Chromium, median 500; the earlier 600,000 took 93 to 268 ms. Stored with each lock,
 * so that it can grow.
 */
export const pinRounds = 2_000_000;

/** The person the lock belongs to. */
export interface LockOwner {
  readonly name: string;
  readonly email: string;
}

/** Normalises input for key derivation (NFC), so that an é is the same however the keyboard composes it. */
export function pinText(typed: string): string {
  return typed.normalize('NFC');
}

/** True if it has only digits: a phone then shows its number pad. */
export function isDigits(typed: string): boolean {
  return /^\d+$/.test(typed);
}

/** Words guessed first at this console's locks, besides the person's own. */
const knownWords = [
  'password',
  'ukweli',
  'console',
  'climate',
  'finance',
  'carbon',
  'evidence',
  'platform',
  'verification',
  'nairobi',
  'kampala',
];
/** A shorter word occurs inside too many others: it counts only if it is the whole text. */
const shortestWithin = 4;
/** Minimum number of different characters; fewer means one or two held keys. */
const fewestDifferent = 4;

/** Why this PIN or password is not accepted, as text; null if it is. */
export function pinProblem(typed: string, owner: LockOwner): string | null {
  const text = pinText(typed);
  const signs = [...text];
  if (signs.length < pinLength.least)
    return isDigits(text) ? `At least ${pinLength.least} digits` : `At least ${pinLength.least} characters`;
  if (signs.length > pinLength.most) return `At most ${pinLength.most} characters`;
  const digits = isDigits(text);
  const what = digits ? 'digits' : 'characters';
  if (new Set(signs).size < fewestDifferent || repeats(text)) return `Repeated ${what} are easy to guess`;
  if (digits) return runs(text) ? 'Digits in sequence are easy to guess' : isDay(text) ? 'A date is easy to guess' : null;
  if (!leaves(text, knownWords)) return 'Words of this product are easy to guess';
  if (!leaves(text, wordsOf(owner))) return 'Your own name or address is easy to guess';
  return null;
}

/** 12341234, abcabcabc: one part repeated, the last one possibly cut off. */
function repeats(text: string): boolean {
  return Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1).some(
    (length) =>
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length),
  );
}

/** 12345678, 98765432, also past nine: 78901234. */
function runs(pin: string): boolean {
  const digits = [...pin].map(Number);
  return [1, 9].some((by) => digits.every((digit, place) => place === 0 || digit === ((digits[place - 1] ?? 0) + by) % 10));
}

/**
 * 19840512, 12051984, 05121984: eight digits that form a date of this century or the last, in any common order. Eight digits invite
 * birthdays.
 */
function isDay(pin: string): boolean {
  const [, a = '', b = '', c = '', d = ''] = /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(pin) ?? [];
  const is = (century: string, month: string, day: string): boolean =>
    /^(19|20)$/.test(century) && /^(0[1-9]|1[0-2])$/.test(month) && /^(0[1-9]|[12]\d|3[01])$/.test(day);
  return is(a, c, d) || is(a, d, c) || is(c, b, a) || is(c, a, b);
}

/** Normal form for comparison: lower-case letters and digits. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The parts of a name and an address that others know. */
function wordsOf({ name, email }: LockOwner): readonly string[] {
  const parts = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u);
  const [local = ''] = email.split('@');
  return [name, email, local, ...parts(name), ...parts(email)];
}

/** True if what remains without these words is long enough to be a password by itself. */
function leaves(text: string, words: readonly string[]): boolean {
  const form = bare(text);
  const known = words.map(bare).filter((word) => word !== '');
  if (known.includes(form)) return false;
  const rest = known
    .filter((word) => word.length >= shortestWithin)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ' '), form);
  return rest === form || [...bare(rest)].length >= pinLength.least;
}
