/**
 * Where writers wait (D-66): in lines inside the process, without a connection in hand. One that waits for a row which somebody else holds
 * would otherwise keep its connection meanwhile, and a tenant's ten would keep all ten, so that nobody of any tenant could read (F-40).
 *
 * Of a line one works at a time, in the order in which they came; of all lines `atOnce` at most, and the next turn is that of the line which has taken least of
 * everybody's time: lines that stand still, each behind a row of its own tenant, fill every place there is, and whoever waits in another must not stand behind all who wait in
 * those. Who waited for longer than `waitMs` is told so and has not begun. Nothing that works in a line may ask for a place in it: it would wait for itself.
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

/** How much of what a line has taken is forgiven with time: a tenth of a place is each one's, whoever else comes. */
const forgiven = 0.1;

/** Makes one. `atOnce`: the connections that writers may have; `waitMs`: longest wait for one's turn, milliseconds. */
export function createWriteQueue({ atOnce, waitMs }: { readonly atOnce: number; readonly waitMs: number }): WriteQueue {
  const queue: Waiting[] = [];
  const atWork = new Set<string>();

  /**
   * How much time each line has taken of its places, milliseconds, as far as it is ahead of the line that had the newest turn (`level`): one that comes anew owes nothing for the time
   * before it came, and is owed nothing. It is forgiven by and by: of lines that come anew one after the other, as each person's session is one, none owes anything, and a tenant's
   * would never have another turn. Known while somebody waits, since nobody is preferred otherwise, and until it is forgiven.
   */
  const taken = new Map<string, number>();
  let level = 0;
  let looked = performance.now();
  const takenBy = (line: string): number => Math.max(level, taken.get(line) ?? 0);
  const forgive = (): void => {
    const now = performance.now();
    level += (now - looked) * forgiven;
    looked = now;
    // Whose turn is longest ago first.
    for (const [line, ms] of taken) {
      if (ms > level) break;
      taken.delete(line);
    }
  };

  const mayBegin = (line: string): boolean => atWork.size < atOnce && !atWork.has(line);
  /** Whoever came first of the line that has taken the least, of those whose line is free. */
  const nextUp = (): Waiting | undefined => {
    let first: Waiting | undefined;
    for (const one of queue) if (mayBegin(one.line) && (first === undefined || takenBy(one.line) < takenBy(first.line))) first = one;
    return first;
  };
  const next = (): void => {
    for (let waiting = nextUp(); waiting !== undefined; waiting = nextUp()) {
      queue.splice(queue.indexOf(waiting), 1);
      atWork.add(waiting.line);
      waiting.begin();
    }
    if (queue.length === 0) taken.clear();
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
      level = takenBy(line);
      const [before, began] = [level, performance.now()];
      try {
        return await work();
      } finally {
        atWork.delete(line);
        forgive();
        taken.delete(line);
        taken.set(line, before + performance.now() - began);
        next();
      }
    },
    waiting: () => queue.length,
  };
}
