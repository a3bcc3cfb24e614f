import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { LoggedEvent } from './head.ts';

/**
 * Frames as text or bytes, each event formatted once for all its readers. Every text comes from JSON.stringify, which writes CR and
 * LF as escapes: no field of an event can end a line of the stream and begin another.
 */
const asJson = new WeakMap<LoggedEvent, string>();
const asStream = new WeakMap<LoggedEvent, Buffer>();

/** A websocket's message. */
export function eventJson(event: LoggedEvent): string {
  const held = asJson.get(event);
  if (held !== undefined) return held;
  const text = `{"kind":"event",${event.frame.slice(1)}`;
  asJson.set(event, text);
  return text;
}

/** A server-sent event, ready for every socket: its seq is the `id:` that Last-Event-ID brings back. */
export function eventStreamBytes(event: LoggedEvent): Buffer {
  const held = asStream.get(event);
  if (held !== undefined) return held;
  const bytes = Buffer.from(`id: ${event.seq}\nevent: event\ndata: ${eventJson(event)}\n\n`);
  asStream.set(event, bytes);
  return bytes;
}

/** Any other frame on the stream, named by its kind: a comment would never reach the page's script (FINDINGS). */
export function frameStreamText(frame: DownFrame): string {
  return `event: ${frame.kind}\ndata: ${JSON.stringify(frame)}\n\n`;
}
