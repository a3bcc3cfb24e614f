import type { Platform } from '../context.ts';

/**
 * What is done after the answer has gone out, so that the time an answer takes tells nothing of what is done (A-14: whoever asks for a reset learns by no clock
 * whether the address has an account). The end of the platform waits for it.
 */
export interface Afterwards {
  run(name: string, work: () => Promise<void>): void;
}

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
