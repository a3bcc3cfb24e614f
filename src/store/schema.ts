import { type DBCoreTable, Dexie, type Table, type Transaction } from 'dexie';
import type { OutboxState } from '../contracts/outbox.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { Topic, TopicSeqs } from '../contracts/realtime/event.ts';
import { verificationSchema } from '../contracts/verification.ts';
import { linksOf } from '../domain/chainLink.ts';
import { inGeneration } from '../domain/deviceNames.ts';
import type { StoredRow } from './entities/entity.ts';
import { type ChainRow, chainRow, verificationColumns } from './entities/verification.ts';
import type { Sealer } from './sealing.ts';
import { sumRows } from './rowSum.ts';
import { veilOf } from './sealedRows.ts';
import { type TableName, schemaVersions } from './tables.ts';
import type { SyncRow } from './types.ts';
import type { Veil } from './veiled.ts';

// On localhost Dexie would trace every rejected promise to the console, and a closed database at log-out is no error of ours.
Dexie.debug = false;

/** ONE record per topic and batch: what a record costs does not depend on what is in it (FINDINGS). */
export interface SegmentRow {
  readonly id?: number;
  readonly topic: Topic;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly storedAt: number;
  readonly sizeBytes: number;
  /** Redacted event frames, sealed under a lock. */
  readonly payload: unknown;
}

/** Cursors of all topics in one record, with the log they belong to. */
export interface CursorsRow {
  readonly id: 'log';
  readonly epoch: string;
  readonly cursors: TopicSeqs;
  /** Newest seq of each topic in the segments. It is ahead of the cursor while a refetch is under way: what comes again then is not recorded twice. */
  readonly recorded?: TopicSeqs;
}

/** A row that was not what it should be, out of the readers' way and kept for diagnosis (F-25). */
export interface SetAsideRow {
  readonly id?: number;
  readonly table: string;
  readonly key: string;
  readonly at: number;
  readonly row: unknown;
}

/** A command of the person's: its state indexed, all else in one payload (contracts/outbox.ts). `id` is its place in their order. */
export interface OutboxRow {
  readonly id?: number;
  readonly state: OutboxState;
  readonly payload: unknown;
}

/** What a version does to the rows of the one before, by its number. */
const upgrades: ReadonlyMap<number, (transaction: Transaction) => Promise<void>> = new Map([
  [
    2,
    async (transaction) => {
      const rows: StoredRow[] = await transaction.table('verifications').toArray();
      let lost = false;
      for (const row of rows) {
        const parsed = verificationSchema.safeParse(row.payload);
        // A row that cannot be read goes; the next fetch brings it again.
        if (!parsed.success) {
          await transaction.table('verifications').delete((row as StoredRow & { readonly vrfId: string }).vrfId); // its primary key
          lost = true;
        } else {
          await transaction.table('verifications').put({ ...row, ...verificationColumns(parsed.data) });
          for (const link of linksOf([parsed.data])) await transaction.table('chain').put(chainRow(link));
        }
      }
      // What was fetched so far is no longer all there: the next fetch asks for the whole list and not for what changed since.
      if (lost) await transaction.table('sync').where('resource').equals('verifications').modify({ asOfSeq: null });
    },
  ],
]);

/**
 * One person's database in one tenant. Relaxed durability where nothing else is asked for: a crash of the machine may lose the last moments,
 * which the platform's log gives again, since cursors are written in the same transaction as the rows they cover. What nobody else holds
 * (the outbox) is written through a connection of its own with strict durability: durability is a property of Dexie's connection.
 */
export class ConsoleDb extends Dexie {
  declare readonly verifications: Table<StoredRow, string>;
  declare readonly packs: Table<StoredRow, string>;
  declare readonly manifests: Table<StoredRow, string>;
  declare readonly deadLetters: Table<StoredRow, string>;
  declare readonly chain: Table<ChainRow, number>;
  declare readonly sync: Table<SyncRow, ResourceKey>;
  declare readonly segments: Table<SegmentRow, number>;
  declare readonly cursors: Table<CursorsRow, string>;
  declare readonly setAside: Table<SetAsideRow, number>;
  declare readonly outbox: Table<OutboxRow, number>;

  /** What payloads are sealed and opened with under a lock (D-31); null where there is none. */
  sealer: Sealer | null = null;

  constructor(tenantId: string, userId: string, durability: 'relaxed' | 'strict' = 'relaxed', generation = 0) {
    // Dexie's own cache would copy every answer once more; who reads here keeps what it reads (liveRead.ts).
    super(databaseName(tenantId, userId, generation), { chromeTransactionDurability: durability, cache: 'disabled' });
    schemaVersions.forEach((tables, place) => {
      const version = this.version(place + 1).stores(tables);
      const upgrade = upgrades.get(place + 1);
      if (upgrade !== undefined) version.upgrade(upgrade);
    });
    sumRows(this);
    this.use({
      stack: 'dbcore',
      name: 'veil',
      create: (core) => ({ ...core, table: (name) => asStands(core.table(name), () => veilOf(this)) }),
    });
  }

  /** The table of an entity, rows as the store keeps them. */
  rows(table: TableName): Table<StoredRow, string> {
    return this.table(table);
  }
}

/** A table that is asked under the veil of a lock while one stands (veilKeys.ts), whose code comes with it. */
function asStands(table: DBCoreTable, veilNow: () => Veil | null): DBCoreTable {
  let of: Veil | null = null;
  let under = table;
  const now = (): DBCoreTable => {
    const veil = veilNow();
    if (veil !== of) under = veil?.over(table) ?? table;
    of = veil;
    return under;
  };
  return {
    ...table,
    get: (request) => now().get(request),
    getMany: (request) => now().getMany(request),
    query: (request) => now().query(request),
    openCursor: (request) => now().openCursor(request),
    count: (request) => now().count(request),
    mutate: (request) => now().mutate(request),
  };
}

/** Names what belongs to whom, so that a wipe finds it and nobody else's. */
export function databaseName(tenantId: string, userId: string, generation = 0): string {
  return inGeneration(`ukweli:${tenantId}:${userId}`, generation);
}
