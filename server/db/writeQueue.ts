/**
 * Where writers wait (D-66): in lines inside the process, without a connection in hand. One that waits for a row which somebody else holds
 * would otherwise keep its connection meanwhile, and a tenant's ten would keep all ten, so that nobody of any tenant could read (F-40).
 *
 * Of a line one works at a time, in the order in which they came; of all lines `atOnce` at most. Who waited for longer than `waitMs` is told so
 * and has not begun. Nothing that works in a line may ask for a place in it: it would wait for itself.
 */
export interface WriteQueue {
  /** Does `work` when it is its turn in `line` (a tenant, a tenant's record); throws `Busy` where that took too long. */
  run<T>(line: string, work: () => Promise<T>): Promise<T>;
  /** How many wait for their turn. */
  waiting(): number;
}

/** What could not begin in time, and has changed nothing. Coded like PostgreSQL's own word for a lock that could not be had, so that the HTTP side answers 503. */
export class Busy extends Error {
  readonly code = '55P03';
  constructor(line: string, waitMs: number) {
    super(`What stands before it in the line '${line}' was not done within ${waitMs} ms`);
    this.name = 'Busy';
  }
}

interface Waiting {
  readonly line: string;
  readonly begin: () => void;
}

/** Makes one. `atOnce`: the connections that writers may have; `waitMs`: longest wait for one's turn, milliseconds. */
export function createWriteQueue({ atOnce, waitMs }: { readonly atOnce: number; readonly waitMs: number }): WriteQueue {
  const queue: Waiting[] = [];
  const atWork = new Set<string>();

  const mayBegin = (line: string): boolean => atWork.size < atOnce && !atWork.has(line);
  /** Whoever came first of those whose line is free. */
  const next = (): void => {
    for (let at = queue.findIndex(({ line }) => mayBegin(line)); at >= 0; at = queue.findIndex(({ line }) => mayBegin(line))) {
      const [waiting] = queue.splice(at, 1);
      if (waiting === undefined) return;
      atWork.add(waiting.line);
      waiting.begin();
    }
  };
  const turn = (line: string): Promise<void> => {
    // A line that is free has nobody waiting in it, unless all connections are at work.
    if (mayBegin(line)) {
      atWork.add(line);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        line,
        begin() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new Busy(line, waitMs));
      }, waitMs);
      queue.push(waiting);
    });
  };
  return {
    async run(line, work) {
      await turn(line);
      try {
        return await work();
      } finally {
        atWork.delete(line);
        next();
      }
    },
    waiting: () => queue.length,
  };
}
