// The way out of a broken console (D-30): shows what is unsent and what this browser holds, and clears it only on the button. It depends on nothing of the
// console: not its bundle, its worker or its schema. It reads whatever databases there are under our names, and writes to none.
import { themeKey } from '../domain/theme.ts';

/** An element of recover.html. */
function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`recover.html has no ${id}`);
  return element;
}
const clearButton = byId('clear') as HTMLButtonElement; // of recover.html
const outcome = byId('outcome');
const unsentText = byId('unsent-text');

const metaName = 'ukweli-meta';
const ours = (name: string) => name === metaName || name.startsWith('ukweli:');

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser did not say why')));
  });

/** Names of our databases; a browser that cannot list them is asked for the one name that is always the same. */
async function databaseNames(): Promise<readonly string[]> {
  if (!('databases' in indexedDB)) return [metaName];
  return (await indexedDB.databases()).map(({ name }) => name ?? '').filter(ours);
}

/** Runs `read` on a database, or answers null where there is none of that name: opening never creates one. */
async function withDatabase<T>(name: string, read: (db: IDBDatabase) => Promise<T>): Promise<T | null> {
  const opening = indexedDB.open(name);
  opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
  const db = await settled(opening).catch(() => null);
  if (db === null) return null;
  try {
    return await read(db);
  } finally {
    db.close();
  }
}

/** Whether a row of an outbox, of whatever version, is a command that the platform has answered. */
function isAnswered(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || !('state' in row)) return false;
  return row.state === 'sent' || row.state === 'refused';
}

/** Commands in a database's outbox that the platform has not confirmed. */
async function unsentIn(name: string): Promise<number> {
  const rows = await withDatabase<unknown[]>(name, async (db) =>
    db.objectStoreNames.contains('outbox') ? settled<unknown[]>(db.transaction('outbox').objectStore('outbox').getAll()) : [],
  );
  return (rows ?? []).filter((row) => !isAnswered(row)).length;
}

/** Whether somebody logged out here while the platform was out of reach, so that their session still stands there. */
async function logoutIsPending(): Promise<boolean> {
  const mark = await withDatabase<unknown>(metaName, async (db) =>
    db.objectStoreNames.contains('marks') ? settled<unknown>(db.transaction('marks').objectStore('marks').get('logoutPending')) : null,
  );
  return mark !== null && mark !== undefined;
}

/** Tells the platform; true when it has confirmed: it, and not a gateway in its place, gives the id of the call back (D-50). */
async function logOut(): Promise<boolean> {
  const id = crypto.randomUUID();
  const headers = { 'Content-Type': 'application/json', 'X-Correlation-ID': id };
  const answer = await fetch('/api/auth/logout', { method: 'POST', headers, body: 'null', credentials: 'same-origin' }).catch(() => null);
  return answer?.ok === true && answer.headers.get('X-Correlation-ID') === id;
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(0)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function row(term: string, value: string): void {
  const line = document.createElement('div');
  const dt = document.createElement('dt');
  const dd = document.createElement('dd');
  dt.textContent = term;
  dd.textContent = value;
  line.append(dt, dd);
  byId('held-list').append(line);
}

const many = (count: number, one: string, more: string) => (count === 0 ? 'none' : count === 1 ? `1 ${one}` : `${count} ${more}`);

async function show(): Promise<void> {
  const names = await databaseNames();
  const perDatabase = await Promise.all(names.map(unsentIn));
  const unsent = perDatabase.reduce((sum, count) => sum + count, 0);
  unsentText.className = unsent > 0 ? 'row warn' : 'row ok';
  unsentText.textContent =
    unsent > 0
      ? `${many(unsent, 'action was', 'actions were')} not sent to the platform. Clearing loses ${unsent === 1 ? 'it' : 'them'}: if the console still opens, let it send first.`
      : 'Everything done on this device has reached the platform.';

  const cacheNames = 'caches' in window ? await caches.keys() : [];
  const workers = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : [];
  const estimate = 'storage' in navigator && 'estimate' in navigator.storage ? await navigator.storage.estimate() : {};
  row('Stored rows', many(names.filter((name) => name !== metaName).length, 'user on this device', 'users on this device'));
  row('Kept files and answers', many(cacheNames.length, 'cache', 'caches'));
  row(
    'Version in charge',
    workers.some((worker) => worker.waiting) ? 'installed, a newer one is waiting' : workers.length > 0 ? 'installed' : 'none',
  );
  if (estimate.usage !== undefined) row('Space used', size(estimate.usage));
  clearButton.disabled = false;
}

/** Waits until an open console has let go of the database, and says that it has to. */
async function removeDatabase(name: string): Promise<void> {
  const removing = indexedDB.deleteDatabase(name);
  removing.addEventListener('blocked', () => {
    outcome.textContent = 'The console is open in another tab. Close its tabs: this goes on by itself.';
  });
  await settled(removing);
}

async function clear(): Promise<void> {
  clearButton.disabled = true;
  outcome.textContent = 'Clearing …';
  // The worker goes first, or it would fill its caches again.
  if ('serviceWorker' in navigator) {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  }
  if ('caches' in window) {
    for (const name of await caches.keys()) await caches.delete(name);
  }
  // A log-out that the platform has not heard of yet is the one thing kept: without its mark the console would open as that user again (D-21).
  const keepMarks = (await logoutIsPending()) && !(await logOut());
  for (const name of await databaseNames()) if (!(keepMarks && name === metaName)) await removeDatabase(name);
  // Ours only, and not the theme: it is a setting, not data.
  for (const key of Object.keys(localStorage)) if (key.startsWith('ukweli') && key !== themeKey) localStorage.removeItem(key);
  sessionStorage.clear();
  outcome.textContent = 'Cleared. Loading the console …';
  location.replace('/');
}

function failed(what: string, failure: unknown): void {
  const why = failure instanceof Error ? failure.message : String(failure);
  outcome.textContent = `${what} (${why}). You can clear the data of this site in the browser’s settings instead.`;
  clearButton.disabled = false;
}

clearButton.addEventListener('click', () => {
  clear().catch((failure: unknown) => failed('Clearing did not work', failure));
});
show().catch((failure: unknown) => {
  unsentText.textContent = 'This browser does not let the page look at its own storage, so what is unsent is not known.';
  failed('Reading what is held did not work', failure);
});
