import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { answerRequest, type ThreadAnswer, type ThreadRequest } from './pgliteThread.ts';
import { typeParsers } from './types.ts';

/** One embedded database, asked one request at a time. */
export interface PGliteConnection {
  ask(kind: ThreadRequest['kind'], text?: string, values?: readonly unknown[]): Promise<Extract<ThreadAnswer, { ok: true }>>;
}

/** A statement that the database refused; `code` is the SQLSTATE, as node-postgres has it. */
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

function checked(answer: ThreadAnswer): Extract<ThreadAnswer, { ok: true }> {
  if (answer.ok) return answer;
  throw new DatabaseError(answer);
}

/** Opens the database in `folder` in a thread of its own. `onLost` is called if the thread dies before it was closed. */
export async function openInThread(folder: string, onLost: (failure: Error) => void): Promise<PGliteConnection> {
  // From the sources (tsx, vitest) the thread needs the loader too; in dist it is plain JavaScript.
  const fromSources = import.meta.url.endsWith('.ts');
  const file = fileURLToPath(new URL(fromSources ? './pgliteThread.ts' : './pgliteThread.js', import.meta.url));
  const thread = new Worker(file, { workerData: { folder }, ...(fromSources ? { execArgv: ['--import', 'tsx'] } : {}) });
  const waiting = new Map<number, { resolve(answer: ThreadAnswer): void; reject(failure: Error): void }>();
  let lost: Error | null = null;
  let closing = false;
  let next = 1;

  const lose = (failure: Error): void => {
    if (lost !== null) return;
    lost = failure;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    if (!closing) onLost(failure);
  };
  await new Promise<void>((resolve, reject) => {
    thread.once('message', () => resolve());
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The embedded database's thread ended with code ${code}`)));
  });
  thread.removeAllListeners();
  thread.on('message', (answer: ThreadAnswer) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  thread.on('error', (failure) => lose(failure instanceof Error ? failure : new Error(String(failure))));
  thread.on('exit', () => lose(new Error('The embedded database was closed')));

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

/** The same in this thread and in memory, for tests; `image` is a dumped data folder to start from. */
export async function openInMemory(image: Blob | null): Promise<PGliteConnection & { dump(): Promise<Blob> }> {
  const database = await PGlite.create({ parsers: { ...typeParsers }, ...(image === null ? {} : { loadDataDir: image }) });
  return {
    ask: async (kind, text = '', values = []) => checked(await answerRequest(database, { id: 0, kind, text, values })),
    dump: () => database.dumpDataDir('none'),
  };
}

/** Longest wait for the one session. Reached only if somebody holds it and, inside, asks for it again: better told than hung. */
const longestWaitMs = 30_000;

/**
 * A pool in the shape that Kysely's PostgresDialect wants, over the single session: who asks first gets it first, and keeps
 * it until released, so that a transaction's statements are never mixed with another's.
 */
export function createSingleSessionPool(connection: PGliteConnection): PostgresPool {
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
      // Kysely's type also covers cursors; it only ever passes text and values here, and reads these three fields
      query: query as unknown as PostgresPoolClient['query'],
      release() {
        if (released) return;
        released = true;
        release();
      },
    };
  };
  return {
    async connect() {
      if (ended) throw new Error('The embedded database was closed');
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
          reject(new Error('The embedded database was busy for 30 s. Is platform.db used inside a transaction, where trx belongs?'));
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
