import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { typeParsers } from './types.ts';

/**
 * The thread that owns the embedded database: a query here does not hold up the platform's event loop. It knows nothing of
 * queues and transactions; `pgliteClient.ts` on the other side sends one request at a time.
 */
export interface ThreadRequest {
  readonly id: number;
  readonly kind: 'query' | 'close';
  readonly text: string;
  readonly values: readonly unknown[];
}
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

/** Answers one request against an open database; the in-process client of the tests uses it too. */
export async function answerRequest(database: PGlite, request: ThreadRequest): Promise<ThreadAnswer> {
  try {
    if (request.kind === 'close') {
      await database.close();
      return { id: request.id, ok: true, rows: [], command: '', rowCount: 0 };
    }
    const result = await database.query(request.text, [...request.values]);
    // the typings leave out command and rowCount, which 0.5 answers
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
 * PGlite's own parameters with another size of the pages that it keeps. It goes through all of them as it opens: its own 160 MB take half a second of a core, and that memory.
 * @param megabytes what is kept; the folder's files are in the system's cache anyway
 */
export const startParams = (megabytes: number): string[] => [...PGlite.defaultStartParams, '-c', `shared_buffers=${megabytes}MB`];

if (parentPort !== null) {
  const port = parentPort;
  const { folder } = workerData as { folder: string }; // set by startThread, the only one to start this file
  const database = await PGlite.create(folder, { parsers: { ...typeParsers }, startParams: startParams(64) });
  port.on('message', (request: ThreadRequest) => {
    void answerRequest(database, request).then((answer) => port.postMessage(answer));
  });
  port.postMessage('ready');
}
