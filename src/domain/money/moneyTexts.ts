import { withPlainDigits } from '../plainDigits.ts';
import { currencies } from './moneyWords.ts';

/** Replaces a sum, transaction or payee for readers without access to finance. */
export const withheldMark = '[withheld]';

const codes = currencies.join('|');
const shortNames =
  '[KkTtUu]?[Ss][Hh][Ss]?|[Ss]hillings?|[Ss]hilingi|[Dd]ollars?|[Ee]uros?|[Pp]ounds?|[Ff]rancs?|[Nn]aira|[Bb]irr|[Cc]edis?|[Kk]es|[Uu]gx|[Uu]sd';
/** Currencies as people also write them: KSh 12,500, 12 500/=, US$ 5. */
const sign = String.raw`(?:(?:US|A|C)?\p{Sc}|(?<!\p{L})(?:${codes}|${shortNames})(?!\p{L})\.?)`;
/** Bounded groups, starting only at a first digit: on a text with a megabyte of digits an unbounded match would be quadratic. */
const digits = String.raw`(?<!\d)\d+(?:[.,'’_\s]{1,3}\d+){0,10}`;
/** With a suffix for thousand or million, or an exponent. */
const number = String.raw`${digits}(?:(?:[KkMm]|mn|bn|[Ee]\+?\d{1,3})(?![\p{L}\d]))?`;
/** A number with its currency before or after it. Currency first is tried first: in a bank's notation a date may follow the number. */
const sumsInText = new RegExp(String.raw`(?:${number})?${sign}[^\p{L}\d]{0,4}${number}|${number}[\s_-]{0,3}(?:${sign}|\/[=-])`, 'gu');
/** A transaction id, as the platform and banks write it. */
const transactions = /(?<![\p{L}\p{N}])(?:TX|TXN|TRX|UETR)[-_:#]{1,2}[\p{L}\p{N}][\p{L}\p{N}_-]{0,80}/giu;

/**
 * Removes invisible characters and normalises the digits of all scripts before matching. Returns the original text if nothing is
 * withheld.
 */
function plainly(text: string, told: (plain: string) => string): string {
  if (!/[^\0-\x7f]/.test(text)) return told(text);
  const plain = withPlainDigits(text.replace(/\p{Cf}/gu, ''));
  const without = told(plain);
  return without === plain ? text : without;
}

/** A text without sums that name a currency, and without transactions. */
export const withoutSums = (text: string): string =>
  plainly(text, (plain) => (/\d/.test(plain) ? plain.replace(sumsInText, withheldMark) : plain).replace(transactions, withheldMark));

/** Words in a text; ids and times stay whole. */
const words = /[\p{L}\d:.,'’_+-]+/gu;
const moment = /^(?:\d{4}-\d\d-\d\d[Tt\d:.,+Z-]*|\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?)[.,:]*$/;
const sumAlone = /^[-+−]?\d[\d.,'’_]*(?:[KkMm]|[Ee]\+?\d{1,3})?$/u;
const isSum = (part: string): boolean => sumAlone.test(part) && (part.replace(/\D/g, '').length >= 4 || /[a-z]$|e/i.test(part));
/** Numbers with thousands separated by spaces. */
const parted = /(?<![\p{L}\d:.,-])\d{1,3}(?:\s\d{3}){1,6}(?![\p{L}\d:-])/gu;

/** For texts about money: also withholds numbers of four digits or more, unless letters make them an id, or colons and hyphens a time. */
export const withoutNumbers = (text: string): string =>
  plainly(withoutSums(text), (plain) =>
    plain
      .replace(parted, withheldMark)
      .replace(words, (word) => (moment.test(word) ? word : word.replace(/[^:]+/g, (part) => (isSum(part) ? withheldMark : part)))),
  );
