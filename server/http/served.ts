import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { strayLinks } from '../../src/contracts/strayLinks.ts';
import { isExactly } from '../../src/contracts/quickParse.ts';
import type { z } from '../../src/contracts/zod.ts';
import { usablePart } from '../../src/domain/api/leftOut.ts';
import type { Platform } from '../context.ts';

/** So many different finds are remembered, so that each is logged once and not at every read. */
const mostRemembered = 1000;
const logged = new WeakMap<object, Set<string>>();

/** What of an answer may be served. */
export type Served =
  | { readonly answer: unknown; readonly leftOut: readonly string[] }
  /** Nothing of it: it is not what the call answers, or nothing is left of one of its lists. */
  | null;

/**
 * Judges what a read is about to answer by the call's own schema (G-14). A row that the schema refuses, or whose link is none, was written by an older release or past the rules: it is left out, counted,
 * logged by its name and what is wrong with it (never its values), and the rest is served. What is not a row of a list is never mended: then nothing is served.
 */
export function servedOf(platform: Pick<Platform, 'metrics' | 'log'>, endpoint: Endpoint, tenantId: string, answer: unknown): Served {
  const schema = endpoint.answer;
  // Nearly always: what the compiled schema takes as it stands is sent as it stands.
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
  // Beside what is named the schema lets through what it does not know, and so does this.
  if (usable.leftOut.length === 0) return { answer, leftOut: [] };
  platform.metrics.count('ukweli_rows_left_out_total', { route }, usable.leftOut.length);
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
  if (known.size >= mostRemembered) known.clear();
  known.add(find);
  tell();
}
