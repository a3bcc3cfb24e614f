import { commonPasswordList } from './commonPasswordList.ts';

/**
 * Whether a password that keeps the document's five rules (I-21) is one that others would try first (G-10): one of the common ones, or made of the product's words or of the
 * person's own name and address. Judged by the platform alone, once it is sent: the list is no reading for a browser's first page, and the rules that are drawn stay the document's.
 * Accounts of the seed are made past this.
 */

/** Whose password it is to be. */
export interface Chooser {
  readonly name: string;
  readonly email: string;
}

/** The product's words, and the places of its demo. */
const productWords = ['ukweli', 'console', 'climate', 'finance', 'carbon', 'evidence', 'platform', 'verification', 'nairobi', 'kampala'];

/** Signs that stand for a letter, as people write it to satisfy a rule. `i` and `l` become one, since 1 stands for both. */
const stands: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '!': 'l',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};
/** What is left beside words that everybody knows of it has to be a password by itself: this many letters at least. */
const fewestOwnLetters = 8;
/** A shorter word stands in too many others: it counts only where it is all there is. */
const shortestWithin = 4;
/** What stands for letters or belongs to something common at the end of a password is shorter than this; a thousand signs are not tried one by one. */
const longestTail = 12;
/** So does a common password of fewer signs, once what stands behind it is taken away. */
const shortestStem = 4;

const common: ReadonlySet<string> = new Set(commonPasswordList.trim().split(/\s+/).map(fold));

/** As it is compared: small letters, substitutions undone. */
function fold(text: string): string {
  return [...text.normalize('NFKC').toLowerCase()].map((sign) => stands[sign] ?? sign).join('');
}

/** Letters and digits alone. */
const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * What a password may have been made of: itself, and itself without any of the digits and signs at its end. Each of these, since some may stand for letters ('Passw0' and '1!')
 * and others be part of what is common ('abc123').
 */
function stemsOf(password: string): readonly string[] {
  const signs = [...password.normalize('NFKC')];
  const letters = signs.findLastIndex((sign) => /\p{L}/u.test(sign)) + 1;
  return Array.from({ length: Math.min(signs.length - letters, longestTail) + 1 }, (_, more) => signs.slice(0, letters + more).join(''));
}

/** One of the list, however it is written: with other letters large, signs for letters, something behind it, twice over, or parted by signs. */
function isCommon(password: string): boolean {
  return stemsOf(password).some((stem) => {
    const folded = fold(stem);
    return [folded, bare(folded), bare(fold(stem.replace(/^[^\p{L}]+/u, '')))].some((form) => {
      const half = form.slice(0, form.length / 2);
      return form.length >= shortestStem && (common.has(form) || (form === half + half && common.has(half)));
    });
  });
}

/** Whether hardly anything is left of it beside these words. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = words.map((word) => bare(fold(word))).filter((word) => word !== '');
  const sorted = known.toSorted((a, b) => b.length - a.length);
  return stemsOf(password).some((stem) => {
    const form = bare(fold(stem));
    if (known.includes(form)) return true;
    const rest = sorted.filter((word) => word.length >= shortestWithin).reduce((left, word) => left.replaceAll(word, ' '), form);
    return rest !== form && rest.replaceAll(/\P{L}/gu, '').length < fewestOwnLetters;
  });
}

/** The parts of a name and an address that others know: of the address also the parts before the @, and the name of its domain. */
function wordsOf({ name, email }: Chooser): readonly string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  return [name, ...parts(name), email, local, ...parts(local), domain, ...parts(domain).slice(0, -1)];
}

/**
 * Why this password is refused though it keeps the rules, in a sentence for its field; null where nothing is wrong with it.
 * @param given as typed, at most as long as `longestPassword`
 */
export function whyGuessable(given: string, chooser: Chooser): string | null {
  if (isCommon(given)) return 'This is one of the passwords that are tried first, or nearly one. Choose another.';
  if (isMadeOf(given, productWords)) return 'This is made of words of this product, which others try. Choose another.';
  if (isMadeOf(given, wordsOf(chooser))) return 'This is made of your name or address, which others know. Choose another.';
  return null;
}
