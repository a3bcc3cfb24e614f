import type { HeardFrame } from '../contracts/realtime/event.ts';
import { withPlainDigits } from './plainDigits.ts';

/** Replaces data that must not be stored. */
export const redactedMark = '[redacted]';

const namesWithPersonalData = /email|phone|account|name|address|ssn/i;
/** Requires only one character before the @: matching all of them would be quadratic. */
const looksLikeEmail = /[^\s@]@[^\s@]+\.[^\s@]/;
/** Ten digits or more, with common separators. */
const looksLikePhone = /(?:\d[\s().-]*){10,}/;
const deepest = 16;

/** Cached results by field name: events are many, their names few. Bounded, since names may come from outside. */
const verdicts = new Map<string, boolean>();
const maxVerdicts = 1000;
const longestName = 100;

function isPersonal(name: string): boolean {
  let verdict = verdicts.get(name);
  if (verdict === undefined) {
    verdict = namesWithPersonalData.test(name);
    if (name.length > longestName) return verdict;
    if (verdicts.size >= maxVerdicts) verdicts.clear();
    verdicts.set(name, verdict);
  }
  return verdict;
}

/**
 * C-67, stored events: redacts fields whose name contains email, phone, account, name, address or ssn, at any depth. Below 16 levels
 * everything is redacted, since our data is never nested so deep. Returns the value itself, not a copy, if nothing is redacted.
 */
export function redactFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return depth >= deepest ? redactedMark : value;
  if (depth >= deepest) return redactedMark;
  if (Array.isArray(value)) {
    const items = value.map((item) => redactFields(item, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const fields = value as Readonly<Record<string, unknown>>; // an object that is not an array
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

/** Characters of an e-mail address, except the @. */
const inAddress = String.raw`[^\s@"'<>(),;:]`;
/**
 * An e-mail address, also with a URL-encoded @ or with spaces in a quoted local part (RFC 5322, 3.4.1). Searched only from the start of a
 * word up to its first @: a payload may hold a megabyte without a space, and an unanchored search would be quadratic.
 */
const emailsInText = new RegExp(
  String.raw`(?:"[^"\n]{1,64}"(?:@|%40)|(?<!${inAddress})${inAddress}(?:${inAddress}*@|(?:(?!%40)${inAddress})*%40))${inAddress}+\.${inAddress}+`,
  'gi',
);
/** Possible separators between digits of a number: spaces, dashes of any length, and invisible characters. */
const between = String.raw`[\s().\/\p{Pd}\u00ad\u200b-\u200d\u2060]`;
const betweenLocal = String.raw`[\s()\p{Pd}\u00ad\u200b-\u200d\u2060]`;
/**
 * A telephone number with country code (plus sign also URL-encoded) or leading zero. Digits alone may be an id, a time or a sum (D-25), a
 * zero with a point a fraction, and one followed by month and year a date.
 */
const dialledInText = new RegExp(
  String.raw`(?<![\w.-])(?:(?:\+|%2b)\d(?:${between}{0,3}\d){8,13}|0(?!\d-(?:0\d|1[0-2])-(?:19|20)\d\d(?!\d))(?:${betweenLocal}{0,3}\d){8,13})(?![\w-]|\.\d)`,
  'giu',
);
/** Further names of personal data in payloads, besides C-67, since payloads may come from any service. */
const namesInPayloads = /msisdn|mobile|whatsapp|holder|iban|passport|national.?id|birth|(?<![a-z])dob(?![a-z])/i;
/** The same where a capital starts the word. */
const dobWithin = /[a-z]D(?:ob|OB)(?![a-z])/;

/**
 * A dead letter's payload for display (D-24, G-28): fields named for personal data are redacted whole; e-mail addresses and telephone
 * numbers also inside other texts and names.
 */
export function redactPayload(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactTexts(redactFields(value)) as Record<string, unknown>; // an object yields an object
}

/** The same for a single text: redacts e-mail addresses and telephone numbers, in the digits of any script. */
export function redactText(text: string): string {
  const plain = withPlainDigits(text);
  const redacted = plain.replace(emailsInText, redactedMark).replace(dialledInText, redactedMark);
  return redacted === plain ? text : redacted;
}

function redactTexts(value: unknown): unknown {
  return toldTexts(value, {
    text: redactText,
    isGone: (name) => namesInPayloads.test(name) || dobWithin.test(name),
    gone: () => redactedMark,
  });
}

/** How the texts of a free-form value are transformed. */
interface TextsTold {
  /** Transforms a text, and member names unless `name` is given. */
  readonly text: (text: string) => string;
  readonly name?: (name: string) => string;
  /** True if a member of this name is replaced. */
  readonly isGone: (name: string, inner: unknown) => boolean;
  /** The replacement. */
  readonly gone: (inner: unknown, name: string) => unknown;
  /** Transforms other leaves; unchanged if absent. */
  readonly leaf?: (leaf: unknown) => unknown;
  /** Maximum depth; deeper values are redacted, so that unbounded nesting ends. Omit it if the value is bounded already. */
  readonly deepest?: number;
}

/** Transforms the texts and names of a free-form value, at any depth. Two members whose names become equal stay separate. */
export function toldTexts(value: unknown, how: TextsTold, depth = 0): unknown {
  if (typeof value === 'string') return how.text(value);
  if (typeof value !== 'object' || value === null) return how.leaf === undefined ? value : how.leaf(value);
  if (how.deepest !== undefined && depth >= how.deepest) return redactedMark;
  if (Array.isArray(value)) return value.map((item) => toldTexts(item, how, depth + 1));
  const shown = new Map<string, unknown>();
  /** Next suffix to try by name, since many names may become equal. */
  const next = new Map<string, number>();
  for (const [name, inner] of Object.entries(value)) {
    const shownName = (how.name ?? how.text)(name);
    let place = shownName;
    let more = next.get(shownName) ?? 2;
    for (; shown.has(place); more += 1) place = `${shownName} ${more}`;
    next.set(shownName, more);
    shown.set(place, how.isGone(name, inner) ? how.gone(inner, name) : toldTexts(inner, how, depth + 1));
  }
  return Object.fromEntries(shown);
}

/** An event as it may be stored and shown in diagnostics: its data with the named fields redacted. */
export function redactEvent(frame: HeardFrame): HeardFrame {
  const data = redactFields(frame.data) as Record<string, unknown>; // an object yields an object
  return { ...frame, data };
}

/**
 * C-67, telemetry: redacts values that look like an e-mail address or telephone number (10 digits or more) and replaces nested objects,
 * so that a beacon is flat and free of personal data.
 */
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
