import type { Table } from 'dexie';
import type { Problem } from '../contracts/problem.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { Freeable } from '../domain/roomWords.ts';
import { deleteRows } from './putRows.ts';
import { ruleOf } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import type { SealedTable } from './tables.ts';
import type { SyncRow } from './types.ts';

/**
 * Room for what is to be written (F-16, D-12): what the platform gives again goes, in this order, of each the oldest first. First what nobody looks at (rows set aside,
 * the record of events), then what is fetched by the piece, then lists, whose newest rows stay longest. What is small, and what is decided by (dead letters, incidents,
 * agents, figures), stays. The outbox is not in it: nobody but this device knows of what stands there.
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
] as const satisfies readonly (SealedTable & Freeable)[];

/** What one step has removed. */
export interface Freed {
  readonly table: (typeof freeingOrder)[number];
  readonly rows: number;
  /** Of which resources that are fetched in pages. */
  readonly missing: readonly ResourceKey[];
}

/** A table of no more rows than this goes at once. */
const fewRows = 100;
/** No more rows go in one step: somebody waits for the room, and a row with its places in the indexes takes half a millisecond and more. */
const mostRows = 2_000;

/** What its resource's age says from then on: rows are shown, and not as if all of them were here. */
export const madeRoom: Problem = {
  code: 'storage',
  message: 'The older rows were removed from this device, which had no room left. They are fetched again when there is room.',
  retry: true,
};

/** Answers of these bring a page or what has changed; one answer of any other brings all there is. */
function isFetchedInPages(resource: ResourceKey): boolean {
  return resource === 'verifications' || resource === 'audit';
}

/** Removes the older half of the first table in the order that has any, or the oldest 2,000 of it; null where there is nothing left that may go. `at`: server's clock, epoch ms. */
export async function freeSome(db: ConsoleDb, at: number): Promise<Freed | null> {
  for (const name of freeingOrder) {
    const table = db.table<unknown, string | number>(name);
    const count = await table.count();
    if (count === 0) continue;
    const doomed = await oldest(db, name, count <= fewRows ? count : Math.min(mostRows, Math.ceil(count / 2)));
    const resources = new Set(doomed.flatMap((key) => ruleOf(name)?.refetch(String(key)) ?? []));
    // Removing alone: a browser that has no room left takes no transaction that writes one byte, whatever else it removes. A claim that the rows are
    // whole must not outlive them, so it goes with them, and comes back as what it then is; where that is not written, as nothing: all of it is asked for.
    const claims = await db.transaction('rw', table, db.sync, async () => {
      const held = await db.sync.bulkGet([...resources]);
      await deleteRows(table, doomed);
      await deleteRows(db.sync, [...resources]);
      return held.filter((row) => row !== undefined);
    });
    await noteFreed(db.sync, claims, at).catch(() => {});
    return { table: name, rows: doomed.length, missing: [...resources].filter(isFetchedInPages) };
  }
  return null;
}

/**
 * The next fetch asks for all of them, and until a pass over all has ended in which nothing more went (`AnswerMeta.pass`) it is said why they are not whole: also by
 * the very write that room is made for. What one answer brings whole and brought meanwhile is whole.
 */
function noteFreed(sync: ConsoleDb['sync'], claims: readonly SyncRow[], at: number): Promise<void> {
  return sync.db.transaction('rw', sync, async () => {
    const since = await sync.bulkGet(claims.map(({ resource }) => resource));
    const missing = claims.flatMap((claim, place) => {
      const inPages = isFetchedInPages(claim.resource);
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
    // A manifest bears no time of its own: it is as old as its pack; one whose pack is no longer listed is older than all.
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

export interface Freeing {
  readonly free: () => Promise<boolean>;
  readonly listen: (listener: (freed: Freed) => void) => void;
  /** When rows of a resource that is fetched in pages were last removed here, as `SyncRow.freedAt`, where no sync row may say so; null where none were. */
  readonly freedAt: (resource: ResourceKey) => number | null;
  /** A sync row says so from now on, or that they have come again. */
  readonly noted: (resource: ResourceKey, freedAt: number | null) => void;
}

/** The later of two moments at which rows went; null where none did. */
export function laterFreed(a: number | null | undefined, b: number | null | undefined): number | null {
  return Math.max(a ?? 0, b ?? 0) || null;
}

/** Several writes that find no room at once make it once. */
export function createFreeing(db: ConsoleDb, now: () => number): Freeing {
  const listeners = new Set<(freed: Freed) => void>();
  /** Removed before anybody listened. */
  const untold: Freed[] = [];
  /** A full disk may not take the note of it. */
  const missing = new Map<ResourceKey, number>();
  let last = 0;
  let underWay: Promise<boolean> | null = null;
  const step = async (): Promise<boolean> => {
    try {
      // Never the same twice: a pass that is under way must see that more has gone.
      last = Math.max(now(), last + 1);
      const freed = await freeSome(db, last);
      for (const resource of freed?.missing ?? []) missing.set(resource, last);
      if (freed !== null && listeners.size === 0) untold.push(freed);
      if (freed !== null) for (const listener of listeners) listener(freed);
      return freed !== null;
    } catch {
      // No room even for removing, or the database is closed: whoever asked says what it came to.
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
