import { type DownFrame, downFrameSchema } from '../../../contracts/realtime/down.ts';
import { z } from '../../../contracts/zod.ts';

/**
 * A checked stream message: a frame, or the reason why it is invalid (C-65), null if it is to be ignored. Messages beyond 1 MB are
 * refused unparsed.
 */
export type ReadFrame = { readonly ok: true; readonly frame: DownFrame } | { readonly ok: false; readonly detail: string | null };

const largestFrame = 1_048_576;

/** Reads one message. The reason names lengths and members, never values, which may be personal data. */
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
  // Names of fields only: values may be personal data.
  const fields = checked.error.issues.slice(0, 5).map((issue) => issue.path.map(String).join('.'));
  return { ok: false, detail: `unexpected form at ${fields.join(', ') || 'the top'}` };
}

/** A message without `kind` is an event in the base documents' format. */
function withKind(value: unknown): unknown {
  return isObject(value) && !Object.hasOwn(value, 'kind') ? { ...value, kind: 'event' } : value;
}

/** A heartbeat in the base documents' format, without the newest seqs that ours carries: ignored (C-65). */
function isBareHeartbeat(value: unknown): boolean {
  return isObject(value) && !Object.hasOwn(value, 'kind') && value['type'] === 'heartbeat';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
