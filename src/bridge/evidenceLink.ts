import * as Comlink from 'comlink';
import type { EvidenceWorkerApi, HashedFile, HashProgress, HashRequest } from '../contracts/evidenceRpc.ts';
import type { Problem, Result } from '../contracts/problem.ts';

/**
 * The page's hold on its evidence worker: started at the first use, given up and started anew when it does not answer, ended
 * when the page goes. Comlink does not notice a dead peer, so every call has a deadline, and a hash one of silence.
 */
export interface EvidenceChannel {
  readonly endpoint: Comlink.Endpoint;
  readonly close: () => void;
}

export interface EvidenceLinkPorts {
  /** Starts the worker. `onFailure` tells that its script could not be loaded or that it crashed. */
  readonly spawn: (onFailure: () => void) => EvidenceChannel;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/** Longest work on a manifest: ten thousand files take 40 ms here, and a tablet is slower. */
export const checkLimitMs = 15_000;
/** Silence of a hash after which it is given up: a slow line still brings some bytes. */
export const silenceLimitMs = 60_000;

const noAnswer: Problem = { code: 'timeout', message: 'The checking worker did not answer.', retry: true };
const notLoaded: Problem = { code: 'unavailable', message: 'The checking worker could not be started.', retry: true };

interface Live {
  readonly remote: Comlink.Remote<EvidenceWorkerApi>;
  readonly channel: EvidenceChannel;
  /** Resolves when the worker is lost; calls in flight end with it. */
  readonly lost: Promise<Problem>;
}

export interface EvidenceLink {
  /** One call with a deadline. */
  call<T>(run: (worker: Comlink.Remote<EvidenceWorkerApi>) => Promise<Result<T>>): Promise<Result<T>>;
  /** Hashes one file; `progress` is told in bytes. */
  hash(jobId: string, request: HashRequest, progress: (doneBytes: number) => void): Promise<Result<HashedFile>>;
  cancel(prefix: string): void;
  close(): void;
}

export function createEvidenceLink(ports: EvidenceLinkPorts): EvidenceLink {
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
    const channel = ports.spawn(() => {
      drop(made);
      lose(notLoaded);
    });
    const made: Live = { channel, lost, remote: Comlink.wrap<EvidenceWorkerApi>(channel.endpoint) };
    live = made;
    void made.remote.listen(Comlink.proxy(hear));
    return made;
  };

  /** The work, the loss of the worker or the end of patience, whichever is first. `renew` starts the patience anew. */
  async function watched<T>(limitMs: number, run: (remote: Live['remote'], renew: () => void) => Promise<Result<T>>): Promise<Result<T>> {
    const mine = worker();
    let stop = (): void => undefined;
    let giveUp: (problem: Problem) => void = () => undefined;
    const late = new Promise<Problem>((resolve) => {
      giveUp = resolve;
    });
    const renew = (): void => {
      stop();
      stop = ports.setTimer(limitMs, () => giveUp(noAnswer));
    };
    renew();
    try {
      const failed = Promise.race([late, mine.lost]).then((problem): Result<T> => {
        if (problem === noAnswer) drop(mine); // it may be in an endless loop: only a new one can be trusted to answer
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
