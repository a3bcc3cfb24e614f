import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { LoggedEvent } from './head.ts';

/**
 * Events as text or bytes, each formatted once for all readers. All text comes from JSON.stringify, which escapes CR and LF, so no field
 * can break out of its line in the stream.
 */
const asJson = new WeakMap<LoggedEvent, string>();
const asStream = new WeakMap<LoggedEvent, Buffer>();

/** An event as a WebSocket message. */
export function eventJson(event: LoggedEvent): string {
  const held = asJson.get(event);
  if (held !== undefined) return held;
  const text = `{"kind":"event",${event.frame.slice(1)}`;
  asJson.set(event, text);
  return text;
}

/** An event as a server-sent event; its seq is the `id:` that Last-Event-ID returns. */
export function eventStreamBytes(event: LoggedEvent): Buffer {
  const held = asStream.get(event);
  if (held !== undefined) return held;
  const bytes = Buffer.from(`id: ${event.seq}\nevent: event\ndata: ${eventJson(event)}\n\n`);
  asStream.set(event, bytes);
  return bytes;
}

/** Any other frame as a server-sent event named by its kind: a comment would never reach the page's script (FINDINGS). */
export function frameStreamText(frame: DownFrame): string {
  return `event: ${frame.kind}\ndata: ${JSON.stringify(frame)}\n\n`;
}
