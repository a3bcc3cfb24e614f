/** A text with the digits of all scripts as ASCII digits, and compatibility forms normalised (NFKC), so that number patterns match. */
export const withPlainDigits = (text: string): string => text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, digitOf);

/** Every script has its ten digits in sequence, starting with zero (Unicode, 4.6). */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
