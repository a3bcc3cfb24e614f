import type { Problem } from '../../contracts/problem.ts';

/** Fetch state of one resource's rows; mirrors the store's sync row without depending on it. Server clock, epoch ms. */
export interface FetchRecord {
  readonly lastSuccessAt: number | null;
  /** Why the last fetch failed, if none has succeeded since; else null. */
  readonly failure: Problem | null;
  /** When the stream last confirmed the topics of these rows with nothing missing; null if never. */
  readonly vouchedAt: number | null;
  /** Since when the platform has reported a change of these rows without its content; null once an answer has brought it. */
  readonly owedAt: number | null;
}

/** Why a panel's rows are not called live. */
export type FreshnessReason =
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'disconnected' }
  /** The rows changed at the platform, and the change has not arrived yet. */
  | { readonly kind: 'changed' }
  /** A due answer has not arrived. */
  | { readonly kind: 'overdue' }
  /** Unknown whether the kill switch has stopped the work that produces the rows. */
  | { readonly kind: 'switchUnknown' }
  /** The kill switch had stopped the work that produces the rows, and it is unknown whether it still does. */
  | { readonly kind: 'wasHalted' }
  /** Fetched on demand; not kept up to date. */
  | { readonly kind: 'onDemand' }
  /** Some rows are damaged and not shown, so the display is incomplete. */
  | { readonly kind: 'damaged' };

/**
 * Age of a panel's rows (D-15). `at`: epoch milliseconds on the server's clock. `never`: nothing is held. `halted`: the kill switch
 * stopped the work that produces them, `at` is since when, so that nothing looks newer, and `by` is empty if only a refused change
 * revealed it.
 */
export type FreshnessState =
  | { readonly kind: 'never' }
  | { readonly kind: 'live'; readonly at: number }
  | { readonly kind: 'asOf'; readonly at: number; readonly why?: FreshnessReason }
  | { readonly kind: 'halted'; readonly at: number; readonly by: string }
  | { readonly kind: 'stale'; readonly at: number; readonly why?: FreshnessReason };

/** Work stopped by the kill switch: since when (server clock, epoch ms) and by whom. */
export interface Halt {
  readonly at: number;
  readonly by: string;
  /** Set if this was the last known state: the switch may have been released since. */
  readonly past?: true;
}

/** What decides how fresh rows are, besides their own time. */
export interface FreshnessContext {
  /** The platform is heard: on a stream or by answered polls, over a link that is not silent. */
  readonly connected: boolean;
  /** True if the event stream carries these rows, rather than only reporting changes. */
  readonly carried: boolean;
  /** Refetch interval while a page subscribes; null while none does. */
  readonly refetchMs: number | null;
  readonly staleAfterMs: number;
  /** The estimated server clock, so that a wrong device clock still gives right ages (D-29). */
  readonly nowMs: number;
  /** Set while the work that produces these rows is known to be stopped (D-23); `unknown` while that is not known. */
  readonly halt?: Halt | 'unknown' | null;
}

/** Grace period for a due or announced answer, milliseconds: as long as a link may be silent (`domain/link`). */
export const answerGraceMs = 8_000;
/** How long the stream's confirmation of a topic is valid, milliseconds: two heartbeats and the time to fill a gap. */
export const vouchHoldsMs = 60_000;

/**
 * D-15, the only function that says 'live': if the stream that carries these rows confirms them, or an answer came within its interval;
 * never after a failed fetch, while an announced change is missing, or while the platform is not heard. `asOf` is anything younger than
 * `staleAfterMs`, `stale` is older, both with the reason. Current rows of stopped work are `halted`: 'live' would suggest that work
 * continues, as it would while that is unknown.
 */
export function freshnessOf(record: FetchRecord | null, context: FreshnessContext): FreshnessState {
  if (record === null || record.lastSuccessAt === null) return { kind: 'never' };
  const { connected, carried, nowMs, staleAfterMs, halt } = context;
  const owes = record.owedAt !== null;
  // While part of the rows is owed, a confirmation does not cover all of them.
  const vouchedAt = carried && !owes ? (record.vouchedAt ?? 0) : 0;
  const at = Math.max(record.lastSuccessAt, vouchedAt);
  const why = reasonAgainst(record, context, vouchedAt);
  const inStep = halt && halt !== 'unknown' && (why === null || at >= halt.at) ? halt : null;
  // Halted rows describe the time until the work stopped, not later.
  const toldAt = inStep === null ? at : Math.min(at, inStep.at);
  if (nowMs - at > staleAfterMs) return { kind: 'stale', at: toldAt, why: why ?? { kind: connected ? 'overdue' : 'disconnected' } };
  if (halt === 'unknown') return { kind: 'asOf', at, why: why ?? { kind: 'switchUnknown' } };
  // Rows not confirmed since the halt may lack changes made before it, so their own age is shown.
  if (inStep?.past) return { kind: 'asOf', at: toldAt, why: { kind: 'wasHalted' } };
  if (inStep) return { kind: 'halted', at: inStep.at, by: inStep.by };
  return why === null ? { kind: 'live', at } : { kind: 'asOf', at, why };
}

function reasonAgainst(record: FetchRecord, context: FreshnessContext, vouchedAt: number): FreshnessReason | null {
  const { connected, carried, refetchMs, nowMs } = context;
  if (record.failure !== null) return { kind: 'failed', problem: record.failure };
  if (!connected) return { kind: 'disconnected' };
  if (record.owedAt !== null && nowMs - record.owedAt > answerGraceMs) return { kind: 'changed' };
  if (carried && nowMs - vouchedAt <= vouchHoldsMs) return null;
  if (refetchMs === null) return { kind: carried ? 'overdue' : 'onDemand' };
  return nowMs - (record.lastSuccessAt ?? 0) <= refetchMs + answerGraceMs ? null : { kind: 'overdue' };
}

/**
 * Freshness of rows of which some are damaged and not shown (F-25): a confirmation covers all rows, so the remaining ones are not live
 * either.
 */
export function withoutPart(freshness: FreshnessState): FreshnessState {
  return freshness.kind === 'live' ? { kind: 'asOf', at: freshness.at, why: { kind: 'damaged' } } : freshness;
}

/**
 * True if a state shown by these rows is no longer known to hold: as soon as they are not live. The word becomes past tense and loses its
 * colour; the number stays. The only function that decides this, so that badges, verdicts, cards and walls change together with the
 * displayed age.
 */
export const isLost = ({ kind }: FreshnessState): boolean => kind !== 'live';

/** True if rows are too old for a statement, even with their age beside it, or describe stopped work. */
export const isOutdated = ({ kind }: FreshnessState): boolean => kind === 'stale' || kind === 'never' || kind === 'halted';

/**
 * True if 'there is nothing' refers to the past. Halted work produces nothing, so there it still holds; rows never loaded make no such
 * statement.
 */
export const isOfThen = ({ kind }: FreshnessState): boolean => kind === 'asOf' || kind === 'stale';

/** True if two states look the same, so that nothing needs redrawing. */
export function sameFreshness(a: FreshnessState, b: FreshnessState): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'never' || b.kind === 'never') return true;
  const [whyA, whyB] = [whyOf(a), whyOf(b)];
  if (byOf(a) !== byOf(b)) return false;
  return (
    a.at === b.at && whyA?.kind === whyB?.kind && (whyA?.kind !== 'failed' || whyB?.kind !== 'failed' || whyA.problem === whyB.problem)
  );
}

const whyOf = (state: FreshnessState): FreshnessReason | undefined => ('why' in state ? state.why : undefined);
const byOf = (state: FreshnessState): string => ('by' in state ? state.by : '');
