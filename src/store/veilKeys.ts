import { type DBCoreKeyRange, type DBCoreTable, Dexie } from 'dexie';
import type { Veil } from './veiled.ts';
import { columnsUnderLock, isKeyVeiled } from './veiledColumns.ts';

/**
 * Translates keys and columns of reads, counts and deletions to their veiled form (veil.ts), so that callers keep using the platform's
 * names. Ranges over a single veiled column are meaningless and left as they are: they are used to walk all rows by stored key.
 *
 * Rows written before the lock, or by an older build since, have plain keys until converted (convertRows.ts): if a veiled key is not found,
 * the plain one is tried; deletions use both.
 */
export function askedUnder(veil: Pick<Veil, 'text'>, table: DBCoreTable): DBCoreTable {
  const texts = columnsUnderLock(table.name).texts ?? [];
  if (texts.length === 0) return table;
  const veilsKey = isKeyVeiled(table.name, table.schema.primaryKey.keyPath);
  const keyUnder = (key: unknown): unknown => (typeof key === 'string' ? veil.text(key) : key);
  return {
    ...table,
    get: (request) => {
      if (!veilsKey) return table.get(request);
      const key = keyUnder(request.key);
      if (key === request.key) return table.get(request);
      return Dexie.Promise.resolve(table.get({ ...request, key })).then((row: unknown) => row ?? table.get(request)) as Promise<unknown>;
    },
    getMany: (request) => {
      if (!veilsKey) return table.getMany(request);
      const keys = request.keys.map(keyUnder);
      return Dexie.Promise.resolve(table.getMany({ ...request, keys })).then((rows: readonly unknown[]) => {
        const missing = keys.flatMap((key, place) => (rows[place] === undefined && key !== request.keys[place] ? [place] : []));
        if (missing.length === 0) return rows;
        return Dexie.Promise.resolve(table.getMany({ ...request, keys: missing.map((place): unknown => request.keys[place]) })).then(
          (found: readonly unknown[]) => rows.map((row, place) => row ?? found[missing.indexOf(place)]),
        );
      }) as Promise<unknown[]>;
    },
    query: (request) => table.query({ ...request, query: under(veil, texts, request.query) }),
    openCursor: (request) => table.openCursor({ ...request, query: under(veil, texts, request.query) }),
    count: (request) => table.count({ ...request, query: under(veil, texts, request.query) }),
    mutate: (request) => {
      if (request.type !== 'delete' || !veilsKey) return table.mutate(request);
      const keys = new Set<unknown>(request.keys.flatMap((key: unknown) => [keyUnder(key), key]));
      return table.mutate({ ...request, keys: [...keys] });
    },
  };
}

interface Asked {
  readonly index: { readonly keyPath: unknown };
  readonly range: DBCoreKeyRange;
}

/** Translates equality queries, and the prefix of compound index ranges. */
function under<Q extends Asked>(veil: Pick<Veil, 'text'>, texts: readonly string[], query: Q): Q {
  const { index, range } = query;
  const path = index.keyPath;
  const isEqual = range.lower !== undefined && range.lower === range.upper;
  const bound = (key: unknown): unknown => {
    if (Array.isArray(path) && Array.isArray(key))
      return key.map((part: unknown, at) => (typeof part === 'string' && texts.includes(String(path[at])) ? veil.text(part) : part));
    return isEqual && typeof key === 'string' && texts.includes(String(path)) ? veil.text(key) : key;
  };
  return { ...query, range: { ...range, lower: bound(range.lower), upper: bound(range.upper) } };
}
