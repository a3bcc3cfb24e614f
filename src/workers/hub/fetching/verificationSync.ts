import type { ChainEntry } from '../../../contracts/verification.ts';
import type { Answered } from '../../../domain/api/answer.ts';
import type { Answer } from '../../../contracts/endpoints.ts';
import type { Result } from '../../../contracts/problem.ts';
import type { ChainHead } from '../../../domain/records/chain.ts';
import { linksOf } from '../../../domain/records/chainLink.ts';
import { writePlaces } from '../../../domain/history.ts';
import { createPagedRead } from '../../../domain/paging.ts';
import type { AnswerMeta } from '../../../store/types.ts';
import { ask, done, type FetchContext, type Fetched, metaOf, placeToGoOn } from './fetchContext.ts';

/**
 * Brings the verifications up to date: all pages the first time and whenever the event log is another one, later only what changed since.
 * The seq to continue from is written last, after rows of another log are removed, and is the FIRST page's: changes during paging come
 * again next time, and a crash between two pages starts over instead of leaving a gap.
 */
const pageSize = 500;

interface Pass {
  /** Chain entries shown: those of the rows, and the older ones of the same verifications. */
  readonly shown: readonly ChainEntry[];
  readonly head: ChainHead | null;
}

/** One pass. Ok once all rows that the platform listed are stored and were compared with the past seen here. */
export async function fetchVerifications(context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  const sync = await context.store.readSync('verifications');
  if (!sync.ok) return sync;
  const epoch = context.epoch();
  const since = placeToGoOn(sync.value, context, epoch);
  const whole = since === null ? { freedAt: sync.value?.freedAt ?? null } : null;
  const pass = await fetchPass(context, since, whole, signal);
  if (!pass.ok) return pass;
  return judge(context, pass.value, signal);
}

/** All rows of this log are stored: removes those of another log, which the platform does not have. */
async function removeOthers(context: FetchContext, epoch: string | null): Promise<Result<null>> {
  if (epoch === null || context.epoch() !== epoch) return { ok: true, value: null };
  const removed = await context.store.removeOtherLog(epoch);
  if (!removed.ok) return removed;
  if (removed.value > 0) context.removed(removed.value);
  return { ok: true, value: null };
}

async function fetchPass(
  context: FetchContext,
  since: number | null,
  whole: AnswerMeta['pass'] | null,
  signal: AbortSignal,
): Promise<Result<Pass>> {
  const epoch = context.epoch();
  const shown: ChainEntry[] = [];
  let firstSeq: number | null = null;
  const paged = createPagedRead();
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const answer: Result<Answered<Answer<'verifications'>>> = await ask(context, 'verifications', {
      query: { limit: pageSize, cursor, since: since ?? undefined },
      signal,
      partly: true,
    });
    if (!answer.ok) return answer;
    const { value } = answer.value;
    if (page === 0) firstSeq = answer.value.asOfSeq;
    const { nextCursor } = value;
    const last = nextCursor === null;
    const endless = last
      ? null
      : paged.goOn(
          value.verifications.map(({ vrfId }) => vrfId),
          nextCursor,
        );
    if (endless !== null) return { ok: false, problem: endless };
    const write = (asOfSeq: number | null, pass: AnswerMeta['pass'] | null = null): ReturnType<typeof context.store.applyAnswer> =>
      context.store.applyAnswer('verifications', value, {
        ...metaOf(answer.value, context, epoch, 'part'),
        asOfSeq,
        ...(pass === null ? {} : { pass }),
      });
    if (last && since === null) {
      // A hub that ends during the removal leaves no seq to continue from: the next one reads everything and removes the rest.
      const kept = await write(null);
      if (!kept.ok) return kept;
      const removed = await removeOthers(context, epoch);
      if (!removed.ok) return removed;
    }
    const written = last ? await write(firstSeq, whole) : await write(null);
    if (!written.ok) return written;
    shown.push(...linksOf([...value.verifications, ...(value.superseded ?? [])]));
    if (last) return { ok: true, value: { shown, head: value.head } };
    cursor = nextCursor;
  }
}

/**
 * Compares what was shown with what this device saw, and requests links that the list left out by index (D-9). A finding is raised by the
 * watch and does not fail the fetch: the rows are what the platform says.
 */
async function judge(context: FetchContext, pass: Pass, signal: AbortSignal): Promise<Fetched> {
  const epoch = context.epoch();
  return done(
    await context.history.show(pass.head, pass.shown, {
      ask: async (places) => {
        const answer = await context.call('chainLinks', { query: { at: writePlaces(places) }, signal });
        if (answer.ok) return { ok: true, value: answer.value.value.links };
        // A platform that follows only the base documents has no such call.
        return answer.problem.code === 'not_found' ? { ok: true, value: null } : answer;
      },
      missing: async (headIndex, most) => {
        const sync = await context.store.readSync('verifications');
        if (!sync.ok) return sync;
        return typeof sync.value?.freedAt === 'number' ? { ok: true, value: [] } : context.store.missingLinks(headIndex, most);
      },
      keep: (links) => context.store.putLinks(links, epoch),
    }),
  );
}
