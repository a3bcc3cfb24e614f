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
   * Runs `write`, which replaces or deletes a draft by itself, once the texts before it are written, and after a second at the latest: a
   * text still being encrypted would come back after it was sent. Texts that come meanwhile are written behind it, which would delete them.
   */
  readonly after: <T>(write: () => Promise<T>) => Promise<T>;
  /** Resolves when no write is under way any more. */
  readonly settled: () => Promise<unknown>;
}

/** A disk that hangs holds up no decision, which can still be sent from memory; milliseconds. */
const afterLimitMs = 1_000;

const notWellFormed: Problem = { code: 'bad_request', message: 'The text was not kept: its format is not valid.', retry: false };

/** `now`: server's clock, epoch milliseconds. */
export function createDrafts(
  store: Pick<WriteStore, 'keepDraft' | 'trimDrafts'>,
  now: () => number,
  setTimer: Parameters<typeof within>[2],
): Drafts {
  // One after the other, because encrypting a text takes longer than deleting a row: what was sent would come back after its removal.
  let texts: Promise<unknown> = Promise.resolve();
  /** The same, and what replaces drafts by itself. */
  let writes: Promise<unknown> = Promise.resolve();
  const next = <T>(write: () => Promise<T>): Promise<T> => {
    const written = writes.then(write);
    texts = written.catch(() => null);
    writes = texts;
    return written;
  };
  return {
    keep: async (key, typed) => {
      const draft = z.safeParse(draftSchema, { key, texts: typed, at: now() });
      return draft.success ? next(() => store.keepDraft(draft.data)) : { ok: false, problem: notWellFormed };
    },
    trim: (at) => next(() => store.trimDrafts(at)),
    after: (write) => {
      const written = within(texts, afterLimitMs, setTimer).then(write);
      writes = Promise.all([writes, written.catch(() => null)]);
      return written;
    },
    settled: () => writes,
  };
}
