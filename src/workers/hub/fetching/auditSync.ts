import type { Answer } from '../../../contracts/endpoints.ts';
import type { Result } from '../../../contracts/problem.ts';
import type { Answered } from '../../../domain/api/answer.ts';
import { endlessPages } from '../../../domain/paging.ts';
import { auditKept } from '../../../store/entities/auditRecord.ts';
import { ask, type FetchContext, type Fetched, metaOf, placeToGoOn } from './fetchContext.ts';

/**
 * Brings the audit record up to date. First run, or after the event log was replaced: pages down from the newest line to the device's
 * limit, so that there is something to read at once; only the last page sets `asOfSeq`, so an interrupted pass starts again. Later runs:
 * up from the newest stored line, so that an interrupted pass leaves no gap.
 */
const pageSize = 500;

type AuditAnswer = Result<Answered<Answer<'audit'>>>;

/** One pass. Ok once all lines that existed when it began, up to the device's limit, are stored. */
export async function fetchAudit(context: FetchContext, signal: AbortSignal): Promise<Fetched> {
  const sync = await context.store.readSync('audit');
  if (!sync.ok) return sync;
  const newest = await context.store.newestAuditPlace();
  if (!newest.ok) return newest;
  const epoch = context.epoch();
  const whole = placeToGoOn(sync.value, context, epoch) !== null;
  return whole && newest.value !== null ? upwards(context, newest.value, signal) : downwards(context, sync.value?.freedAt ?? null, signal);
}

const askLines = (
  context: FetchContext,
  query: { readonly before?: number; readonly after?: number },
  signal: AbortSignal,
): Promise<AuditAnswer> => ask(context, 'audit', { query: { limit: pageSize, ...query }, signal });

async function downwards(context: FetchContext, freedAt: number | null, signal: AbortSignal): Promise<Fetched> {
  const epoch = context.epoch();
  let firstSeq: number | null = null;
  let before: number | undefined;
  for (let fetched = 0; ; ) {
    const answer = await askLines(context, before === undefined ? {} : { before }, signal);
    if (!answer.ok) return answer;
    const { value } = answer.value;
    if (before === undefined) firstSeq = answer.value.asOfSeq;
    fetched += value.records.length;
    const lowest = value.records.at(-1)?.chainIndex ?? 0;
    // A page that does not lead further down would make the loop endless.
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
 * Reads up to the newest line that existed when the pass began. Lines added meanwhile, even one per answer, are left to the next pass, so
 * that the pass always ends.
 */
async function upwards(context: FetchContext, from: number, signal: AbortSignal): Promise<Fetched> {
  const epoch = context.epoch();
  let began: { readonly newest: number; readonly asOfSeq: number | null } | null = null;
  for (let after = from; ; ) {
    const answer = await askLines(context, { after }, signal);
    if (!answer.ok) return answer;
    const { value } = answer.value;
    began ??= { newest: value.totalCount - 1, asOfSeq: answer.value.asOfSeq };
    const farthest = began.newest - auditKept;
    if (after < farthest) {
      // After a long absence, skip lines that would be fetched only to be dropped.
      after = farthest;
      continue;
    }
    const highest = value.records.at(-1)?.chainIndex;
    if (highest !== undefined && highest <= after) return { ok: false, problem: endlessPages };
    const last = highest === undefined || value.records.length < pageSize || highest >= began.newest;
    // Complete as of the beginning of the pass, but only once its last page is written.
    const written = await context.store.applyAnswer('audit', value, {
      ...metaOf(answer.value, context, epoch, 'part'),
      asOfSeq: last ? began.asOfSeq : null,
    });
    if (!written.ok) return written;
    if (last) return { ok: true, value: null };
    after = highest;
  }
}
