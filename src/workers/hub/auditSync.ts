import type { Answer } from '../../contracts/endpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import type { Answered } from '../../domain/api/answer.ts';
import { endlessPages } from '../../domain/paging.ts';
import { auditKept } from '../../store/entities/auditRecord.ts';
import { type FetchContext, type Fetched, fromCache, metaOf, placeToGoOn } from './fetchContext.ts';

/**
 * Brings the audit record up to date. The first time, and whenever the event log is another one: page by page down from the newest line, so
 * that there is something to read at once, as far as a device keeps it. Only the last page says as of when the whole is, so that a pass cut
 * short begins anew. Later: up from the newest line held, so that a pass cut short leaves no hole either.
 */
const pageSize = 500;

type AuditAnswer = Result<Answered<Answer<'audit'>>>;

export async function fetchAudit(context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  const sync = await context.store.readSync('audit');
  if (!sync.ok) return sync;
  const newest = await context.store.newestAuditPlace();
  if (!newest.ok) return newest;
  const epoch = context.epoch();
  const whole = placeToGoOn(sync.value, context, epoch) !== null;
  return whole && newest.value !== null ? upwards(context, newest.value, signal) : downwards(context, sync.value?.freedAt ?? null, signal);
}

async function ask(
  context: FetchContext,
  query: { readonly before?: number; readonly after?: number },
  signal: AbortSignal,
): Promise<AuditAnswer> {
  const answer = await context.call('audit', { query: { limit: pageSize, ...query }, signal });
  if (!answer.ok) return answer;
  const stale = fromCache(answer.value);
  return stale === null ? answer : { ok: false, problem: stale };
}

async function downwards(context: FetchContext, freedAt: number | null, signal: AbortSignal): Promise<Fetched> {
  const epoch = context.epoch();
  let firstSeq: number | null = null;
  let before: number | undefined;
  for (let fetched = 0; ; ) {
    const answer = await ask(context, before === undefined ? {} : { before }, signal);
    if (!answer.ok) return answer;
    const { value } = answer.value;
    if (before === undefined) firstSeq = answer.value.asOfSeq;
    fetched += value.records.length;
    const lowest = value.records.at(-1)?.chainIndex ?? 0;
    // Lines that were not asked for bring nothing nearer to its end, and say nothing of those that were.
    if (before !== undefined && lowest >= before) return { ok: false, problem: endlessPages };
    const last = value.records.length === 0 || lowest === 0 || fetched >= auditKept;
    const written = await context.store.applyAnswer('audit', value, {
      ...metaOf(answer.value, context, epoch, 'part'),
      asOfSeq: last ? firstSeq : null,
      ...(last && { pass: { freedAt } }),
    });
    if (!written.ok) return written;
    if (last) return { ok: true, value: null };
    before = lowest;
  }
}

/**
 * Up to the newest line there was when the pass began, and no farther: whatever is added while it is under way, were it a line for each answer, is
 * the next pass's. So a pass has an end that nobody can move, and the pages below it are as many as its first answer says.
 */
async function upwards(context: FetchContext, from: number, signal: AbortSignal): Promise<Fetched> {
  const epoch = context.epoch();
  let began: { readonly newest: number; readonly asOfSeq: number | null } | null = null;
  for (let after = from; ; ) {
    const answer = await ask(context, { after }, signal);
    if (!answer.ok) return answer;
    const { value } = answer.value;
    began ??= { newest: value.totalCount - 1, asOfSeq: answer.value.asOfSeq };
    const farthest = began.newest - auditKept;
    if (after < farthest) {
      // Too long away: what lies between would be fetched only to be dropped.
      after = farthest;
      continue;
    }
    const highest = value.records.at(-1)?.chainIndex;
    if (highest !== undefined && highest <= after) return { ok: false, problem: endlessPages };
    const last = highest === undefined || value.records.length < pageSize || highest >= began.newest;
    // Whole as of the pass's beginning, and only once its end is written.
    const written = await context.store.applyAnswer('audit', value, {
      ...metaOf(answer.value, context, epoch, 'part'),
      asOfSeq: last ? began.asOfSeq : null,
    });
    if (!written.ok) return written;
    if (last) return { ok: true, value: null };
    after = highest;
  }
}
