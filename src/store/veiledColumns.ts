import type { SealedTable } from './tables.ts';
import { isVeiled, type Veil } from './veiled.ts';

/** What of a table's columns stands under a lock, and as what (veiled.ts). A column that is in none of these stands there as it is. */
export interface VeiledColumns {
  /** As codes that can be compared. */
  readonly texts?: readonly string[];
  /** As places in their order. */
  readonly moments?: readonly string[];
  /** Not at all: what is looked for by them is looked for in the open rows. */
  readonly left?: readonly string[];
}

/**
 * Every table's columns under a lock (G-4): nothing that names a person, a site or a record, or says what happened or when, stands there in the clear. What may: the product's own
 * words (names of components, stages, windows and answers), places in a chain, numbers of the event log, whether a command was sent. A table without its line does not compile.
 */
export const veiledColumns: { readonly [T in SealedTable]: VeiledColumns } = {
  kpis: {},
  components: {},
  stages: {},
  deadLetters: { texts: ['itemId', 'errorCode'], moments: ['at'] },
  verifications: { texts: ['vrfId', 'status', 'siteCode'], moments: ['at'], left: ['tokens'] },
  packs: { texts: ['packId', 'status', 'siteCode', 'manifestHash'], moments: ['at'], left: ['tokens'] },
  manifests: { texts: ['packId', 'manifestHash'] },
  keys: {},
  activities: { texts: ['activityId'], moments: ['at'] },
  notifications: { texts: ['notificationId', 'level'], moments: ['at'] },
  portfolios: { texts: ['portfolioId'] },
  payments: { texts: ['paymentId'], moments: ['at'] },
  schools: { texts: ['schoolId'] },
  incidents: { texts: ['incidentId'], moments: ['at'] },
  agents: { texts: ['agentId'] },
  auditRecords: { texts: ['actor', 'area', 'outcome'], moments: ['at'], left: ['tokens'] },
  series: {},
  singles: {},
  chain: { texts: ['vrfId'] },
  segments: { texts: ['topic'] },
  outbox: {},
  setAside: { texts: ['key'] },
};

const noColumns: VeiledColumns = {};

/** What of a table's columns is veiled. Of one that only a newer build knows nobody here can tell: its payloads are sealed. */
export function columnsUnderLock(table: string): VeiledColumns {
  return Object.hasOwn(veiledColumns, table) ? veiledColumns[table as keyof typeof veiledColumns] : noColumns; // one of its own keys
}

/** The row with its columns as they stand under a lock. The payload is left as it is. */
export function veilRow<R extends object>(veil: Veil, table: string, row: R): R {
  const { texts = [], moments = [], left = [] } = columnsUnderLock(table);
  const veiled = { ...row } as Record<string, unknown>; // a copy, to be changed by name
  for (const column of left) delete veiled[column];
  for (const column of texts) if (typeof veiled[column] === 'string') veiled[column] = veil.text(veiled[column]);
  for (const column of moments) if (typeof veiled[column] === 'number') veiled[column] = veil.moment(veiled[column]);
  return veiled as R; // the same columns
}

/** Whether the columns of a row are as they stand under a lock. Of moments only who has the veil could tell. */
export function isVeiledRow(table: string, row: object): boolean {
  const { texts = [], left = [] } = columnsUnderLock(table);
  const held = row as Readonly<Record<string, unknown>>;
  return texts.every((column) => typeof held[column] !== 'string' || isVeiled(held[column])) && left.every((column) => !(column in row));
}

/** Whether a table's primary key is veiled under a lock. */
export function isKeyVeiled(table: string, keyPath: unknown): boolean {
  return typeof keyPath === 'string' && columnsUnderLock(table).texts?.includes(keyPath) === true;
}
