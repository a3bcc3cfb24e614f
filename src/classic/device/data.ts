/** The console's data in this browser, for the recovery page: read as stored, whichever build wrote them. */

/** The one database that every device has: marks of the device, no rows of a person. */
export const metaName = 'ukweli-meta';
/** All database names the console has ever used start with this: rows, stored answers, marks. */
const ours = (name: string): boolean => name.startsWith('ukweli');
/** Whether a database holds a person's rows; there is one per person. */
export const holdsRows = (name: string): boolean => name.startsWith('ukweli:');

/** How long the browser may take to list its databases, milliseconds. Right after clearing an origin's data Chromium may never answer. */
const listLimitMs = 5000;

/** An IndexedDB request as a promise. Rejects with the browser's own error. */
export const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser did not say why')));
  });

/** Names of our databases; null if the browser cannot list them, or not within the limit. */
export async function databaseNames(factory: IDBFactory, limitMs: number = listLimitMs): Promise<readonly string[] | null> {
  if (!('databases' in factory)) return null;
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    late = setTimeout(() => resolve(null), limitMs);
  });
  const listed = await Promise.race([factory.databases().catch(() => null), tooLate]);
  clearTimeout(late);
  return listed?.map(({ name }) => name ?? '').filter(ours) ?? null;
}

/**
 * Runs `read` on a database, or returns null if there is none of that name; never creates one. Rejects if an existing database cannot be
 * opened.
 */
export async function withDatabase<T>(factory: IDBFactory, name: string, read: (db: IDBDatabase) => Promise<T>): Promise<T | null> {
  const opening = factory.open(name);
  let isNew = false;
  opening.addEventListener('upgradeneeded', () => {
    isNew = true;
    opening.transaction?.abort();
  });
  const db = await settled(opening).catch((failure: unknown) => {
    if (isNew) return null;
    throw failure;
  });
  if (db === null) return null;
  try {
    return await read(db);
  } finally {
    db.close();
  }
}

/** Commands that the platform has not confirmed: the number counted, and whether that is all of them. */
export interface Unsent {
  readonly counted: number;
  readonly known: boolean;
}

/** Counts them in these databases; null means that the names are unknown. */
export async function unsentIn(factory: IDBFactory, names: readonly string[] | null): Promise<Unsent> {
  if (names === null) return { counted: 0, known: false };
  const counts = await Promise.all(names.map((name) => unsentOf(factory, name).catch(() => null)));
  return { counted: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0), known: !counts.includes(null) };
}

async function unsentOf(factory: IDBFactory, name: string): Promise<number> {
  const rows = await withDatabase(factory, name, async (db) =>
    db.objectStoreNames.contains('outbox') ? settled<unknown[]>(db.transaction('outbox').objectStore('outbox').getAll()) : [],
  );
  return (rows ?? []).filter((row) => !isAnswered(row)).length;
}

/** Whether an outbox row, of whatever version, is a command that the platform has answered. */
function isAnswered(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || !('state' in row)) return false;
  return row.state === 'sent' || row.state === 'refused';
}
