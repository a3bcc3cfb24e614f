import { type DraftLeft, draftSchema } from '../../../contracts/draft.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { z } from '../../../contracts/zod.ts';
import type { WriteStore } from '../../../store/types.ts';

/** What people have typed and not sent (`store/drafts.ts`), of one session context. */
export interface Drafts {
  readonly keep: (key: string, texts: Readonly<Record<string, string>>) => Promise<Result<null>>;
  /**
   * Runs `send`. If it succeeds, `left` replaces what was kept under its key until then, unless it was typed on meanwhile: a page that
   * ends in between can do neither.
   */
  readonly sending: (left: DraftLeft, send: () => Promise<Result<null>>) => Promise<Result<null>>;
  /** Deletes those that are too old or too many. `at`: server's clock, epoch milliseconds; 0 if it is not known. */
  readonly trim: (at: number) => Promise<unknown>;
  /** Resolves when no write is under way any more. */
  readonly settled: () => Promise<unknown>;
}

const notWellFormed: Problem = { code: 'bad_request', message: 'The text was not kept: its format is not valid.', retry: false };

/** `now`: server's clock, epoch milliseconds. */
export function createDrafts(store: Pick<WriteStore, 'keepDraft' | 'trimDrafts'>, now: () => number): Drafts {
  // One after the other, because encrypting a text takes longer than deleting a row: what was sent would come back after its removal.
  let writes: Promise<unknown> = Promise.resolve();
  const next = <T>(write: () => Promise<T>): Promise<T> => {
    const written = writes.then(write);
    writes = written.catch(() => null);
    return written;
  };
  /** One for each act under way that carries a draft's text: whether that was typed on since. */
  const typedOn = new Set<{ readonly key: string; is: boolean }>();
  const keep: Drafts['keep'] = async (key, texts) => {
    for (const watched of typedOn) if (watched.key === key) watched.is = true;
    const draft = z.safeParse(draftSchema, { key, texts, at: now() });
    return draft.success ? next(() => store.keepDraft(draft.data)) : { ok: false, problem: notWellFormed };
  };
  return {
    keep,
    sending: async (left, send) => {
      const watched = { key: left.key, is: false };
      typedOn.add(watched);
      const sent = await send().finally(() => typedOn.delete(watched));
      // Awaited: who hears that it was sent finds no draft of it.
      if (sent.ok && !watched.is) await keep(left.key, left.texts).catch(() => null);
      return sent;
    },
    trim: (at) => next(() => store.trimDrafts(at)),
    settled: () => writes,
  };
}
