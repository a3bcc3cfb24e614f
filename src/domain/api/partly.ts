import { z } from '../../contracts/zod.ts';

/** An answer without the rows of it that have not their shape, and what those are called. */
export interface PartlyRead {
  readonly value: unknown;
  readonly damaged: readonly string[];
}

/**
 * What can be used of an answer of which some rows are damaged: one broken row in the platform's database must not take a whole list along. Only rows of a list that stands
 * directly in the answer are left out, and only beside whole ones: where nothing of a list has its shape it is another answer, and none of it is used. Null then.
 */
export function partlyRead(schema: z.core.$ZodType, value: unknown): PartlyRead | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const first = z.safeParse(schema, value);
  if (first.success) return null;
  const lists = value as Readonly<Record<string, unknown>>; // an object
  const bad = new Map<string, Set<number>>();
  for (const { path } of first.error.issues) {
    const [list, place] = path;
    if (typeof list !== 'string' || typeof place !== 'number' || !Array.isArray(lists[list])) return null;
    bad.set(list, (bad.get(list) ?? new Set()).add(place));
  }
  const damaged: string[] = [];
  const rest = { ...lists };
  for (const [list, places] of bad) {
    const rows = lists[list] as readonly unknown[]; // looked at above
    if (places.size === rows.length) return null;
    damaged.push(...[...places].map((place) => nameOf(rows[place], `row ${place + 1} of ${list}`)));
    rest[list] = rows.filter((_, place) => !places.has(place));
  }
  const read = z.safeParse(schema, rest);
  return read.success ? { value: read.data, damaged: [...new Set(damaged)] } : null;
}

/** An id or name is short and of one line; whatever else stands there is not shown as one. */
const plainName = /^[\w:.-]{1,64}$/;

/** A row's own id: the first member that is called so and reads like one. */
function nameOf(row: unknown, otherwise: string): string {
  if (typeof row !== 'object' || row === null) return otherwise;
  const named = Object.entries(row).filter(
    ([key, value]) => /^(?:id|name|kid)$|Id$/.test(key) && typeof value === 'string' && plainName.test(value),
  );
  return String(named[0]?.[1] ?? otherwise);
}
