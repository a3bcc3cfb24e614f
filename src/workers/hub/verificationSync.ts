import type { Verification } from '../../contracts/verification.ts';
import type { Answered } from '../../domain/api/answer.ts';
import type { Answer } from '../../contracts/endpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import type { ChainHead } from '../../domain/chain.ts';
import { type FetchContext, type Fetched, fromCache, metaOf } from './fetchContext.ts';

/**
 * Brings the verifications up to date: all pages the first time and whenever the event log is another one, later only what
 * changed since. The seq to continue from is written with the LAST page and is the FIRST page's: whatever changed while
 * we were paging comes again next time, and a crash between two pages starts over instead of leaving a hole.
 */
const pageSize = 500;

interface Pass {
  readonly rows: readonly Verification[];
  readonly head: ChainHead | null;
}

export async function fetchVerifications(context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  const sync = await context.store.readSync('verifications');
  if (!sync.ok) return sync;
  const epoch = context.epoch();
  const continues = sync.value !== null && sync.value.asOfSeq !== null && (epoch === null || sync.value.epoch === epoch);
  const since = continues ? (sync.value?.asOfSeq ?? null) : null;
  const pass = await fetchPass(context, since, signal);
  if (!pass.ok) return pass;
  return judge(context, pass.value, since === null, signal);
}

async function fetchPass(context: FetchContext, since: number | null, signal: AbortSignal): Promise<Result<Pass>> {
  const epoch = context.epoch();
  const rows: Verification[] = [];
  let firstSeq: number | null = null;
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const answer: Result<Answered<Answer<'verifications'>>> = await context.call('verifications', {
      query: { limit: pageSize, cursor, since: since ?? undefined }, signal,
    });
    if (!answer.ok) return answer;
    const stale = fromCache(answer.value);
    if (stale !== null) return { ok: false, problem: stale };
    const { value } = answer.value;
    if (page === 0) firstSeq = answer.value.asOfSeq;
    const last = value.nextCursor === null || value.nextCursor === cursor;
    const written = await context.store.applyAnswer('verifications', value, {
      ...metaOf(answer.value, context, epoch, 'part'), asOfSeq: last ? firstSeq : null,
    });
    if (!written.ok) return written;
    rows.push(...value.verifications);
    if (last) return { ok: true, value: { rows, head: value.head } };
    cursor = value.nextCursor ?? undefined;
  }
}

async function judge(context: FetchContext, pass: Pass, wasWhole: boolean, signal: AbortSignal): Promise<Fetched> {
  const verdict = await context.history.show(pass.head, pass.rows);
  if (!verdict.ok) return verdict;
  if (verdict.value !== 'unseen') return { ok: true, value: null };
  // The anchored link was not among the rows: it has been superseded by a newer entry of the same verification. Its
  // neighbour above knows its seal; the detail call shows entries that the list no longer does.
  const anchorIndex = await context.history.anchorIndex();
  const above = anchorIndex === null ? null : lowestAbove(pass.rows, anchorIndex);
  if (above !== null) {
    const detail = await context.call('verification', { params: { vrfId: above.vrfId }, signal });
    if (detail.ok && fromCache(detail.value) === null) {
      const { entries, previous, next } = detail.value.value;
      const shown = [...entries, previous, next].flatMap((entry) => (entry === null ? [] : [entry]));
      const again = await context.history.show(pass.head, [...pass.rows, ...shown]);
      if (!again.ok) return again;
      if (again.value !== 'unseen') return { ok: true, value: null };
    }
  }
  // Nothing can be said, and nothing is: the anchor stays where it is.
  if (wasWhole || !context.history.mayReadAll()) return { ok: true, value: null };
  const whole = await fetchPass(context, null, signal);
  return whole.ok ? judge(context, whole.value, true, signal) : whole;
}

function lowestAbove(rows: readonly Verification[], chainIndex: number): Verification | null {
  let lowest: Verification | null = null;
  for (const row of rows) {
    if (row.chainIndex > chainIndex && (lowest === null || row.chainIndex < lowest.chainIndex)) lowest = row;
  }
  return lowest;
}
