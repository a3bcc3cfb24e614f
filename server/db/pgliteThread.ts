import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { typeParsers } from './types.ts';

/**
 * A request to the thread that owns the embedded database; queries there do not block the server's event loop. The thread has no queue
 * and no transactions: `pgliteClient.ts` sends one request at a time.
 */
export interface ThreadRequest {
  readonly id: number;
  readonly kind: 'query' | 'close';
  readonly text: string;
  readonly values: readonly unknown[];
}
/** Answer to the request of this id; a failure carries what PostgreSQL reports (`code`: SQLSTATE). */
export type ThreadAnswer =
  | { readonly id: number; readonly ok: true; readonly rows: unknown[]; readonly command: string; readonly rowCount: number }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly code: string | undefined;
      readonly constraint: string | undefined;
      readonly detail: string | undefined;
    };

/** Executes one request against an open database; the in-process client of the tests uses it too. */
export async function answerRequest(database: PGlite, request: ThreadRequest): Promise<ThreadAnswer> {
  try {
    if (request.kind === 'close') {
      await database.close();
      return { id: request.id, ok: true, rows: [], command: '', rowCount: 0 };
    }
    const result = await database.query(request.text, [...request.values]);
    // the typings omit command and rowCount, which version 0.5 returns
    const { command = '', rowCount = result.affectedRows ?? 0 } = result as { command?: string; rowCount?: number };
    return { id: request.id, ok: true, rows: result.rows, command, rowCount };
  } catch (failure) {
    const told = failure as { message?: string; code?: string; constraint?: string; detail?: string }; // PostgreSQL's error fields
    return {
      id: request.id,
      ok: false,
      message: told.message ?? String(failure),
      code: told.code,
      constraint: told.constraint,
      detail: told.detail,
    };
  }
}

/**
 * PGlite's default parameters with a smaller page cache. PGlite goes through the whole cache on opening: its default of 160 MB takes half
 * a second of CPU, and that memory.
 * @param megabytes size of the cache; the system caches the folder's files anyway
 */
export const startParams = (megabytes: number): string[] => [...PGlite.defaultStartParams, '-c', `shared_buffers=${megabytes}MB`];

if (parentPort !== null) {
  const port = parentPort;
  const { folder } = workerData as { folder: string }; // set by startThread, which alone starts this file
  const database = await PGlite.create(folder, { parsers: { ...typeParsers }, startParams: startParams(64) });
  port.on('message', (request: ThreadRequest) => {
    void answerRequest(database, request).then((answer) => port.postMessage(answer));
  });
  port.postMessage('ready');
}
