// Recovery page for a broken console (D-30): shows unsent commands and stored data, and clears them only on the button. It depends on
// nothing of the console, neither its bundle nor its worker nor its schema: it reads all databases with our names and writes to none.
import { themeKey } from '../domain/theme.ts';
import { databaseNames, holdsRows, metaName, settled, type Unsent, unsentIn, withDatabase } from './device/data.ts';

/** An element of recover.html. */
function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`recover.html has no ${id}`);
  return element;
}
const clearButton = byId('clear') as HTMLButtonElement; // of recover.html
const outcome = byId('outcome');
const unsentText = byId('unsent-text');

/** Whether somebody logged out here while the platform was unreachable, so that their session is still open there. */
async function logoutIsPending(): Promise<boolean> {
  const mark = await withDatabase(indexedDB, metaName, async (db) =>
    db.objectStoreNames.contains('marks') ? settled<unknown>(db.transaction('marks').objectStore('marks').get('logoutPending')) : null,
  );
  return mark !== null && mark !== undefined;
}

/** Tells the platform; true when it has confirmed. Only the platform, not a gateway in its place, echoes the call's id (D-50). */
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

/** Unknown is never shown as none: the content of a database that does not open is not known. */
function sayUnsent({ counted, known }: Unsent): void {
  unsentText.className = counted > 0 || !known ? 'row warn' : 'row ok';
  const them = counted === 1 ? 'it' : 'them';
  if (counted > 0)
    unsentText.textContent = `${known ? '' : 'At least '}${many(counted, 'action was', 'actions were')} not sent to the platform. Clearing loses ${them}: if the console still opens, let it send first.`;
  else if (known) unsentText.textContent = 'Everything done on this device was received by the platform.';
  else unsentText.textContent = `${notKnown} Clearing loses what may not have been sent: if the console still opens, look there first.`;
}
const notKnown = 'This browser does not allow the page to read all of its storage, so it is not known whether anything is unsent.';

async function show(): Promise<void> {
  const names = await databaseNames(indexedDB);
  sayUnsent(await unsentIn(indexedDB, names));

  const cacheNames = 'caches' in window ? await caches.keys() : [];
  const workers = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : [];
  const estimate = 'storage' in navigator && 'estimate' in navigator.storage ? await navigator.storage.estimate() : {};
  row('Stored rows', names === null ? 'not known' : many(names.filter(holdsRows).length, 'user on this device', 'users on this device'));
  row('Kept files and answers', many(cacheNames.length, 'cache', 'caches'));
  row(
    'Version in charge',
    workers.some((worker) => worker.waiting) ? 'installed, a newer one is waiting' : workers.length > 0 ? 'installed' : 'none',
  );
  if (estimate.usage !== undefined) row('Space used', size(estimate.usage));
  clearButton.disabled = false;
}

/** Deletes a database; if an open console blocks that, asks the user to close its tabs. */
async function removeDatabase(name: string): Promise<void> {
  const removing = indexedDB.deleteDatabase(name);
  removing.addEventListener('blocked', () => {
    outcome.textContent = 'The console is open in another tab. Close its tabs: this then continues.';
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
  // Only a log-out that the platform has not received yet is kept: without its mark the console would open as that user again (D-21).
  const keepMarks = (await logoutIsPending()) && !(await logOut());
  const names = await databaseNames(indexedDB);
  if (names === null) throw new Error('the browser does not say what it holds');
  for (const name of names) if (!(keepMarks && name === metaName)) await removeDatabase(name);
  // Only our keys, and not the theme: it is a setting, not data.
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
  clear().catch((failure: unknown) => failed('Clearing failed', failure));
});
show().catch((failure: unknown) => {
  sayUnsent({ counted: 0, known: false });
  failed('Reading the stored data failed', failure);
});
