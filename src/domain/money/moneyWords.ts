import { fromBase64url } from '../encoding/base64url.ts';

/**
 * Detects names and texts about money, whatever service wrote them and in whatever notation. Errs towards money: then less is shown,
 * never nothing.
 */

/** ISO 4217. */
export const currencies: readonly string[] = Intl.supportedValuesOf('currency');
/** Codes that are also ordinary words: treated as currencies only in capitals, and never within a name. */
const plainWords: ReadonlySet<string> = new Set('all amd ars cad cop cup gel mad mnt mop pen php sos top try'.split(' '));

const wordsOf = (text: string): readonly string[] => text.split(' ');
/** Words for money, payees and transfers, also in the languages of services that do not write English. */
const moneyWords = new Set([
  ...wordsOf('amount amounts amt sum sums subtotal price prices fee fees cost costs principal interest tranche tranches payout payouts'),
  ...wordsOf('disbursed disbursement loan loans credit debit worth fx currency ccy money cash funds funded budget'),
  ...wordsOf('transaction transactions tx txn trx txid txref payee payer beneficiary creditor cdtr debtor dbtr remitter iban bic swift'),
  ...wordsOf('betrag summe preis empfänger währung montant somme prix devise bénéficiaire monto importe moneda beneficiario'),
  ...wordsOf('kiasi fedha pesa jumla sarafu mlipwaji shilling shillings shilingi ksh kshs dollar dollars euro euros cents naira birr cedi'),
  ...currencies.map((code) => code.toLowerCase()).filter((code) => !plainWords.has(code)),
]);
const inCapitals = new Set(currencies);
const paymentWord = /^(?:payments?|rbf|payouts?|disbursements?|malipo|bank)$/;
/** For names that join words without a separator: `totalamount`. */
const within = /amount|currency|payee|beneficiar|disburse|transactionid|montant|betrag/;

/** Word boundaries in a name: non-letters, and lower-to-upper case changes. */
const between = /[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Removes invisible characters and normalises wide letters. */
const plainly = (text: string): string => (/[^\0-\x7f]/.test(text) ? text.replace(/\p{Cf}/gu, '').normalize('NFKC') : text);
const wordsIn = (text: string): readonly string[] =>
  plainly(text)
    // 'Checksum' is a word of its own, not a sum.
    .replace(/check[_-]?sum/gi, 'checksum')
    .split(between)
    .filter((word) => word !== '');

/** Whether a member's name is about money or payees. */
export const isOfMoney = (name: string): boolean =>
  wordsIn(name).some((word) => moneyWords.has(word.toLowerCase()) || within.test(word.toLowerCase()));

/** A currency sign has no other use. */
const currencySign = /\p{Sc}|\d\s?\/=/u;
/** Whether a text or name is about money or a payment. */
export const speaksOfMoney = (text: string): boolean =>
  currencySign.test(text) ||
  wordsIn(text).some((word) => {
    const small = word.toLowerCase();
    return moneyWords.has(small) || inCapitals.has(word) || paymentWord.test(small) || within.test(small);
  });

/** The decoded text of base64 (either alphabet) if it is printable ASCII; null for any other text, such as ids and hashes. */
export function wordsOfBase64(text: string): string | null {
  const packed = text.replace(/\s/g, '');
  if (!/^[\w+/-]{16,}={0,2}$/.test(packed)) return null;
  const bytes = fromBase64url(packed.replaceAll('+', '-').replaceAll('/', '_'));
  if (bytes.some((byte) => byte > 126 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13))) return null;
  return bytes.reduce((words, byte) => words + String.fromCharCode(byte), '');
}
