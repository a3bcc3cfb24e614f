import { draftSchema } from '../../../contracts/draft.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { z } from '../../../contracts/zod.ts';
import type { WriteStore } from '../../../store/types.ts';
import { within } from '../within.ts';

/** What people have typed and not sent (`store/drafts.ts`), of one session context. */
export interface Drafts {
  readonly keep: (key: string, texts: Readonly<Record<string, string>>) => Promise<Result<null>>;
  /** Deletes those that are too old or too many. `at`: server's clock, epoch milliseconds; 0 if it is not known. */
  readonly trim: (at: number) => Promise<unknown>;
  /**
   * Begins `work`, which replaces or deletes a draft by itself. It writes only after the promise that it is given, which resolves once the
   * writes before it are done, and after a second at the latest: a text still being encrypted would come back after it was sent. What is
   * typed meanwhile is written after it, because it would be replaced too.
   */
  readonly around: <T>(work: (written: Promise<unknown>) => Promise<T>) => Promise<T>;
  /** Resolves when no write is under way any more. */
  readonly settled: () => Promise<unknown>;
}

/** A disk that hangs holds up no decision, which can still be sent from memory; milliseconds. */
const writtenLimitMs = 1_000;

const notWellFormed: Problem = { code: 'bad_request', message: 'The text was not kept: its format is not valid.', retry: false };

/** `now`: server's clock, epoch milliseconds. */
export function createDrafts(
  store: Pick<WriteStore, 'keepDraft' | 'trimDrafts'>,
  now: () => number,
  setTimer: Parameters<typeof within>[2],
): Drafts {
  // One after the other, because encrypting a text takes longer than deleting a row: what was sent would come back after its removal.
  let writes: Promise<unknown> = Promise.resolve();
  const next = <T>(write: () => Promise<T>): Promise<T> => {
    const written = writes.then(write);
    writes = written.catch(() => null);
    return written;
  };
  return {
    keep: async (key, texts) => {
      const draft = z.safeParse(draftSchema, { key, texts, at: now() });
      return draft.success ? next(() => store.keepDraft(draft.data)) : { ok: false, problem: notWellFormed };
    },
    trim: (at) => next(() => store.trimDrafts(at)),
    around: (work) => {
      const done = work(within(writes, writtenLimitMs, setTimer));
      writes = Promise.allSettled([writes, done]);
      return done;
    },
    settled: () => writes,
  };
}
