import { commonPasswordList } from './commonPasswordList.ts';

/**
 * Rejects passwords that satisfy the document's five rules (I-21) but are among the first guesses (G-10): common ones, and those made of
 * the product's words or the person's own name and address. Checked on the server only: the list is too large for the browser's first
 * page, and the rules shown there stay the document's. Seed accounts bypass it.
 */

/** The person who chooses the password. */
export interface Chooser {
  readonly name: string;
  readonly email: string;
}

/** Words of the product, and places of its demo. */
const productWords = ['ukweli', 'console', 'climate', 'finance', 'carbon', 'evidence', 'platform', 'verification', 'nairobi', 'kampala'];

/** Characters that people substitute for letters to satisfy a rule. `i` and `l` become one letter, since 1 stands for both. */
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
/** Without the well-known words, at least this many letters must remain, as in a password of its own. */
const fewestOwnLetters = 8;
/** Shorter words occur within too many others; they count only as the whole password. */
const shortestWithin = 4;
/** Maximum of trailing digits and signs that are tried with and without; bounds the work for long inputs. */
const longestTail = 12;
/** Minimum length of a common password after its tail is removed. */
const shortestStem = 4;

const common: ReadonlySet<string> = new Set(commonPasswordList.trim().split(/\s+/).map(fold));

/** Form for comparison: lower case, substitutions undone. */
function fold(text: string): string {
  return [...text.normalize('NFKC').toLowerCase()].map((sign) => stands[sign] ?? sign).join('');
}

/** Letters and digits only. */
const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The password as a whole, and with its trailing digits and signs cut off one by one: some may stand for letters ('Passw0', '1!') or
 * belong to a common password ('abc123').
 */
function stemsOf(password: string): readonly string[] {
  const signs = [...password.normalize('NFKC')];
  const letters = signs.findLastIndex((sign) => /\p{L}/u.test(sign)) + 1;
  return Array.from({ length: Math.min(signs.length - letters, longestTail) + 1 }, (_, more) => signs.slice(0, letters + more).join(''));
}

/** True for a common password in any variant: other case, substitutions, something appended, doubled, or split by signs. */
function isCommon(password: string): boolean {
  return stemsOf(password).some((stem) => {
    const folded = fold(stem);
    return [folded, bare(folded), bare(fold(stem.replace(/^[^\p{L}]+/u, '')))].some((form) => {
      const half = form.slice(0, form.length / 2);
      return form.length >= shortestStem && (common.has(form) || (form === half + half && common.has(half)));
    });
  });
}

/** True if hardly anything is left besides these words. */
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

/** The known parts of a person's name and address, including those of the local part and the domain's names without the last. */
function wordsOf({ name, email }: Chooser): readonly string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  return [name, ...parts(name), email, local, ...parts(local), domain, ...parts(domain).slice(0, -1)];
}

/**
 * Message for the field why a password is refused although it satisfies the rules; null if acceptable.
 * @param given as typed, at most `longestPassword` characters
 */
export function whyGuessable(given: string, chooser: Chooser): string | null {
  if (isCommon(given)) return 'This password is too common. Choose another.';
  if (isMadeOf(given, productWords)) return 'This password is made of words of this product, which are easy to guess. Choose another.';
  if (isMadeOf(given, wordsOf(chooser))) return 'This password is made of your name or address, which are easy to guess. Choose another.';
  return null;
}
