import { neverEncrypted, newestDeclarations, type EncryptedTable } from './tables.ts';
import { isVeiled, type Veil } from './veiled.ts';

/** How a table's columns are stored under a lock (veiled.ts). Columns not named are stored in plain text. */
export interface VeiledColumns {
  /** As codes that can be compared for equality. */
  readonly texts?: readonly string[];
  /** As order-preserving numbers. */
  readonly moments?: readonly string[];
  /** Not at all: searches by them use the decrypted rows. */
  readonly left?: readonly string[];
}

/**
 * Tables with a declared column that stays readable, or with a column that is not declared. Allowed to be readable are the product's
 * constants (names of components, stages, windows and answers), chain positions, numbers of the event log, and the state of a command.
 */
const decided = {
  kpis: {},
  components: {},
  stages: {},
  verifications: { texts: ['vrfId', 'status', 'siteCode'], moments: ['at'], left: ['tokens'] },
  packs: { texts: ['packId', 'status', 'siteCode', 'manifestHash'], moments: ['at'], left: ['tokens'] },
  manifests: { texts: ['packId', 'manifestHash'] },
  keys: {},
  notifications: { texts: ['notificationId', 'level'], moments: ['at'] },
  auditRecords: { texts: ['actor', 'area', 'outcome'], moments: ['at'], left: ['tokens'] },
  series: {},
  singles: {},
  chain: { texts: ['vrfId'] },
  segments: { texts: ['topic'] },
  outbox: {},
  setAside: { texts: ['key'] },
} as const satisfies { readonly [T in EncryptedTable]?: VeiledColumns };

/** What a table's declaration alone says: every column of it is veiled, `at` and names that end in `At` as moments, words left out. */
export function asDeclared(declaration: string): VeiledColumns {
  const indexes = declaration.split(',').map((index) => index.replaceAll(/[[\]&\s]/g, ''));
  const left = indexes.filter((index) => index.startsWith('*')).map((index) => index.slice(1));
  const names = [...new Set(indexes.filter((index) => /^\w/.test(index)).flatMap((index) => index.split('+')))];
  const moments = names.filter((name) => /^at$|At$/.test(name));
  return { texts: names.filter((name) => !moments.includes(name)), moments, left };
}

/**
 * Every table's columns under a lock (G-4): none that names a person, site or record, or tells what happened or when, is stored in plain
 * text. A table about which nothing was decided has every declared column veiled.
 */
export const veiledColumns: Readonly<Record<string, VeiledColumns>> = {
  ...Object.fromEntries(
    Object.entries(newestDeclarations)
      .filter(([table]) => !Object.hasOwn(neverEncrypted, table))
      .map(([table, declaration]) => [table, asDeclared(declaration)]),
  ),
  ...decided,
};

const noColumns: VeiledColumns = {};

/** The veiled columns of a table. For a table of a newer build they are unknown; its payloads are encrypted. */
export function columnsUnderLock(table: string): VeiledColumns {
  return Object.hasOwn(veiledColumns, table) ? (veiledColumns[table] ?? noColumns) : noColumns;
}

/** The row with veiled columns. The payload is unchanged. */
export function veilRow<R extends object>(veil: Veil, table: string, row: R): R {
  const { texts = [], moments = [], left = [] } = columnsUnderLock(table);
  const veiled = { ...row } as Record<string, unknown>; // safe: a copy, changed by name
  for (const column of left) delete veiled[column];
  for (const column of texts) if (typeof veiled[column] === 'string') veiled[column] = veil.text(veiled[column]);
  for (const column of moments) if (typeof veiled[column] === 'number') veiled[column] = veil.moment(veiled[column]);
  return veiled as R; // safe: the same columns
}

/** True if a row's columns are veiled. Times are not checked, because that needs the key. */
export function isVeiledRow(table: string, row: object): boolean {
  const { texts = [], left = [] } = columnsUnderLock(table);
  const held = row as Readonly<Record<string, unknown>>;
  return texts.every((column) => typeof held[column] !== 'string' || isVeiled(held[column])) && left.every((column) => !(column in row));
}

/** True if a table's primary key is veiled under a lock. */
export function isKeyVeiled(table: string, keyPath: unknown): boolean {
  return typeof keyPath === 'string' && columnsUnderLock(table).texts?.includes(keyPath) === true;
}
