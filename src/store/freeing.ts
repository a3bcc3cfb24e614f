import type { Table } from 'dexie';
import type { Problem } from '../contracts/problem.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { Freeable } from '../domain/freshness/roomLabels.ts';
import { deleteRows } from './putRows.ts';
import { isPaged, ruleOf } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import type { EncryptedTable } from './tables.ts';
import type { SyncRow } from './types.ts';

/**
 * Frees space for a write (F-16, D-12): deletes rows that the platform can send again, table by table in this order, oldest first. First
 * rows that are not shown (set-aside rows, event segments), then data fetched individually, then lists, whose newest rows stay longest.
 * Small tables and those that decisions depend on (dead letters, incidents, agents, figures) stay. The outbox is not included: its
 * commands exist only on this device.
 */
export const freeingOrder = [
  'setAside',
  'segments',
  'series',
  'manifests',
  'packs',
  'auditRecords',
  'activities',
  'notifications',
  'chain',
  'verifications',
] as const satisfies readonly (EncryptedTable & Freeable)[];

/** What one step deleted. */
export interface Freed {
  readonly table: (typeof freeingOrder)[number];
  readonly rows: number;
  /** Affected resources that are fetched in pages. */
  readonly missing: readonly ResourceKey[];
}

/** Tables of at most this many rows are emptied in one step. */
const fewRows = 100;
/** Maximum rows deleted in one step: a caller waits for the space, and a row with its index entries takes half a millisecond or more. */
const maxRows = 2_000;

/** Failure shown with the resource's age from then on: the rows are incomplete. */
export const madeRoom: Problem = {
  code: 'storage',
  message: 'Older rows were removed from this device because it had no space left. They are fetched again when there is space.',
  retry: true,
};

/**
 * Deletes the older half, at most 2,000 rows, of the first non-empty table in the order; null if nothing is left to delete. `at`:
 * server's clock, epoch ms.
 */
export async function freeSome(db: ConsoleDb, at: number): Promise<Freed | null> {
  for (const name of freeingOrder) {
    const table = db.table<unknown, string | number>(name);
    const count = await table.count();
    if (count === 0) continue;
    const doomed = await oldest(db, name, count <= fewRows ? count : Math.min(maxRows, Math.ceil(count / 2)));
    const resources = new Set(doomed.flatMap((key) => ruleOf(name)?.refetch(String(key)) ?? []));
    // Only deletions: a browser without space accepts no transaction that writes even one byte. The sync row claims completeness, so it is
    // deleted with the rows and then rewritten without the claim; if that write fails, the missing sync row makes everything be fetched
    // again.
    const claims = await db.transaction('rw', table, db.sync, async () => {
      const held = await db.sync.bulkGet([...resources]);
      await deleteRows(table, doomed);
      await deleteRows(db.sync, [...resources]);
      return held.filter((row) => row !== undefined);
    });
    await noteFreed(db.sync, claims, at).catch(() => {});
    return { table: name, rows: doomed.length, missing: [...resources].filter(isPaged) };
  }
  return null;
}

/**
 * Makes the next fetch ask for all rows, and keeps the reason until a pass over all has ended without further deletions
 * (`AnswerMeta.pass`). Must also hold for the very write that needed the space. A resource answered whole that was fetched meanwhile is
 * complete.
 */
function noteFreed(sync: ConsoleDb['sync'], claims: readonly SyncRow[], at: number): Promise<void> {
  return sync.db.transaction('rw', sync, async () => {
    const since = await sync.bulkGet(claims.map(({ resource }) => resource));
    const missing = claims.flatMap((claim, place) => {
      const inPages = isPaged(claim.resource);
      const held = since[place];
      if (held !== undefined && !inPages) return [];
      return { ...(held ?? claim), asOfSeq: null, lastFailureAt: at, lastFailure: madeRoom, ...(inPages && { freedAt: at }) };
    });
    await sync.bulkPut(missing);
  });
}

async function oldest(db: ConsoleDb, name: Freed['table'], limit: number): Promise<readonly (string | number)[]> {
  const table: Table<unknown, string | number> = db.table(name);
  if (name === 'manifests') {
    // A manifest has no time of its own and takes its pack's; manifests without a listed pack come first.
    const byAge = new Map((await db.packs.orderBy('at').primaryKeys()).map((id, place) => [id, place]));
    const held = (await db.manifests.toCollection().primaryKeys()).map(String);
    return held.sort((a, b) => (byAge.get(a) ?? -1) - (byAge.get(b) ?? -1)).slice(0, limit);
  }
  const age = ['storedAt', 'at'].find((index) => index in table.schema.idxByName);
  return table
    .orderBy(age ?? ':id')
    .limit(limit)
    .primaryKeys();
}

/** Makes room on a full disk, one step at a time. `free` is false if nothing was left to delete, or deleting failed. */
export interface Freeing {
  readonly free: () => Promise<boolean>;
  readonly listen: (listener: (freed: Freed) => void) => void;
  /** When rows of a paged resource were last deleted, like `SyncRow.freedAt`, if not yet recorded in a sync row; null if none were. */
  readonly freedAt: (resource: ResourceKey) => number | null;
  /** Called once a sync row records that time, or that the rows are complete again. */
  readonly noted: (resource: ResourceKey, freedAt: number | null) => void;
}

/** The later of two deletion times; null if there was none. */
export function laterFreed(a: number | null | undefined, b: number | null | undefined): number | null {
  return Math.max(a ?? 0, b ?? 0) || null;
}

/** Concurrent writes that run out of space share one step. */
export function createFreeing(db: ConsoleDb, now: () => number): Freeing {
  const listeners = new Set<(freed: Freed) => void>();
  /** Deletions before the first listener. */
  const untold: Freed[] = [];
  /** Kept in memory, because a full disk may not accept the record. */
  const missing = new Map<ResourceKey, number>();
  let last = 0;
  let underWay: Promise<boolean> | null = null;
  const step = async (): Promise<boolean> => {
    try {
      // Strictly increasing, so that a running pass notices further deletions.
      last = Math.max(now(), last + 1);
      const freed = await freeSome(db, last);
      for (const resource of freed?.missing ?? []) missing.set(resource, last);
      if (freed !== null && listeners.size === 0) untold.push(freed);
      if (freed !== null) for (const listener of listeners) listener(freed);
      return freed !== null;
    } catch {
      // No space even to delete, or the database is closed: the caller reports its own failure.
      return false;
    }
  };
  return {
    free: () => {
      underWay ??= step().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    freedAt: (resource) => missing.get(resource) ?? null,
    noted: (resource, freedAt) => {
      if (missing.get(resource) === freedAt) missing.delete(resource);
    },
    listen: (listener) => {
      listeners.add(listener);
      for (const freed of untold.splice(0)) listener(freed);
    },
  };
}
