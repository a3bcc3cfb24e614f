import type { HeardFrame } from '../contracts/realtime/event.ts';

/** What stands in place of something that must not be kept. */
export const redactedMark = '[redacted]';

const namesWithPersonalData = /email|phone|account|name|address|ssn/i;
/** One sign of what stands before the @ will do: all of them would be read once for each. */
const looksLikeEmail = /[^\s@]@[^\s@]+\.[^\s@]/;
/** Ten digits or more, with the usual separators between them. */
const looksLikePhone = /(?:\d[\s().-]*){10,}/;
const deepest = 16;

/** Verdicts by field name: an event has few names and there are many events. Bounded, since names may come from outside. */
const verdicts = new Map<string, boolean>();
const mostVerdicts = 1000;
const longestName = 100;

function isPersonal(name: string): boolean {
  let verdict = verdicts.get(name);
  if (verdict === undefined) {
    verdict = namesWithPersonalData.test(name);
    if (name.length > longestName) return verdict;
    if (verdicts.size >= mostVerdicts) verdicts.clear();
    verdicts.set(name, verdict);
  }
  return verdict;
}

/** C-67, stored events: any field whose name contains email, phone, account, name, address or ssn, at any depth. Below 16
 * levels everything goes: nothing of ours is nested so deep. What needs no redaction comes back itself, not as a copy. */
export function redactFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return depth >= deepest ? redactedMark : value;
  if (depth >= deepest) return redactedMark;
  if (Array.isArray(value)) {
    const items = value.map((item) => redactFields(item, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const fields = value as Readonly<Record<string, unknown>>; // an object that is no array
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(fields)) {
    const inner = fields[name];
    const kept = isPersonal(name) ? redactedMark : redactFields(inner, depth + 1);
    if (kept === inner) continue;
    copy ??= { ...fields };
    copy[name] = kept;
  }
  return copy ?? value;
}

/** What an address is made of, but for its sign. */
const inAddress = String.raw`[^\s@"'<>(),;:]`;
/**
 * An address, also with its sign written out for a link, or with blanks in quotes before it (RFC 5322, 3.4.1). Looked for only where a word begins, and up to its first sign: a payload may hold a
 * megabyte without a blank, which would be read once for each of its signs.
 */
const emailsInText = new RegExp(
  String.raw`(?:"[^"\n]{1,64}"(?:@|%40)|(?<!${inAddress})${inAddress}(?:${inAddress}*@|(?:(?!%40)${inAddress})*%40))${inAddress}+\.${inAddress}+`,
  'gi',
);
/** What may stand between two digits of a number: blanks, dashes of any length, and what is not seen. */
const between = String.raw`[\s().\/\p{Pd}\u00ad\u200b-\u200d\u2060]`;
const betweenLocal = String.raw`[\s()\p{Pd}\u00ad\u200b-\u200d\u2060]`;
/** A number as it is dialled: with its country's code, its sign also as in a link, or a leading nought. Digits alone may be an id, a time or a sum (D-25), a nought with a point a share, and one with a month and a year behind it a day. */
const dialledInText = new RegExp(
  String.raw`(?<![\w.-])(?:(?:\+|%2b)\d(?:${between}{0,3}\d){8,13}|0(?!\d-(?:0\d|1[0-2])-(?:19|20)\d\d(?!\d))(?:${betweenLocal}{0,3}\d){8,13})(?![\w-]|\.\d)`,
  'giu',
);
/** What a payload's own names say besides those of C-67: it may come from any service. */
const namesInPayloads = /msisdn|mobile|whatsapp|holder|iban|passport|national.?id|birth|(?<![a-z])dob(?![a-z])/i;
/** The same where a large letter begins the word. */
const dobWithin = /[a-z]D(?:ob|OB)(?![a-z])/;

/** A dead letter's payload as people may see it (D-24, G-28): fields named for personal data are gone whole, and addresses and dialled numbers within other texts, and within names, too. */
export function redactPayload(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactTexts(redactFields(value)) as Record<string, unknown>; // an object in, an object out
}

/** A text of the same kind: addresses and dialled numbers in it are gone, in whatever digits they are written. */
export function redactText(text: string): string {
  const plain = text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, digitOf);
  const redacted = plain.replace(emailsInText, redactedMark).replace(dialledInText, redactedMark);
  return redacted === plain ? text : redacted;
}

/** A digit of any script as ours. Each script has its ten in a row, the nought first (Unicode, 4.6). */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactTexts);
  if (typeof value !== 'object' || value === null) return value;
  const shown = new Map<string, unknown>();
  /** Where the search for a free place went on to, by name: many may be told alike. */
  const next = new Map<string, number>();
  for (const [name, inner] of Object.entries(value)) {
    const shownName = redactText(name);
    let place = shownName;
    // Two that are told alike stay two.
    let more = next.get(shownName) ?? 2;
    for (; shown.has(place); more += 1) place = `${shownName} ${more}`;
    next.set(shownName, more);
    shown.set(place, namesInPayloads.test(name) || dobWithin.test(name) ? redactedMark : redactTexts(inner));
  }
  return Object.fromEntries(shown);
}

/** An event as it may be stored and shown in diagnostics: its envelope, and its data with the named fields redacted. */
export function redactEvent(frame: HeardFrame): HeardFrame {
  const data = redactFields(frame.data) as Record<string, unknown>; // an object in, an object out
  return { ...frame, data };
}

/** C-67, telemetry: values that look like an e-mail or a phone number (10 digits or more) are redacted, nested objects
 * replaced, so that a beacon is flat and holds nothing of a person. */
export function redactTelemetry(values: Readonly<Record<string, unknown>>): Record<string, string | number | boolean | null> {
  const flat: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(values)) flat[name] = redactValue(value);
  return flat;
}

function redactValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return looksLikePhone.test(String(value)) ? redactedMark : value;
  if (typeof value === 'string') return looksLikeEmail.test(value) || looksLikePhone.test(value) ? redactedMark : value;
  return '[object]';
}
