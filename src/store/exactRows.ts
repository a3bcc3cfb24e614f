import { Dexie, type IntervalTree, type IntervalTreeNode, type ObservabilitySet, RangeSet, type Table, cmp, mergeRanges } from 'dexie';
import { withSums } from './rowSum.ts';
import { type Veil } from './veiled.ts';
import { isKeyVeiled } from './veiledColumns.ts';

/**
 * Reads and writes whole batches inside a Dexie transaction, directly on IndexedDB's object stores. Dexie's bulk calls cost a third more
 * than the requests themselves, need each chunk awaited before the next (putRows.ts), and do not know the replaced rows. Here the caller
 * has read those, so live queries are told exactly which index positions each row left and took, however many rows there are.
 */

/** Up to this number, keys are read one by one; above it, `likelyKeys` first finds out which exist, because most events bring new rows. */
const fewKeys = 8;

/** The current IndexedDB transaction. Only within `db.transaction`. */
export function native(): IDBTransaction {
  const transaction = Dexie.currentTransaction;
  if (transaction === null) throw new Error('no transaction');
  return transaction.idbtrans;
}

/** Lets a failed request abort its transaction with its own error: Dexie's handler would let the other requests commit. */
function mustSucceed(request: IDBRequest): void {
  request.onerror = (event) => event.stopPropagation();
}

/** Results of the requests. They are answered in order, so the success of the last implies all. */
export function answers<T>(requests: readonly IDBRequest<T>[]): PromiseLike<readonly T[]> {
  const last = requests.at(-1);
  // Dexie's own promise preserves the transaction's zone.
  return new Dexie.Promise((resolve, reject) => {
    if (last === undefined) return resolve([]);
    last.onsuccess = () => resolve(requests.map((request) => request.result));
    // The first failure holds the reason. It aborts the transaction, and later requests fail only because of that.
    for (const request of requests)
      request.onerror = (event) => {
        event.stopPropagation();
        reject(request.error);
      };
  });
}

/**
 * The stored rows with these keys, in the current transaction, by requested key.
 * @param veil maps keys to their form under a lock; rows written before the lock have plain keys
 */
export async function heldRows<R, K extends string | number>(
  table: Table<R, K>,
  keys: Iterable<K>,
  veil: Veil | null = null,
): Promise<Map<K, R>> {
  const store = native().objectStore(table.name);
  const asked = [...new Set(keys)];
  const held = new Map<K, R>();
  const look = async (placeOf: (key: K) => K): Promise<void> => {
    const missing = new Map(asked.filter((key) => !held.has(key)).map((key) => [placeOf(key), key]));
    const wanted = await likelyKeys(store, [...missing.keys()]);
    const rows = await answers<R | undefined>(wanted.map((key) => store.get(key)));
    wanted.forEach((place, at) => {
      const [key, row] = [missing.get(place), rows[at]];
      if (key !== undefined && row !== undefined) held.set(key, row);
    });
  };
  if (veil !== null && isKeyVeiled(table.name, table.schema.primKey.keyPath))
    await look((key) => (typeof key === 'string' ? (veil.text(key) as K) : key)); // safe: a text, like the key
  await look((key) => key);
  return held;
}

/**
 * Drops keys that do not exist. The range between them may hold many others, so it is read only up to a maximum; keys beyond it stay in.
 */
async function likelyKeys<K extends string | number>(store: IDBObjectStore, keys: readonly K[]): Promise<readonly K[]> {
  if (keys.length <= fewKeys) return keys;
  const sorted = keys.toSorted(compare);
  const most = keys.length * 4;
  const range = IDBKeyRange.bound(sorted[0], sorted.at(-1));
  const [present = []] = await answers([store.getAllKeys(range, most)]);
  const known = new Set<IDBValidKey>(present);
  const last = present.length < most ? undefined : present.at(-1);
  return sorted.filter((key) => known.has(key) || (last !== undefined && key > last));
}

