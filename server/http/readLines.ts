/** Reads of one person that are under way together: the console's hub asks four at a time, and one that is long leaves room for a short one. */
export const readsAtOnce = 2;
/**
 * How many wait for their turn. A console asks four reads at once and each of its tabs as many as a browser has connections (six to a host, many more over HTTP/2): ten devices of one person
 * that start in the same second are less than half of this.
 */
export const readsWaiting = 96;

/**
 * Reads wait in a line of whoever asks (G-20): the embedded database has one session, and on PostgreSQL connections are few, so that thirty searches at once by one person kept everybody for
 * five seconds. Now they are one another's wait, and another person's read comes after two of them. In memory, on each instance by itself; nothing is held by what waits but its request.
 */
export interface ReadLines {
  /** Resolves when it is this read's turn, with how to end it; null at once where too many wait already. Whoever is gone waits no more: its place is another's at once. */
  enter(who: string, gone?: AbortSignal): Promise<() => void> | null;
  /** How many wait, of everybody. */
  waiting(): number;
}

export function createReadLines(): ReadLines {
  const lines = new Map<string, { underWay: number; readonly waiting: (() => void)[] }>();
  return {
    enter(who, gone) {
      const line = lines.get(who) ?? { underWay: 0, waiting: [] };
      if (line.underWay >= readsAtOnce && line.waiting.length >= readsWaiting) return null;
      lines.set(who, line);
      let left = false;
      const leave = (): void => {
        if (left) return;
        left = true;
        const next = line.waiting.shift();
        if (next !== undefined) return next();
        line.underWay -= 1;
        if (line.underWay === 0) lines.delete(who);
      };
      if (line.underWay < readsAtOnce) {
        line.underWay += 1;
        return Promise.resolve(leave);
      }
      return new Promise((resolve) => {
        const turn = (): void => resolve(leave);
        line.waiting.push(turn);
        gone?.addEventListener('abort', () => {
          const place = line.waiting.indexOf(turn);
          if (place === -1) return;
          line.waiting.splice(place, 1);
          resolve(() => undefined); // nothing was begun
        });
      });
    },
    waiting: () => [...lines.values()].reduce((all, { waiting }) => all + waiting.length, 0),
  };
}
