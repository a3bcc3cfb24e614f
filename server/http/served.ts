import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { strayLinks } from '../../src/contracts/strayLinks.ts';
import { isExactly } from '../../src/contracts/quickParse.ts';
import type { z } from '../../src/contracts/zod.ts';
import { usablePart } from '../../src/domain/api/leftOut.ts';
import type { Platform } from '../context.ts';

/** Number of distinct faults remembered, so that each is logged once and not at every read. */
const maxRemembered = 1000;
const logged = new WeakMap<object, Set<string>>();

/** The part of an answer that may be served. */
export type Served =
  | { readonly answer: unknown; readonly leftOut: readonly string[] }
  /** Nothing: the answer does not fit the schema, or one of its lists has no valid row left. */
  | null;

/**
 * Validates the answer of a read by the call's own schema (G-14). Rows with an invalid value or link (from an older release, or written
 * around the rules) are left out, counted, and logged by name and fault, never with values; the rest is served. A fault outside a list's
 * rows withholds the whole answer.
 */
export function servedOf(platform: Pick<Platform, 'metrics' | 'log'>, endpoint: Endpoint, tenantId: string, answer: unknown): Served {
  const schema = endpoint.answer;
  // Fast path for nearly all answers: a valid answer is sent unchanged.
  if (isExactly(schema as z.ZodMiniType, answer) && strayLinks(schema, answer).length === 0) return { answer, leftOut: [] };
  const usable = usablePart(schema, answer, { links: true });
  const route = endpoint.path;
  if (usable === null) {
    platform.metrics.count('ukweli_answers_withheld_total', { route });
    once(platform, `${tenantId} ${route}`, () =>
      platform.log.error('answer.withheld', new Error('not what its schema says'), { route, tenantId }),
    );
    return null;
  }
  // Unknown members are allowed by the schema and are sent too.
  if (usable.leftOut.length === 0) return { answer, leftOut: [] };
  platform.metrics.add('ukweli_rows_left_out_total', usable.leftOut.length, { route });
  for (const { row, faults } of usable.leftOut) {
    const why = faults.join(', ');
    once(platform, `${tenantId} ${route} ${row} ${why}`, () => platform.log.warn('answer.row_left_out', { route, tenantId, row, why }));
  }
  return { answer: usable.value, leftOut: usable.leftOut.map(({ row }) => row) };
}

function once(platform: Pick<Platform, 'log'>, find: string, tell: () => void): void {
  const known = logged.get(platform.log) ?? new Set<string>();
  logged.set(platform.log, known);
  if (known.has(find)) return;
  if (known.size >= maxRemembered) known.clear();
  known.add(find);
  tell();
}
