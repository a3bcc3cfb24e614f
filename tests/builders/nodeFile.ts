// Runs before each test file in Node. Dexie takes the IndexedDB that is there when it is first loaded, and the files of one process share it: loaded first by a file that needs
// none, Dexie would have none for all files that follow.
// It also begins with the process's RSA keys anew, each of which it is given once (evidencePack.ts).
import 'fake-indexeddb/auto';
import { afterAll } from 'vitest';

Object.assign(globalThis, { ukweliKeysTaken: new Map() });

/** fake-indexeddb's own list of databases and of their connections. */
interface Held {
  readonly _databases: ReadonlyMap<string, { readonly connections: readonly { readonly _closed: boolean }[] }>;
}

/**
 * A file ends every connection that it opened. A hub that lives on takes part in the files that follow: it claims terms in their databases, and theirs look as if
 * another hub had taken over.
 */
afterAll(async () => {
  const open = (): readonly string[] =>
    [...(indexedDB as unknown as Held)._databases].flatMap(([name, { connections }]) =>
      connections.filter(({ _closed }) => !_closed).map(() => name),
    );
  // A connection closes with the end of its last transaction.
  for (let turn = 0; turn < 1_000 && open().length > 0; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (open().length > 0) throw new Error(`Connections left open by this file: ${open().join(', ')}`);
});
