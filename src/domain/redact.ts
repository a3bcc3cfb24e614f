import type { HeardFrame } from '../contracts/realtime/event.ts';

/** What stands in place of something that must not be kept. */
export const redactedMark = '[redacted]';

const namesWithPersonalData = /email|phone|account|name|address|ssn/i;
const looksLikeEmail = /[^\s@]+@[^\s@]+\.[^\s@]+/;
/** Ten digits or more, with the usual separators between them. */
const looksLikePhone = /(?:\d[\s().-]*){10,}/;
const deepest = 16;

/** Verdicts by field name: an event has few names and there are many events. Bounded, since names may come from outside. */
const verdicts = new Map<string, boolean>();
const mostVerdicts = 1000;

function isPersonal(name: string): boolean {
  let verdict = verdicts.get(name);
  if (verdict === undefined) {
    verdict = namesWithPersonalData.test(name);
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

/** An address, also with its sign written out for a link, or with blanks in quotes before it (RFC 5322, 3.4.1). */
const emailsInText = /(?:"[^"\n]{1,64}"|[^\s@"'<>(),;:]+)(?:@|%40)[^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+/gi;
/** A number as it is dialled: with its country's code or a leading nought. Digits alone may be an id, a time or a sum (D-25), and a nought with a point a share. */
const dialledInText = /(?<![\w.-])(?:\+\d(?:[\s()./-]{0,2}\d){8,13}|0(?:[\s()-]{0,2}\d){8,13})(?![\w-]|\.\d)/g;
/** What a payload's own names say besides those of C-67: it may come from any service. */
const namesInPayloads = /msisdn|mobile|whatsapp|holder|iban|passport|national.?id|birth|\bdob\b/i;

/** A dead letter's payload as people may see it (D-24, G-28): fields named for personal data are gone whole, and addresses and dialled numbers within other texts, and within names, too. */
export function redactPayload(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactTexts(redactFields(value)) as Record<string, unknown>; // an object in, an object out
}

/** A text of the same kind: addresses and dialled numbers in it are gone, in whatever digits they are written. */
export function redactText(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  const redacted = plain.replace(emailsInText, redactedMark).replace(dialledInText, redactedMark);
  return redacted === plain ? text : redacted;
}

function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactTexts);
  if (typeof value !== 'object' || value === null) return value;
  const shown = new Map<string, unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const shownName = redactText(name);
    let place = shownName;
    // Two that are told alike stay two.
    for (let more = 2; shown.has(place); more += 1) place = `${shownName} ${more}`;
    shown.set(place, namesInPayloads.test(name) ? redactedMark : redactTexts(inner));
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
