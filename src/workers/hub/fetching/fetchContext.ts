import type { AnswerOf, Callable } from '../../../contracts/endpoints.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { Answered } from '../../../domain/api/answer.ts';
import type { Call } from '../../../domain/api/client.ts';
import type { AnswerMeta, SyncRow, WriteStore } from '../../../store/types.ts';
import type { HistoryWatch } from './historyWatch.ts';

/** Dependencies for fetching a resource. */
export interface FetchContext {
  readonly call: Call<AbortSignal>;
  readonly store: WriteStore;
  readonly history: HistoryWatch;
  /** The event log's epoch as known now; null before the first hello. */
  readonly epoch: () => string | null;
  /** Called with the number of deleted verifications of another event log: the platform was restored or replaced and does not have them. */
  readonly removed: (count: number) => void;
  /** Server clock, epoch milliseconds. */
  readonly now: () => number;
}

/** Outcome of a fetch; on success its rows are stored. */
export type Fetched = Result<null>;

/** Metadata of an answer for the store. `epoch` is the one known when the request was sent. */
export function metaOf(
  answered: Answered<unknown>,
  context: Pick<FetchContext, 'now'>,
  epoch: string | null,
  extent: AnswerMeta['extent'],
): AnswerMeta {
  const { damaged = [], strayLinks } = answered;
  return {
    receivedAt: answered.serverTime ?? context.now(),
    asOfSeq: answered.asOfSeq,
    epoch,
    extent,
    ...(damaged.length === 0 ? {} : { damaged }),
    ...(strayLinks === undefined ? {} : { strayLinks }),
  };
}

/**
 * Asks the platform. An answer from the service worker's cache carries its age, never counts as fresh and never overwrites a row: to the
 * hub it means that the platform did not answer.
 */
export async function ask<C extends Callable>(
  { call }: Pick<FetchContext, 'call'>,
  what: C,
  input: Parameters<Call<AbortSignal>>[1],
): Promise<Result<Answered<AnswerOf<C>>>> {
  const answer = await call(what, input);
  return answer.ok && answer.value.cachedAt !== null ? { ok: false, problem: unreached } : answer;
}

const unreached: Problem = { code: 'network', message: 'The platform cannot be reached.', retry: true };

/** Rows evicted for lack of space are fetched again at once; if there is still no space, again after this time, milliseconds. */
const roomAgainMs = 60 * 60_000;

/** Sequence number from which to continue an earlier fetch; null: fetch everything. `epoch` is the event log's as known now. */
export function placeToGoOn(sync: SyncRow | null, context: Pick<FetchContext, 'now'>, epoch: string | null): number | null {
  if (sync === null || sync.asOfSeq === null || (epoch !== null && sync.epoch !== epoch)) return null;
  const freedAt = sync.freedAt ?? null;
  return freedAt === null || Math.abs(context.now() - freedAt) < roomAgainMs ? sync.asOfSeq : null;
}

/** The outcome without its value, for fetches that only have to say whether they succeeded. */
export function done(outcome: Result<unknown>): Fetched {
  return outcome.ok ? { ok: true, value: null } : outcome;
}
