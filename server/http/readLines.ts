/** Concurrent reads of one person. The console's hub sends four at a time; two at once leave room for a short read beside a long one. */
export const readsAtOnce = 2;
/**
 * Maximum number of waiting reads of one person. A console sends four at once, and each tab as many as the browser has connections (six
 * per host, many more over HTTP/2): ten devices of one person that start in the same second need less than half of this.
 */
export const readsWaiting = 96;

/**
 * Queues reads per person (G-20). The embedded database has one session and PostgreSQL few connections; without this, thirty searches at
 * once by one person delayed everybody by five seconds. Now another person's read waits for at most two of them. In memory per instance;
 * a waiting read holds only its request.
 */
export interface ReadLines {
  /**
   * Resolves with a function that ends the turn when it is this read's turn; returns null at once if too many wait. Aborting `gone` gives
   * up the place immediately.
   */
  enter(who: string, gone?: AbortSignal): Promise<() => void> | null;
  /** Number of waiting reads of everybody. */
  waiting(): number;
}

/** Starts without any line; a line exists only while its person has reads under way. */
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
      // A caller who hung up already takes no place; an aborted signal tells nobody a second time.
      if (gone?.aborted === true) return Promise.resolve(() => undefined);
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
