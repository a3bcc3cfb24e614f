import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { answerRequest, startParams, type ThreadAnswer, type ThreadRequest } from './pgliteThread.ts';
import { typeParsers } from './types.ts';

/** One embedded database, which handles one request at a time. */
export interface PGliteConnection {
  ask(kind: ThreadRequest['kind'], text?: string, values?: readonly unknown[]): Promise<Extract<ThreadAnswer, { ok: true }>>;
}

/** A statement that the database rejected; `code` is the SQLSTATE, as in node-postgres. */
export class DatabaseError extends Error {
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
  constructor(answer: Extract<ThreadAnswer, { ok: false }>) {
    super(answer.message);
    this.name = 'DatabaseError';
    this.code = answer.code;
    this.constraint = answer.constraint;
    this.detail = answer.detail;
  }
}

/** The database is closed or busy; carries PostgreSQL's code for that, so that the HTTP side answers 'unavailable'. */
class DatabaseGone extends Error {
  readonly code: string;
  constructor(message: string, code: '57P01' | '53300') {
    super(message);
    this.name = 'DatabaseGone';
    this.code = code;
  }
}

function checked(answer: ThreadAnswer): Extract<ThreadAnswer, { ok: true }> {
  if (answer.ok) return answer;
  throw new DatabaseError(answer);
}

/** In dist the thread's file is plain JavaScript; when run from source (tests, `npm run dev`) tsx compiles it on import. */
function startThread(folder: string): Worker {
  const options = { workerData: { folder } };
  if (!import.meta.url.endsWith('.ts')) return new Worker(fileURLToPath(new URL('./pgliteThread.js', import.meta.url)), options);
  const file = new URL('./pgliteThread.ts', import.meta.url).href;
  return new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(file)}, ${JSON.stringify(import.meta.url)}))`, {
    ...options,
    eval: true,
  });
}

/** Opens the database in `folder` in its own thread. `onLost` is called if the thread dies before it was closed. */
export async function openInThread(folder: string, onLost: (failure: Error) => void): Promise<PGliteConnection> {
  const thread = startThread(folder);
  const waiting = new Map<number, { resolve(answer: ThreadAnswer): void; reject(failure: Error): void }>();
  let lost: Error | null = null;
  let opening = true;
  let closing = false;
  let next = 1;

  const lose = (failure: Error): void => {
    if (lost !== null) return;
    lost = failure;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    // A failure while opening rejects `opened` instead.
    if (!closing && !opening) onLost(failure);
  };
  let ready = (): void => undefined;
  const opened = new Promise<void>((resolve, reject) => {
    ready = resolve;
    waiting.set(0, { resolve: () => resolve(), reject });
  });
  thread.on('message', (answer: ThreadAnswer | 'ready') => {
    if (answer === 'ready') {
      waiting.delete(0);
      return ready();
    }
    waiting.get(answer.id)?.resolve(answer);
    return void waiting.delete(answer.id);
  });
  thread.on('error', (failure) => lose(failure instanceof Error ? failure : new Error(String(failure))));
  thread.on('exit', () => lose(new DatabaseGone('The embedded database was closed', '57P01')));
  await opened;
  opening = false;

  return {
    async ask(kind, text = '', values = []) {
      if (lost !== null) throw lost;
      if (kind === 'close') closing = true;
      const id = next++;
      const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, kind, text, values } satisfies ThreadRequest);
      });
      if (kind === 'close') await thread.terminate();
      return checked(answer);
    },
  };
}

// Node's types declare WebAssembly modules but not the object that compiles them.
const { WebAssembly: engine } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> };
};
let compiled: Promise<WebAssembly.Module> | null = null;

/**
 * PGlite's WebAssembly module, compiled once per process. Tests open many databases, and each would otherwise compile it and warm it up
 * again.
 */
function program(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  compiled ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => engine.compile(bytes));
  return compiled;
}

/** Opens a database in this thread and in memory, for tests; `image` is a dumped data folder to start from. */
export async function openInMemory(
  image: Uint8Array<ArrayBuffer> | null,
): Promise<PGliteConnection & { dump(): Promise<Uint8Array<ArrayBuffer>> }> {
  const database = await PGlite.create({
    parsers: { ...typeParsers },
    wasmModule: await program(),
    startParams: startParams(16),
    ...(image === null ? {} : { loadDataDir: asBlob(image) }),
  });
  return {
    ask: async (kind, text = '', values = []) => checked(await answerRequest(database, { id: 0, kind, text, values })),
    dump: async () => new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()),
  };
}

/** Wraps bytes where a Blob is required. Reading a real Blob in Node copies the bytes twice in small pieces: half a second for an image. */
function asBlob(bytes: Uint8Array<ArrayBuffer>): Blob {
  const { buffer, byteOffset, byteLength } = bytes;
  return Object.assign(new Blob([]), {
    arrayBuffer: () => Promise.resolve(byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)),
  });
}

/** Maximum wait for the one session. Reached only if its holder asks for it again inside: an error is better than a deadlock. */
const longestWaitMs = 30_000;

/**
 * A pool in the shape that Kysely's PostgresDialect expects, over the single session. Callers get it in order of arrival and keep it
 * until released, so statements of two transactions never mix.
 */
export function createSingleSessionPool(
  connection: PGliteConnection,
): PostgresPool & { connections(): { open: number; idle: number; waiting: number } } {
  const queue: (() => void)[] = [];
  let held = false;
  let ended = false;
  const release = (): void => {
    const grant = queue.shift();
    if (grant === undefined) held = false;
    else grant();
  };
  const client = (): PostgresPoolClient => {
    let released = false;
    const query = async (text: unknown, values?: readonly unknown[]) => {
      if (typeof text !== 'string') throw new Error('Cursors are not offered by the embedded database');
      const { rows, command, rowCount } = await connection.ask('query', text, values);
      return { rows, command, rowCount };
    };
    return {
      // Kysely's type also covers cursors; here it passes only text and values, and reads these three fields
      query: query as unknown as PostgresPoolClient['query'],
      release() {
        if (released) return;
        released = true;
        release();
      },
    };
  };
  return {
    connections: () => ({ open: ended ? 0 : 1, idle: held || ended ? 0 : 1, waiting: queue.length }),
    async connect() {
      if (ended) throw new DatabaseGone('The embedded database was closed', '57P01');
      if (!held) {
        held = true;
        return client();
      }
      await new Promise<void>((resolve, reject) => {
        const grant = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(grant), 1);
          reject(
            new DatabaseGone(
              'The embedded database was busy for 30 s. Is platform.db used inside a transaction, where trx belongs?',
              '53300',
            ),
          );
        }, longestWaitMs);
        queue.push(grant);
      });
      return client();
    },
    async end() {
      if (ended) return;
      ended = true;
      await connection.ask('close');
    },
  };
}
