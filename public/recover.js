// The way out of a broken console (D-30): shows what is unsent and what this browser holds, and clears it only on the button. It depends on nothing of the
// console: not its bundle, its worker or its schema. It reads whatever databases there are under our names, and writes to none.

const byId = (id) => document.getElementById(id);
const ours = (name) => name === 'ukweli-meta' || name.startsWith('ukweli:');

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Names of our databases; a browser that cannot list them is asked for the one name that is always the same. */
async function databaseNames() {
  if (!indexedDB.databases) return ['ukweli-meta'];
  return (await indexedDB.databases()).map(({ name }) => name).filter((name) => name && ours(name));
}

/** Runs `read` on a database, or answers null where there is none of that name: opening never creates one. */
async function withDatabase(name, read) {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.transaction.abort();
  const db = await settled(opening).catch(() => null);
  if (!db) return null;
  try {
    return await read(db);
  } finally {
    db.close();
  }
}

/** Commands in a database's outbox that the platform has not confirmed. */
async function unsentIn(name) {
  const rows = await withDatabase(name, (db) =>
    db.objectStoreNames.contains('outbox') ? settled(db.transaction('outbox').objectStore('outbox').getAll()) : [],
  );
  return (rows ?? []).filter((row) => !row || !['sent', 'refused'].includes(row.state)).length;
}

/** Whether somebody logged out here while the platform was out of reach, so that their session still stands there. */
async function logoutIsPending() {
  const mark = await withDatabase('ukweli-meta', (db) =>
    db.objectStoreNames.contains('marks') ? settled(db.transaction('marks').objectStore('marks').get('logoutPending')) : null,
  );
  return mark != null;
}

/** Tells the platform; true when it has confirmed. */
async function logOut() {
  const headers = { 'Content-Type': 'application/json', 'X-Correlation-ID': crypto.randomUUID() };
  const answer = await fetch('/api/auth/logout', { method: 'POST', headers, body: 'null', credentials: 'same-origin' }).catch(() => null);
  return answer?.ok === true;
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(0)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function row(term, value) {
  const line = document.createElement('div');
  const dt = document.createElement('dt');
  const dd = document.createElement('dd');
  dt.textContent = term;
  dd.textContent = value;
  line.append(dt, dd);
  byId('held-list').append(line);
}

const many = (count, one, more) => (count === 0 ? 'none' : count === 1 ? `1 ${one}` : `${count} ${more}`);

async function show() {
  const names = await databaseNames();
  const perDatabase = await Promise.all(names.map(unsentIn));
  const unsent = perDatabase.reduce((sum, count) => sum + count, 0);
  const text = byId('unsent-text');
  text.className = unsent > 0 ? 'row warn' : 'row ok';
  text.textContent =
    unsent > 0
      ? `${many(unsent, 'action was', 'actions were')} not sent to the platform. Clearing loses ${unsent === 1 ? 'it' : 'them'}: if the console still opens, let it send first.`
      : 'Everything done on this device has reached the platform.';

  const cacheNames = 'caches' in window ? await caches.keys() : [];
  const workers = navigator.serviceWorker ? await navigator.serviceWorker.getRegistrations() : [];
  const estimate = navigator.storage?.estimate ? await navigator.storage.estimate() : {};
  row('Stored rows', many(names.filter((name) => name !== 'ukweli-meta').length, 'user on this device', 'users on this device'));
  row('Kept files and answers', many(cacheNames.length, 'cache', 'caches'));
  row(
    'Version in charge',
    workers.some((worker) => worker.waiting) ? 'installed, a newer one is waiting' : workers.length > 0 ? 'installed' : 'none',
  );
  if (estimate.usage !== undefined) row('Space used', size(estimate.usage));
  byId('clear').disabled = false;
}

/** Waits until an open console has let go of the database, and says that it has to. */
function removeDatabase(name) {
  return new Promise((resolve, reject) => {
    const removing = indexedDB.deleteDatabase(name);
    removing.onsuccess = () => resolve();
    removing.onerror = () => reject(removing.error);
    removing.onblocked = () => {
      byId('outcome').textContent = 'The console is open in another tab. Close its tabs: this goes on by itself.';
    };
  });
}

async function clear() {
  byId('clear').disabled = true;
  byId('outcome').textContent = 'Clearing …';
  // The worker goes first, or it would fill its caches again.
  if (navigator.serviceWorker) {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  }
  if ('caches' in window) {
    for (const name of await caches.keys()) await caches.delete(name);
  }
  // A log-out that the platform has not heard of yet is the one thing kept: without its mark the console would open as that user again (D-21).
  const keepMarks = (await logoutIsPending()) && !(await logOut());
  for (const name of await databaseNames()) if (!(keepMarks && name === 'ukweli-meta')) await removeDatabase(name);
  // Ours only, and not the theme: it is a setting, not data.
  for (const key of Object.keys(localStorage)) if (key.startsWith('ukweli') && key !== 'ukweli-theme') localStorage.removeItem(key);
  sessionStorage.clear();
  byId('outcome').textContent = 'Cleared. Loading the console …';
  location.replace('/');
}

const failed = (what) => (failure) => {
  byId('outcome').textContent =
    `${what} (${failure?.message ?? failure}). You can clear the data of this site in the browser’s settings instead.`;
  byId('clear').disabled = false;
};

byId('clear').addEventListener('click', () => {
  clear().catch(failed('Clearing did not work'));
});
show().catch((failure) => {
  byId('unsent-text').textContent = 'This browser does not let the page look at its own storage, so what is unsent is not known.';
  failed('Reading what is held did not work')(failure);
});
