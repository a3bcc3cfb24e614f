import type { Platform } from '../context.ts';

/**
 * Runs work after the answer was sent, so that response time reveals nothing about it (A-14: e.g. whether an address that requests a
 * reset has an account). Failures are logged; closing the platform waits for running work.
 */
export interface Afterwards {
  run(name: string, work: () => Promise<void>): void;
}

/** Work begins at the next turn of the event loop, when the answer may still be on its way. */
export function createAfterwards(platform: Platform): Afterwards {
  const running = new Set<Promise<void>>();
  platform.onClose(async () => void (await Promise.all(running)));
  return {
    run(name, work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((failure: unknown) => platform.log.error(name, failure))
        .finally(() => void running.delete(done));
      running.add(done);
    },
  };
}
