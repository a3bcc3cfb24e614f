export {};

/** A minimal page that stores rows on the device: no library, raw IndexedDB. Filled once from `/rows.json`. */
type Rows = Readonly<Record<string, readonly unknown[]>>;

const name = 'bench-plain';

function opened(rows: Rows | null): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.addEventListener('upgradeneeded', () => {
      for (const table of Object.keys(rows ?? {})) {
        const store = opening.result.createObjectStore(table, { autoIncrement: true });
        for (const row of rows?.[table] ?? []) store.add(row);
      }
    });
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(new Error('cannot open')));
  });
}

function all(db: IDBDatabase, table: string): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const reading = db.transaction(table).objectStore(table).getAll();
    reading.addEventListener('success', () => resolve(reading.result));
    reading.addEventListener('error', () => reject(new Error(`cannot read ${table}`)));
  });
}

/** Stores rows and page for offline use, as an installed console does. */
async function fill(): Promise<void> {
  const rows = (await (await fetch('/rows.json')).json()) as Rows; // the bench's own file
  (await opened(rows)).close();
  await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
}

async function show(): Promise<void> {
  const db = await opened(null);
  const table = document.createElement('table');
  for (const store of db.objectStoreNames) {
    for (const row of await all(db, store)) {
      const line = table.insertRow();
      line.insertCell().textContent = store;
      line.insertCell().textContent = JSON.stringify(row).slice(0, 200);
    }
  }
  document.body.append(table);
}

Object.assign(globalThis, { fill });
if (location.pathname === '/plain') void show();
