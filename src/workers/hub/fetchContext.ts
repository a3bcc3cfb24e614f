import type { Problem, Result } from '../../contracts/problem.ts';
import type { Answered } from '../../domain/api/answer.ts';
import type { Call } from '../../domain/api/client.ts';
import type { AnswerMeta, SyncRow, WriteStore } from '../../store/types.ts';
import type { HistoryWatch } from './historyWatch.ts';

/** What fetching a resource takes. */
export interface FetchContext {
  readonly call: Call<AbortSignal>;
  readonly store: WriteStore;
  readonly history: HistoryWatch;
  /** The event log's epoch as known now; null before the first hello. */
  readonly epoch: () => string | null;
  /** Verifications went that are another log's: the platform, which was put back or is another one, does not have them. */
  readonly removed: (count: number) => void;
  /** Server's clock, epoch milliseconds. */
  readonly now: () => number;
}

export type Fetched = Result<null>;

/** What the store is told of an answer. `epoch` is the one known when the request was sent. */
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

/** An answer from the service worker's cache carries its age, never counts as fresh and never overwrites a row: to the
 * hub it means that the platform did not answer. */
export function fromCache(answered: Answered<unknown>): Problem | null {
  return answered.cachedAt === null ? null : { code: 'network', message: 'The platform cannot be reached.', retry: true };
}

/** Rows that went to make room are asked for again at once, and where there is no room for them still, this much later, milliseconds. */
const roomAgainMs = 60 * 60_000;

/** Whether what was fetched up to a place may be gone on from; null: all of it is to be asked for. `epoch` is the log's as known now. */
export function placeToGoOn(sync: SyncRow | null, context: Pick<FetchContext, 'now'>, epoch: string | null): number | null {
  if (sync === null || sync.asOfSeq === null || (epoch !== null && sync.epoch !== epoch)) return null;
  const freedAt = sync.freedAt ?? null;
  return freedAt === null || Math.abs(context.now() - freedAt) < roomAgainMs ? sync.asOfSeq : null;
}

export function done(outcome: Result<unknown>): Fetched {
  return outcome.ok ? { ok: true, value: null } : outcome;
}
