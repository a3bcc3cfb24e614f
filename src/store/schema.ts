import { type DBCoreTable, Dexie, type Table, type Transaction } from 'dexie';
import type { OutboxState } from '../contracts/outbox.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { Topic, TopicSeqs } from '../contracts/realtime/event.ts';
import { verificationSchema } from '../contracts/verification.ts';
import { linksOf } from '../domain/records/chainLink.ts';
import { inGeneration } from '../domain/accounts/deviceNames.ts';
import type { StoredRow } from './entities/entity.ts';
import { type ChainRow, chainRow, verificationColumns } from './entities/verification.ts';
import type { RowCipher } from './rowCipher.ts';
import { sumRows } from './rowSum.ts';
import { veilOf } from './decryptRows.ts';
import { type TableName, schemaVersions } from './tables.ts';
import type { SyncRow } from './types.ts';
import type { Veil } from './veiled.ts';

// On localhost Dexie would log every rejected promise, but a database closed at sign-out is not an error.
Dexie.debug = false;

/** ONE record per topic and batch: a record's cost does not depend on its content (FINDINGS). */
export interface SegmentRow {
  readonly id?: number;
  readonly topic: Topic;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly storedAt: number;
  readonly sizeBytes: number;
  /** Redacted event frames, encrypted under a lock. */
  readonly payload: unknown;
}

/** Cursors of all topics in one record, with the log they belong to. */
export interface CursorsRow {
  readonly id: 'log';
  readonly epoch: string;
  readonly cursors: TopicSeqs;
  /**
   * Newest seq of each topic in the segments. Ahead of the cursor while a refetch is in progress, so that redelivered events are not
   * recorded twice.
   */
  readonly recorded?: TopicSeqs;
}

/** A damaged row, moved out of the tables that are read and kept for diagnosis (F-25). */
export interface SetAsideRow {
  readonly id?: number;
  readonly table: string;
  readonly key: string;
  readonly at: number;
  readonly row: unknown;
}

/** A command of the user: its state is indexed, all else is in the payload (contracts/outbox.ts). `id` is its position in their order. */
export interface OutboxRow {
  readonly id?: number;
  readonly state: OutboxState;
  readonly payload: unknown;
}

/** Data migrations, by target version. */
const upgrades: ReadonlyMap<number, (transaction: Transaction) => Promise<void>> = new Map([
  [
    2,
    async (transaction) => {
      const rows: StoredRow[] = await transaction.table('verifications').toArray();
      let lost = false;
      for (const row of rows) {
        const parsed = verificationSchema.safeParse(row.payload);
        // An unreadable row is deleted; the next fetch brings it again.
        if (!parsed.success) {
          await transaction.table('verifications').delete((row as StoredRow & { readonly vrfId: string }).vrfId); // safe: its primary key
          lost = true;
        } else {
          await transaction.table('verifications').put({ ...row, ...verificationColumns(parsed.data) });
          for (const link of linksOf([parsed.data])) await transaction.table('chain').put(chainRow(link));
        }
      }
      // The rows are incomplete: the next fetch asks for the whole list instead of the changes.
      if (lost) await transaction.table('sync').where('resource').equals('verifications').modify({ asOfSeq: null });
    },
  ],
]);

/**
 * One person's database in one tenant. Relaxed durability by default: a system crash may lose the last moments, which the platform's log
 * sends again, because cursors are written in the same transaction as the rows they cover. Data that exists only here (the outbox) is
 * written through a separate connection with strict durability, which is a property of Dexie's connection.
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

  /** Encrypts and decrypts payloads under a lock (D-31); null without one. */
  cipher: RowCipher | null = null;

  constructor(tenantId: string, userId: string, durability: 'relaxed' | 'strict' = 'relaxed', generation = 0) {
    // Dexie's own cache would copy every result again; readers here keep their results (liveRead.ts).
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

  /** The table of an entity, with rows as stored. */
  rows(table: TableName): Table<StoredRow, string> {
    return this.table(table);
  }
}

/** A table whose queries are translated by the veil while a lock is set up (veilKeys.ts); the veil's code is loaded with the lock. */
function asStands(table: DBCoreTable, veilNow: () => Veil | null): DBCoreTable {
  let lastVeil: Veil | null = null;
  let under = table;
  const now = (): DBCoreTable => {
    const veil = veilNow();
    if (veil !== lastVeil) under = veil?.over(table) ?? table;
    lastVeil = veil;
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

/** Database name for tenant and user, so that a wipe finds exactly that user's. */
export function databaseName(tenantId: string, userId: string, generation = 0): string {
  return inGeneration(`ukweli:${tenantId}:${userId}`, generation);
}