/** Writes rows in the current transaction. `held`: all rows they replace, as read by `heldRows` in the same transaction. */
export function putExactly<R extends object, K extends string | number>(
  table: Table<R, K>,
  rows: readonly R[],
  held: ReadonlyMap<K, R>,
): void {
  if (rows.length === 0) return;
  const transaction = native();
  const store = transaction.objectStore(table.name);
  for (const row of withSums(table.db, table.name, rows)) mustSucceed(store.put(row));
  const { primaryKey, indexes } = table.core.schema;
  const part = (name: string): string => `idb://${table.db.name}/${table.name}/${name}`;
  const changed: ObservabilitySet = {};
  const keyOf = (row: R): K => primaryKey.extractKey?.(row); // safe: all our tables have inline keys
  const keys = rows.map(keyOf);
  const before = new Map([...held.values()].map((row) => [keyOf(row), row]));
  note(changed, part(''), keys);
  // Key-only queries observe added and removed keys (`:dels`).
  note(
    changed,
    part(':dels'),
    keys.filter((key) => !before.has(key)),
  );
  const real = new Set(table.schema.indexes.map((index) => index.name));
  for (const { name, extractKey, multiEntry } of indexes) {
    // Dexie also lists prefixes of compound indexes as indexes.
    if (name === null || !real.has(name)) continue;
    const places: IDBValidKey[] = [];
    const add = (key: IDBValidKey | undefined): void => {
      if (multiEntry === true && Array.isArray(key)) places.push(...key);
      else if (key !== undefined && key !== null) places.push(key);
    };
    rows.forEach((row, place) => {
      const key = keys[place];
      const replaced = key === undefined ? undefined : before.get(key);
      const from: IDBValidKey | undefined = replaced === undefined ? undefined : extractKey?.(replaced);
      const to: IDBValidKey | undefined = extractKey?.(row);
      if (cmp(from, to) === 0) return; // cmp of non-keys is NaN, never 0
      add(from);
      add(to);
    });
    note(changed, part(name), places);
  }
  tell(transaction, changed);
}

function note(changed: ObservabilitySet, part: string, keys: readonly IDBValidKey[]): void {
  if (keys.length > 0) changed[part] = rangesOf(keys);
}

/** Same result as `new RangeSet().addKeys(keys)`, for a whole batch: adding key by key takes Dexie as long as the write itself. */
function rangesOf(keys: readonly IDBValidKey[]): IntervalTree {
  const sorted = keys.filter(isKey).toSorted(compare);
  const each = sorted.filter((key, place) => place === 0 || compare(key, sorted[place - 1]) !== 0);
  const grow = (from: number, to: number): IntervalTreeNode | null => {
    if (from >= to) return null;
    const middle = (from + to) >> 1;
    const key = each[middle] as IntervalTreeNode['from']; // Dexie's name for an IndexedDB key
    const l = grow(from, middle);
    const r = grow(middle + 1, to);
    return { from: key, to: key, l, r, d: 1 + Math.max(l?.d ?? 0, r?.d ?? 0) };
  };
  return Object.assign(new RangeSet(), grow(0, each.length));
}

/** A row without one of an index's fields is not in that index, but Dexie extracts a value nevertheless. */
function isKey(key: IDBValidKey): boolean {
  return typeof key === 'string' || (typeof key === 'number' ? !Number.isNaN(key) : cmp(key, key) === 0);
}

function compare(a: IDBValidKey | undefined, b: IDBValidKey | undefined): number {
  // Fast path with IndexedDB's own order: strings by code unit, numbers by value.
  if ((typeof a === 'string' && typeof b === 'string') || (typeof a === 'number' && typeof b === 'number'))
    return a < b ? -1 : a > b ? 1 : 0;
  return cmp(a, b);
}

/** Adds to the changes that Dexie reports to live queries of this and other contexts when the transaction completes. */
function tell(transaction: IDBTransaction & { mutatedParts?: ObservabilitySet }, changed: ObservabilitySet): void {
  const told = (transaction.mutatedParts ??= {});
  for (const [part, ranges] of Object.entries(changed)) {
    const before = told[part];
    if (before === undefined) told[part] = ranges;
    else mergeRanges(before, ranges);
  }
}
