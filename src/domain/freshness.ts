import type { Problem } from '../contracts/problem.ts';

/** What is known of one resource's rows; mirrors the store's sync row without knowing it. Server clock, epoch ms. */
export interface FetchRecord {
  readonly lastSuccessAt: number | null;
  /** Why the last fetch failed, where nothing has succeeded since; null when all is well. */
  readonly failure: Problem | null;
  /** When the stream last vouched for the topics that feed these rows, with nothing of them missing; null if it never did. */
  readonly vouchedAt: number | null;
  /** Since when the platform has said that these rows changed without bringing the change; null where an answer has brought it. */
  readonly owedAt: number | null;
}

/** Why what a panel shows is not called live. */
export type FreshnessReason =
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'disconnected' }
  /** They changed at the platform, and the change has not come yet. */
  | { readonly kind: 'changed' }
  /** The answer that was due has not come. */
  | { readonly kind: 'overdue' }
  /** Whether the kill switch has halted the work that makes them is not known. */
  | { readonly kind: 'switchUnknown' }
  /** The kill switch had halted the work that makes them, and nobody says that it still does. */
  | { readonly kind: 'wasHalted' }
  /** Fetched when it is asked for; nothing keeps it up. */
  | { readonly kind: 'onDemand' }
  /** Part of it is damaged and not shown: what is shown is not all that is so. */
  | { readonly kind: 'damaged' };

/** How old what a panel shows is (D-15). `at`: epoch milliseconds on the server's clock. `never`: not known, nothing is held. `halted`: the work that makes these
 * rows was stopped by the kill switch; `at` is since when, so that nothing shown looks younger, and `by` is empty where only a refused change told of it. */
export type FreshnessState =
  | { readonly kind: 'never' }
  | { readonly kind: 'live'; readonly at: number }
  | { readonly kind: 'asOf'; readonly at: number; readonly why?: FreshnessReason }
  | { readonly kind: 'halted'; readonly at: number; readonly by: string }
  | { readonly kind: 'stale'; readonly at: number; readonly why?: FreshnessReason };

/** Work stopped by the kill switch: since when, on the server's clock, epoch ms, and by whom. */
export interface Halt {
  readonly at: number;
  readonly by: string;
  /** Set where it was so when last heard of: somebody may have released the switch since. */
  readonly past?: true;
}

export interface FreshnessContext {
  /** The platform is heard: on a stream, or by polls that are answered, over a link that is not silent. */
  readonly connected: boolean;
  /** Whether the event stream carries these very rows, and does not only say that they changed. */
  readonly carried: boolean;
  /** How often the rows are asked for while somebody looks; null where nobody does. */
  readonly refetchMs: number | null;
  readonly staleAfterMs: number;
  /** The server's clock as estimated, so that a wrong device clock gives right ages (D-29). */
  readonly nowMs: number;
  /** Set while the work that makes these rows is known to be stopped (D-23); `unknown` while nobody knows whether it is. */
  readonly halt?: Halt | 'unknown' | null;
}

/** How long an answer that is due, or that was told of, may take before its absence counts, milliseconds: as long as a link may keep silent (`domain/link`). */
export const answerGraceMs = 8_000;
/** How long the stream's word for a topic counts, milliseconds: two heartbeats and what a hole takes to fill. */
export const vouchHoldsMs = 60_000;

/**
 * D-15, the one place that says 'live': only if the stream that carries these very rows vouches for them, or an answer came within its interval;
 * never after a fetch that failed, while a change that was told of has not come, or while the platform is not heard. `asOf` is everything
 * younger than `staleAfterMs`, `stale` what is older, both with the reason. What is in step with work that stands still is `halted`: to call it live would
 * say that work goes on, and so would it while nobody knows whether it was stopped.
 */
export function freshnessOf(record: FetchRecord | null, context: FreshnessContext): FreshnessState {
  if (record === null || record.lastSuccessAt === null) return { kind: 'never' };
  const { connected, carried, nowMs, staleAfterMs, halt } = context;
  const owes = record.owedAt !== null;
  // A word for rows of which a part is still owed is no word for all of them.
  const vouchedAt = carried && !owes ? (record.vouchedAt ?? 0) : 0;
  const at = Math.max(record.lastSuccessAt, vouchedAt);
  const why = reasonAgainst(record, context, vouchedAt);
  const inStep = halt && halt !== 'unknown' && (why === null || at >= halt.at) ? halt : null;
  // What halted rows tell was so until the work stopped, and no longer.
  const toldAt = inStep === null ? at : Math.min(at, inStep.at);
  if (nowMs - at > staleAfterMs) return { kind: 'stale', at: toldAt, why: why ?? { kind: connected ? 'overdue' : 'disconnected' } };
  if (halt === 'unknown') return { kind: 'asOf', at, why: why ?? { kind: 'switchUnknown' } };
  // Rows that nobody has confirmed since the halt may lack what was done before it: their own age says more.
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

/** How old rows are of which a part is damaged and not shown (F-25): whatever vouches for them vouches for all of them, so the others are not live either. */
export function withoutPart(freshness: FreshnessState): FreshnessState {
  return freshness.kind === 'live' ? { kind: 'asOf', at: freshness.at, why: { kind: 'damaged' } } : freshness;
}

/**
 * Whether a state that these rows tell is no longer known to be so: from the moment that they are not live. Its word goes into the past and its colour goes, its number stays. The one
 * place that decides it, so that a badge, a verdict, a card and a wall change together, and together with the age beside them.
 */
export const isLost = ({ kind }: FreshnessState): boolean => kind !== 'live';

/** Whether rows are too old to make a sentence of, even one with its age beside it, or tell of work that stands still. */
export const isOutdated = ({ kind }: FreshnessState): boolean => kind === 'stale' || kind === 'never' || kind === 'halted';

/** Whether a word that there is nothing is of then and not of now. Halted work brings nothing, so there the word holds; and of what was never loaded there is none. */
export const isOfThen = ({ kind }: FreshnessState): boolean => kind === 'asOf' || kind === 'stale';

/** The same words, so that nothing is drawn for nothing. */
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
