import { z } from '../contracts/zod.ts';
import { apiCacheName, queryDatabaseName } from '../domain/deviceNames.ts';
import { databaseName } from './schema.ts';
import type { Removal } from './types.ts';

/**
 * Which databases are in use on this device and which are still to be removed. A tab that stands still keeps a database from being removed, for as long as it likes, and
 * whoever opens one of that name then waits behind the removal. So a name that is to be removed is abandoned: it is opened by nobody any more, whoever comes in
 * meanwhile gets the next generation of it, and its removal is tried again at each start until it is done. Pure; the ids in the names are of no use without the platform.
 */
export interface Removals {
  /** Whose databases are in use, and in which generation. */
  readonly holder: { readonly tenantId: string; readonly userId: string; readonly generation: number } | null;
  readonly due: readonly Removal[];
}

export const removalsSchema = z.object({
  holder: z.nullable(z.object({ tenantId: z.string(), userId: z.string(), generation: z.number() })),
  due: z.array(z.object({ name: z.string(), cleared: z.boolean() })),
});
export const noRemovals: Removals = { holder: null, due: [] };

function namesOf(tenantId: string, userId: string, generation: number): readonly string[] {
  return [databaseName(tenantId, userId, generation), queryDatabaseName(tenantId, userId, generation)];
}

function isHolder({ holder }: Removals, tenantId: string, userId: string): boolean {
  return holder?.tenantId === tenantId && holder.userId === userId;
}

function withDue({ holder, due }: Removals, names: readonly string[]): Removals {
  const known = new Set(due.map(({ name }) => name));
  return { holder, due: [...due, ...names.filter((name) => !known.has(name)).map((name) => ({ name, cleared: false }))] };
}

/** Somebody comes in: their databases are those they had, or the first generation that nothing stands in the way of. One person's at a time: what another still has here is due. */
export function claim(
  removals: Removals,
  tenantId: string,
  userId: string,
): Removals & { readonly holder: NonNullable<Removals['holder']> } {
  const { holder } = removals;
  if (holder !== null && isHolder(removals, tenantId, userId)) return { ...removals, holder };
  const { due } = holder === null ? removals : owe(removals, holder.tenantId, holder.userId).removals;
  return { holder: { tenantId, userId, generation: freeGeneration(due, tenantId, userId) }, due };
}

/** The first generation of somebody's databases that is not to be removed. */
function freeGeneration(due: Removals['due'], tenantId: string, userId: string): number {
  const abandoned = new Set(due.map(({ name }) => name));
  let generation = 0;
  while (namesOf(tenantId, userId, generation).some((name) => abandoned.has(name))) generation += 1;
  return generation;
}

/** What this person's databases held was taken away: the names are abandoned, since nobody knows when they can be opened again. */
export function renew(removals: Removals, tenantId: string, userId: string): ReturnType<typeof claim> {
  const holds = isHolder(removals, tenantId, userId);
  const abandoned = withDue(removals, namesOf(tenantId, userId, holds ? (removals.holder?.generation ?? 0) : 0));
  return claim(holds ? { ...abandoned, holder: null } : abandoned, tenantId, userId);
}

/** Everything of this person goes: answers what that is by name, databases and caches. */
export function owe(
  removals: Removals,
  tenantId: string,
  userId: string,
): { readonly removals: Removals; readonly names: readonly string[] } {
  const holds = isHolder(removals, tenantId, userId);
  // Without a holder they are of a build that did not say so, of nobody, or of somebody of whom a full disk took no mark: in the one that would be theirs. What is due of them stays so.
  const last = holds ? (removals.holder?.generation ?? 0) : freeGeneration(removals.due, tenantId, userId);
  const due = new Set(removals.due.map(({ name }) => name));
  const before = Array.from({ length: last }, (_, generation) => namesOf(tenantId, userId, generation)).flat();
  const names = [...before.filter((name) => due.has(name)), ...namesOf(tenantId, userId, last), apiCacheName(tenantId, userId)];
  return { removals: withDue(holds ? { ...removals, holder: null } : removals, names), names };
}

/** No row can be read in it any more. */
export function noteCleared(removals: Removals, name: string): Removals {
  return { ...removals, due: removals.due.map((one) => (one.name === name ? { ...one, cleared: true } : one)) };
}

/** It is gone from the device. */
export function noteRemoved(removals: Removals, name: string): Removals {
  return { ...removals, due: removals.due.filter((one) => one.name !== name) };
}
