import type { EventFrame } from '../contracts/realtime/event.ts';

/** What stands in place of something that must not be kept. */
export const redactedMark = '[redacted]';

const namesWithPersonalData = /email|phone|account|name|address|ssn/i;
const looksLikeEmail = /[^\s@]+@[^\s@]+\.[^\s@]+/;
/** Ten digits or more, with the usual separators between them. */
const looksLikePhone = /(?:\d[\s().-]*){10,}/;
const deepest = 16;

/** C-67, stored events: any field whose name contains email, phone, account, name, address or ssn, at any depth. Below 16
 * levels everything goes: nothing of ours is nested so deep. */
export function redactFields(value: unknown, depth = 0): unknown {
  if (depth >= deepest) return redactedMark;
  if (Array.isArray(value)) return value.map((item) => redactFields(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, namesWithPersonalData.test(name) ? redactedMark : redactFields(inner, depth + 1)]),
  );
}

/** An event as it may be stored and shown in diagnostics: its envelope, and its data with the named fields redacted. */
export function redactEvent(frame: EventFrame): EventFrame {
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
