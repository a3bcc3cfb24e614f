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

const emailsInText = /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+/g;
/** A number as it is dialled: with its country's code or a leading nought. Digits alone may be an id, a time or a sum (D-25). */
const dialledInText = /(?<![\w.-])(?:\+\d|0)(?:[\s()-]{0,2}\d){8,13}(?![\w-]|\.\d)/g;

/** A dead letter's payload as people may see it (D-24): fields named for personal data are gone whole, and addresses and dialled numbers
 * within other texts too. */
export function redactPayload(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactTexts(redactFields(value)) as Record<string, unknown>; // an object in, an object out
}

/** A text of the same kind: addresses and dialled numbers in it are gone. */
export const redactText = (text: string): string => text.replace(emailsInText, redactedMark).replace(dialledInText, redactedMark);

function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactTexts(inner)]));
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
