import * as Comlink from 'comlink';
import type { EvidenceWorkerApi, HashedFile, HashProgress, HashRequest } from '../../contracts/evidenceRpc.ts';
import type { Problem, Result } from '../../contracts/problem.ts';

/**
 * The page's connection to its evidence worker: started at the first use, replaced when it does not answer, ended with the page. Comlink
 * does not notice a dead peer, so every call has a deadline, and a hash has a limit for silence.
 */
export interface EvidenceChannel {
  readonly endpoint: Comlink.Endpoint;
  readonly close: () => void;
}

/** What the page gives the link; `setTimer` returns the function that cancels the timer. */
export interface EvidenceLinkDeps {
  /** Starts the worker. `onFailure` is called if its script could not be loaded or if it crashed. */
  readonly spawn: (onFailure: () => void) => EvidenceChannel;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/** Deadline for work on a manifest, milliseconds: ten thousand files take 40 ms here, and a tablet is slower. */
export const checkLimitMs = 15_000;
/** Silence after which a hash is given up, milliseconds: a slow line still delivers some bytes. */
export const silenceLimitMs = 60_000;

const noAnswer: Problem = { code: 'timeout', message: 'The checking worker did not answer.', retry: true };
const notLoaded: Problem = { code: 'unavailable', message: 'The checking worker could not be started.', retry: true };

interface Live {
  readonly remote: Comlink.Remote<EvidenceWorkerApi>;
  readonly channel: EvidenceChannel;
  /** Resolves when the worker is lost; calls in flight end with it. */
  readonly lost: Promise<Problem>;
}

/** Calls never throw: they return `timeout` without an answer in time, `unavailable` if the worker was lost, `internal` if it failed. */
export interface EvidenceLink {
  /** One call with a deadline. */
  call<T>(run: (worker: Comlink.Remote<EvidenceWorkerApi>) => Promise<Result<T>>): Promise<Result<T>>;
  /** Hashes one file; `progress` receives bytes. */
  hash(jobId: string, request: HashRequest, progress: (doneBytes: number) => void): Promise<Result<HashedFile>>;
  cancel(prefix: string): void;
  close(): void;
}

/** Starts no worker before the first call, and a new one at the first call after a loss. */
export function createEvidenceLink(deps: EvidenceLinkDeps): EvidenceLink {
  let live: Live | null = null;
  const listeners = new Map<string, (doneBytes: number) => void>();
  const hear: HashProgress = (jobId, doneBytes) => listeners.get(jobId)?.(doneBytes);

  const drop = (mine: Live): void => {
    if (live === mine) live = null;
    mine.channel.close();
  };

  const worker = (): Live => {
    if (live !== null) return live;
    let lose: (problem: Problem) => void = () => undefined;
    const lost = new Promise<Problem>((resolve) => {
      lose = resolve;
    });
    const channel = deps.spawn(() => {
      drop(made);
      lose(notLoaded);
    });
    const made: Live = { channel, lost, remote: Comlink.wrap<EvidenceWorkerApi>(channel.endpoint) };
    live = made;
    void made.remote.listen(Comlink.proxy(hear));
    return made;
  };

  /** Resolves with the work, the loss of the worker or the deadline, whichever is first. `renew` restarts the deadline. */
  async function watched<T>(limitMs: number, run: (remote: Live['remote'], renew: () => void) => Promise<Result<T>>): Promise<Result<T>> {
    const mine = worker();
    let stop = (): void => undefined;
    let giveUp: (problem: Problem) => void = () => undefined;
    const late = new Promise<Problem>((resolve) => {
      giveUp = resolve;
    });
    const renew = (): void => {
      stop();
      stop = deps.setTimer(limitMs, () => giveUp(noAnswer));
    };
    renew();
    try {
      const failed = Promise.race([late, mine.lost]).then((problem): Result<T> => {
        if (problem === noAnswer) drop(mine); // it may be in an endless loop, so a new worker is needed
        return { ok: false, problem };
      });
      return await Promise.race([run(mine.remote, renew), failed]);
    } catch (cause) {
      return {
        ok: false,
        problem: { code: 'internal', message: cause instanceof Error ? cause.message : 'The checking worker failed.', retry: true },
      };
    } finally {
      stop();
    }
  }

  return {
    call: (run) => watched(checkLimitMs, (remote) => run(remote)),
    async hash(jobId, request, progress) {
      try {
        return await watched(silenceLimitMs, (remote, renew) => {
          listeners.set(jobId, (doneBytes) => {
            renew();
            progress(doneBytes);
          });
          return remote.hash(jobId, request);
        });
      } finally {
        listeners.delete(jobId);
      }
    },
    cancel(prefix) {
      void live?.remote.cancel(prefix);
    },
    close() {
      if (live !== null) drop(live);
    },
  };
}
