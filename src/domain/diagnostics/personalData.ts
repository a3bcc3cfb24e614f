/**
 * Personal data that a text is scanned for before it leaves as a diagnostic context (C-66). Nine kinds: the document's list, with
 * telephone numbers in international or local form. Patterns have boundaries (D-25), so that part of a hash or version does not match.
 */
export const personalDataKinds = [
  'email',
  'phone',
  'local_phone',
  'iban',
  'passport',
  'national_id',
  'account_number',
  'card_number',
  'ssn',
] as const;
export type PersonalDataKind = (typeof personalDataKinds)[number];

export const personalDataLabels: Readonly<Record<PersonalDataKind, string>> = {
  email: 'email address',
  phone: 'telephone number',
  local_phone: 'telephone number as dialled',
  iban: 'IBAN',
  passport: 'passport number',
  national_id: 'national id',
  account_number: 'account number',
  card_number: 'card number',
  ssn: 'social security number',
};

/** Separators between the digits of a number. */
const gap = '[\\s().\\-]{0,2}';
/** Boundaries of a number: no adjacent digit or letter. */
const left = '(?<![\\p{L}\\p{N}_])';
const right = '(?![\\p{L}\\p{N}_])';
const pattern = (body: string, flags = 'iu') => new RegExp(`${left}${body}${right}`, flags);

const patterns: Readonly<Record<Exclude<PersonalDataKind, 'card_number'>, readonly RegExp[]>> = {
  email: [/[^\s@<>()[\]"',;:]+@[^\s@<>()[\]"',;:]+\.[\p{L}\p{N}-]{2,}/u],
  // Kenya, Rwanda, Uganda: nine digits after the code.
  phone: [pattern(`(?:\\+|00)${gap}(?:254|250|256)(?:${gap}\\d){9}`)],
  local_phone: [pattern(`0[1-9](?:${gap}\\d){8}`)],
  iban: [pattern('[A-Z]{2}\\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?')],
  passport: [pattern('[A-Z]{1,2}\\d{6,8}')],
  national_id: [
    pattern('\\d{7,8}'), // Kenya
    pattern('[12][ -]?\\d{4}[ -]?[789][ -]?\\d{7}[ -]?\\d[ -]?\\d{2}'), // Rwanda
    pattern('C[MF][A-Z0-9]{12}'), // Uganda
  ],
  account_number: [pattern('\\d{10,16}')],
  ssn: [pattern('\\d{3}[- ]\\d{2}[- ]\\d{4}')],
};
const cards = new RegExp(`${left}\\d(?:[ -]?\\d){12,18}${right}`, 'gu');

/** The check digit of card numbers (ISO/IEC 7812). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The kinds of personal data found in a text, each once. */
export function personalDataIn(text: string): readonly PersonalDataKind[] {
  return personalDataKinds.filter((kind) =>
    kind === 'card_number'
      ? [...text.matchAll(cards)].some(([found]) => passesLuhn(found.replaceAll(/\D/g, '')))
      : patterns[kind].some((one) => one.test(text)),
  );
}
