import { z } from '../contracts/zod.ts';
import { apiCacheName, queryDatabaseName } from '../domain/accounts/deviceNames.ts';
import { databaseName } from './schema.ts';
import type { Removal } from './types.ts';

/**
 * Which databases of this device are in use and which are due for removal. A frozen tab can block the removal of a database indefinitely,
 * and opening a database of that name then waits behind the removal. So a name that is due is abandoned: it is not opened any more, the
 * next sign-in gets the next generation, and the removal is retried at each start. Pure; the ids in the names are useless without the
 * platform.
 */
export interface Removals {
  /** Owner and generation of the databases in use. */
  readonly holder: { readonly tenantId: string; readonly userId: string; readonly generation: number } | null;
  readonly due: readonly Removal[];
}

export const removalsSchema = z.object({
  holder: z.nullable(z.object({ tenantId: z.string(), userId: z.string(), generation: z.number() })),
  due: z.array(
    z.object({ name: z.string(), cleared: z.boolean(), carries: z.optional(z.object({ tenantId: z.string(), userId: z.string() })) }),
  ),
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

/**
 * At sign-in: returns the user's existing databases, or the first generation that is not due for removal. One user at a time: another
 * user's databases become due.
 */
export function claim(
  removals: Removals,
  tenantId: string,
  userId: string,
): Removals & { readonly holder: NonNullable<Removals['holder']> } {
  const { holder } = removals;
  if (holder !== null && isHolder(removals, tenantId, userId)) return { ...removals, holder };
  const { due } = holder === null ? removals : owe(removals, holder.tenantId, holder.userId).removals;
  // Nobody else's commands wait longer than until then.
  const theirs = due.map((one) => (one.carries === undefined || isOf(one, tenantId, userId) ? one : withoutCarried(one)));
  return { holder: { tenantId, userId, generation: freeGeneration(theirs, tenantId, userId) }, due: theirs };
}

/** The first generation of a user's databases that is not due for removal. */
function freeGeneration(due: Removals['due'], tenantId: string, userId: string): number {
  const abandoned = new Set(due.map(({ name }) => name));
  let generation = 0;
  while (namesOf(tenantId, userId, generation).some((name) => abandoned.has(name))) generation += 1;
  return generation;
}

/** The browser deleted the content of this user's databases: abandon the names, because it is unknown when they can be opened again. */
export function renew(removals: Removals, tenantId: string, userId: string): ReturnType<typeof claim> {
  const holds = isHolder(removals, tenantId, userId);
  const abandoned = withDue(removals, namesOf(tenantId, userId, holds ? (removals.holder?.generation ?? 0) : 0));
  return claim(holds ? { ...abandoned, holder: null } : abandoned, tenantId, userId);
}

/**
 * Makes everything of this user due for removal; returns the names of databases and caches. `carries`: their unsent commands go to their next
 * database first; otherwise nothing of theirs is carried any more.
 */
export function owe(
  removals: Removals,
  tenantId: string,
  userId: string,
  carries = false,
): { readonly removals: Removals; readonly names: readonly string[] } {
  const holds = isHolder(removals, tenantId, userId);
  // Without a holder the databases belong to an older build, to nobody, or to a user whose claim a full disk did not store: they are those
  // of the first free generation. Removals already due stay due.
  const last = holds ? (removals.holder?.generation ?? 0) : freeGeneration(removals.due, tenantId, userId);
  const due = new Set(removals.due.map(({ name }) => name));
  const before = Array.from({ length: last }, (_, generation) => namesOf(tenantId, userId, generation)).flat();
  const names = [...before.filter((name) => due.has(name)), ...namesOf(tenantId, userId, last), apiCacheName(tenantId, userId)];
  const owed = withDue(holds ? { ...removals, holder: null } : removals, names);
  const carrying = databaseName(tenantId, userId, last);
  const carriedOf = (one: Removal): Removal => {
    if (carries && one.name === carrying) return { ...one, carries: { tenantId, userId } };
    return !carries && isOf(one, tenantId, userId) ? withoutCarried(one) : one;
  };
  return { removals: { ...owed, due: owed.due.map(carriedOf) }, names };
}

/** Whether unsent commands of this user are still to be moved out of it. */
export function isOf({ carries }: Removal, tenantId: string, userId: string): boolean {
  return carries?.tenantId === tenantId && carries.userId === userId;
}

const withoutCarried = ({ name, cleared }: Removal): Removal => ({ name, cleared });

/** Its unsent commands are in their owner's next database, or their owner was told of them. */
export function noteCarried(removals: Removals, name: string): Removals {
  return { ...removals, due: removals.due.map((one) => (one.name === name ? withoutCarried(one) : one)) };
}

/** The database is empty: its rows cannot be read any more. */
export function noteCleared(removals: Removals, name: string): Removals {
  return { ...removals, due: removals.due.map((one) => (one.name === name ? { ...one, cleared: true } : one)) };
}

/** The database was removed from the device. */
export function noteRemoved(removals: Removals, name: string): Removals {
  return { ...removals, due: removals.due.filter((one) => one.name !== name) };
}
