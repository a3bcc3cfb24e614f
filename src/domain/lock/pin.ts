/**
 * What opens a lock that has no passkey: a PIN of digits, or a password (G-5). The device judges it alone, since nothing of it ever reaches the platform; the platform's list of common
 * passwords is no reading for a browser.
 */

/** Signs of a PIN or password, counted as people count them. `leastBefore`: of one that was chosen by the rules of before, which still opens its lock. */
export const pinLength = { least: 8, most: 64, leastBefore: 6 } as const;

/**
 * PBKDF2-SHA-256 rounds that a key is derived by: the standard's own function, which every browser has, and no WebAssembly. Argon2id would hold a graphics card up for longer, but only where a
 * worker's policy lets code be compiled at run time (`wasm-unsafe-eval`), and the worker that asks for the PIN is the one that holds every row. What makes up for that is the length: see the sentence
 * where it is chosen. Measured here, two cores shared by several: 383 to 973 ms in Chromium, 500 in the middle, where the 600,000 of before took 93 to 268. Stored with each lock, so that it can grow.
 */
export const pinRounds = 2_000_000;

/** Whose lock it is to be. */
export interface LockOwner {
  readonly name: string;
  readonly email: string;
}

/** As keys are derived from it: an é typed on one keyboard is the é of another, however they compose it (NFC). */
export function pinText(typed: string): string {
  return typed.normalize('NFC');
}

/** Whether it is made of digits alone: then a phone shows its number pad where it is asked for. */
export function isDigits(typed: string): boolean {
  return /^\d+$/.test(typed);
}

/** Words that are tried at this console's locks first, besides those of its person. */
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
/** A shorter word stands in too many others: it counts only where it is all there is. */
const shortestWithin = 4;
/** Fewer different signs are one or two that are held down. */
const fewestDifferent = 4;

/** Why this will not do, in words; null where it will. */
export function pinProblem(typed: string, owner: LockOwner): string | null {
  const text = pinText(typed);
  const signs = [...text];
  if (signs.length < pinLength.least)
    return isDigits(text) ? `At least ${pinLength.least} digits` : `At least ${pinLength.least} characters`;
  if (signs.length > pinLength.most) return `At most ${pinLength.most} characters`;
  const digits = isDigits(text);
  const what = digits ? 'digits' : 'characters';
  if (new Set(signs).size < fewestDifferent || repeats(text)) return `The same few ${what} over and over are guessed first`;
  if (digits) return runs(text) ? 'Digits in a row are guessed first' : isDay(text) ? 'A date is guessed first' : null;
  if (!leaves(text, knownWords)) return 'Words of this product are guessed first';
  if (!leaves(text, wordsOf(owner))) return 'Your own name or address is guessed first';
  return null;
}

/** 12341234, abcabcabc: one part over and over, the last one perhaps cut off. */
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

/** 19840512, 12051984, 05121984: eight digits that are a day of this century or the last, in any order that people write. Birthdays are what eight digits invite to. */
function isDay(pin: string): boolean {
  const [, a = '', b = '', c = '', d = ''] = /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(pin) ?? [];
  const is = (century: string, month: string, day: string): boolean =>
    /^(19|20)$/.test(century) && /^(0[1-9]|1[0-2])$/.test(month) && /^(0[1-9]|[12]\d|3[01])$/.test(day);
  return is(a, c, d) || is(a, d, c) || is(c, b, a) || is(c, a, b);
}

/** As it is compared: small letters and digits. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The parts of a name and an address that others know. */
function wordsOf({ name, email }: LockOwner): readonly string[] {
  const parts = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  const [local = ''] = email.split('@');
  return [name, email, local, ...parts(name), ...parts(email)];
}

/** Whether enough is left of it beside these words to be a password by itself. */
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
