import { type DownFrame, downFrameSchema } from '../../contracts/realtime/down.ts';
import { z } from '../../contracts/zod.ts';

/** A message of a stream, checked: a frame, or why it is none (C-65); null where that is no fault. Frames beyond 1 MB are refused unread. */
export type ReadFrame = { readonly ok: true; readonly frame: DownFrame } | { readonly ok: false; readonly detail: string | null };

const largestFrame = 1_048_576;

export function readFrame(data: unknown): ReadFrame {
  if (typeof data !== 'string') return { ok: false, detail: 'not text' };
  if (data.length > largestFrame) return { ok: false, detail: `${data.length} characters` };
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return { ok: false, detail: 'not JSON' };
  }
  if (isBareHeartbeat(value)) return { ok: false, detail: null };
  const checked = z.safeParse(downFrameSchema, withKind(value));
  if (checked.success) return { ok: true, frame: checked.data };
  // Names of fields only: values may be personal.
  const fields = checked.error.issues.slice(0, 5).map((issue) => issue.path.map(String).join('.'));
  return { ok: false, detail: `unexpected form at ${fields.join(', ') || 'the top'}` };
}

/** What says no kind is an event as the documents have it. */
function withKind(value: unknown): unknown {
  return isObject(value) && !Object.hasOwn(value, 'kind') ? { ...value, kind: 'event' } : value;
}

/** A heartbeat that is none of ours, which brings the newest seqs: ignored, as the documents have it (C-65). */
function isBareHeartbeat(value: unknown): boolean {
  return isObject(value) && !Object.hasOwn(value, 'kind') && value['type'] === 'heartbeat';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
