/**
 * Queue of writers (D-66): they wait in lines inside the process, without a connection. Otherwise writers waiting for a locked row would
 * keep their connections, and one tenant could occupy all of them, so that nobody could read (F-40).
 *
 * Each line runs one writer at a time, in order of arrival; all lines together run at most `atOnce`. The next turn goes to the line that
 * has used the least time, so that lines stalled behind locked rows of their tenants do not delay the others. A writer that waits longer
 * than `waitMs` is rejected before it begins. Work in a line must not queue for the same line: it would wait for itself.
 */
export interface WriteQueue {
  /**
   * Runs `work` when it is its turn in `line` (a tenant, a tenant's record).
   * @throws Busy if that took longer than the maximum wait
   */
  run<T>(line: string, work: () => Promise<T>): Promise<T>;
  /** Number of writers waiting for their turn. */
  waiting(): number;
}

/**
 * Work that could not begin in time and changed nothing. Carries PostgreSQL's code for a lock that is not available, so that the HTTP
 * side answers 503.
 */
export class Busy extends Error {
  readonly code = '55P03';
  constructor(line: string, waitMs: number) {
    super(`What stands before it in the line '${line}' was not done within ${waitMs} ms`);
    this.name = 'Busy';
  }
}

interface Waiting {
  /** Order of arrival over all lines. */
  readonly order: number;
  readonly begin: () => void;
}

interface Line {
  /**
   * Time used, milliseconds, relative to the line that had the latest turn (`level`). A line that begins anew starts even, neither in
   * debt nor in credit; while it has writers waiting or at work it keeps what it is owed, however far the others go meanwhile (start-time
   * fair queueing, Goyal, Vin and Cheng 1996: the start tag is taken at arrival).
   */
  used: number;
  atWork: boolean;
  readonly waiting: Waiting[];
}

/** Rate at which used time is forgiven: every line is sure of a tenth of one place, whatever else arrives. */
const forgiven = 0.1;

/**
 * Creates a write queue.
 * @param atOnce connections that writers may use
 * @param waitMs maximum wait for a turn, milliseconds
 */
export function createWriteQueue({ atOnce, waitMs }: { readonly atOnce: number; readonly waitMs: number }): WriteQueue {
  /** Lines that have writers, or have used time that is not forgiven yet; those that worked last stand last. */
  const lines = new Map<string, Line>();
  let atWork = 0;
  let waiting = 0;
  let arrivals = 0;

  // Usage is forgiven gradually; without that, a stream of new lines (each person's session is one), which owe nothing, would keep a
  // tenant's line from ever getting another turn.
  let level = 0;
  let looked = performance.now();
  const isIdle = (line: Line): boolean => !line.atWork && line.waiting.length === 0;
  const forgive = (): void => {
    const now = performance.now();
    level += (now - looked) * forgiven;
    looked = now;
    for (const [name, line] of lines) {
      if (!isIdle(line)) continue;
      // In order of the latest turn, oldest first. While nobody waits there is nothing to be compared with.
      if (waiting > 0 && line.used > level) break;
      lines.delete(name);
    }
  };
  const lineOf = (name: string): Line => {
    const line = lines.get(name) ?? { used: level, atWork: false, waiting: [] };
    if (isIdle(line)) line.used = Math.max(level, line.used);
    lines.set(name, line);
    return line;
  };

  const begin = (line: Line): void => {
    line.atWork = true;
    atWork += 1;
    level = Math.max(level, line.used);
  };
  const mayBegin = (line: Line): boolean => atWork < atOnce && !line.atWork;
  /** The free line with somebody waiting that has used the least time; of equal ones that of the earliest writer. */
  const nextUp = (): Line | undefined => {
    let first: Line | undefined;
    for (const line of lines.values()) {
      const [head] = line.waiting;
      if (head === undefined || !mayBegin(line)) continue;
      const [earliest] = first?.waiting ?? [];
      if (
        first === undefined ||
        earliest === undefined ||
        line.used < first.used ||
        (line.used === first.used && head.order < earliest.order)
      )
        first = line;
    }
    return first;
  };
  const next = (): void => {
    for (let line = nextUp(); line !== undefined; line = nextUp()) {
      waiting -= 1;
      const writer = line.waiting.shift();
      begin(line);
      writer?.begin();
    }
  };
  const turn = (name: string, line: Line): Promise<void> => {
    // A free line has no waiting writers unless all connections are in use.
    if (mayBegin(line)) {
      begin(line);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const writer: Waiting = {
        order: (arrivals += 1),
        begin() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(writer), 1);
        waiting -= 1;
        reject(new Busy(name, waitMs));
      }, waitMs);
      line.waiting.push(writer);
      waiting += 1;
    });
  };
  return {
    async run(name, work) {
      const line = lineOf(name);
      await turn(name, line);
      const began = performance.now();
      try {
        return await work();
      } finally {
        line.atWork = false;
        atWork -= 1;
        line.used += performance.now() - began;
        lines.delete(name);
        lines.set(name, line);
        next();
        forgive();
      }
    },
    waiting: () => waiting,
  };
}
