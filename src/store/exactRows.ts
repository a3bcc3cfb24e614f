import { Dexie, type IntervalTree, type IntervalTreeNode, type ObservabilitySet, RangeSet, type Table, cmp, mergeRanges } from 'dexie';
import { withSums } from './rowSum.ts';
import { type Veil } from './veiled.ts';
import { isKeyVeiled } from './veiledColumns.ts';

/**
 * Reads and writes of whole batches inside a Dexie transaction, on IndexedDB's own object stores. Dexie's bulk calls cost a third more than the
 * requests themselves, want one chunk awaited before the next (putRows.ts), and know nothing of the rows that they replace. Here the caller
 * has read those, so live queries are told exactly which places of which index a row left and which it took, however many rows there are.
 */

/** Some keys are asked for one by one; more, and it is first found out which of them are there at all: most events bring new ones. */
const fewKeys = 8;

/** The transaction in hand. Only within `db.transaction`. */
function native(): IDBTransaction {
  const transaction = Dexie.currentTransaction;
  if (transaction === null) throw new Error('no transaction');
  return transaction.idbtrans;
}

/** A failed request ends its transaction, with its own error as the reason: Dexie's handler would let the other requests be committed. */
function mustSucceed(request: IDBRequest): void {
  request.onerror = (event) => event.stopPropagation();
}

/** What the requests answer. They are answered in order, so the last one's success is everybody's. */
function answers<T>(requests: readonly IDBRequest<T>[]): PromiseLike<readonly T[]> {
  const last = requests.at(-1);
  // Dexie's own promise: the transaction's zone goes on after it.
  return new Dexie.Promise((resolve, reject) => {
    if (last === undefined) return resolve([]);
    last.onsuccess = () => resolve(requests.map((request) => request.result));
    // The first that fails says why. It takes the transaction with it, and those behind it know of that alone.
    for (const request of requests)
      request.onerror = (event) => {
        event.stopPropagation();
        reject(request.error);
      };
  });
}

/**
 * The rows held under these keys, in the current transaction, by the keys that were asked for.
 * @param veil what keys stand as under a lock; one that was written before it stands under its own
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
    await look((key) => (typeof key === 'string' ? (veil.text(key) as K) : key)); // a text, as the key is
  await look((key) => key);
  return held;
}

/** Leaves out keys that are not there. The range between them may hold many others: it is read as far as it pays, what lies beyond stays in. */
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

/** Puts rows in the current transaction. `held` are all the rows whose places they take, as `heldRows` read them in the same transaction. */
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
  const keyOf = (row: R): K => primaryKey.extractKey?.(row); // every table of ours has its key in the row
  const keys = rows.map(keyOf);
  const before = new Map([...held.values()].map((row) => [keyOf(row), row]));
  note(changed, part(''), keys);
  // Queries for keys alone wait for keys that come and go.
  note(
    changed,
    part(':dels'),
    keys.filter((key) => !before.has(key)),
  );
  const real = new Set(table.schema.indexes.map((index) => index.name));
  for (const { name, extractKey, multiEntry } of indexes) {
    // Dexie also lists the beginnings of compound indexes as if they were indexes.
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
      if (cmp(from, to) === 0) return; // what is no key is never the same
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

/** What `new RangeSet().addKeys(keys)` makes, for a whole batch at once: key after key takes Dexie as long as the put itself. */
function rangesOf(keys: readonly IDBValidKey[]): IntervalTree {
  const sorted = keys.filter(isKey).toSorted(compare);
  const each = sorted.filter((key, place) => place === 0 || compare(key, sorted[place - 1]) !== 0);
  const grow = (from: number, to: number): IntervalTreeNode | null => {
    if (from >= to) return null;
    const middle = (from + to) >> 1;
    const key = each[middle] as IntervalTreeNode['from']; // Dexie's name for what IndexedDB takes as a key
    const l = grow(from, middle);
    const r = grow(middle + 1, to);
    return { from: key, to: key, l, r, d: 1 + Math.max(l?.d ?? 0, r?.d ?? 0) };
  };
  return Object.assign(new RangeSet(), grow(0, each.length));
}

/** A row without one of an index's fields has no place in it; Dexie extracts something nevertheless. */
function isKey(key: IDBValidKey): boolean {
  return typeof key === 'string' || (typeof key === 'number' ? !Number.isNaN(key) : cmp(key, key) === 0);
}

function compare(a: IDBValidKey | undefined, b: IDBValidKey | undefined): number {
  // Strings by code unit and numbers by size: IndexedDB's own order, without the way round by its general rule.
  if ((typeof a === 'string' && typeof b === 'string') || (typeof a === 'number' && typeof b === 'number'))
    return a < b ? -1 : a > b ? 1 : 0;
  return cmp(a, b);
}

/** Adds to what Dexie tells the live queries of this and other contexts once the transaction is complete. */
function tell(transaction: IDBTransaction & { mutatedParts?: ObservabilitySet }, changed: ObservabilitySet): void {
  const told = (transaction.mutatedParts ??= {});
  for (const [part, ranges] of Object.entries(changed)) {
    const before = told[part];
    if (before === undefined) told[part] = ranges;
    else mergeRanges(before, ranges);
  }
}
