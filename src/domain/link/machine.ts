/**
 * Health of the link (D-15, F-31): whether requests get any response. Pure; times are milliseconds of a monotonic clock. It knows calls
 * by number only and never cancels or repeats one.
 *
 * A call without a byte for 4 s gets a small probe beside it. If by 8 s neither call, probe nor stream has received a byte, the link is
 * `silent` and the stream is replaced. If any has, the link is `slow` and nothing is cut.
 *
 * Only time in which this thread ran counts as silence: after a stall (busy machine, sleep) it handles the overdue timer before the bytes
 * that arrived meanwhile.
 */
export type LinkHealth = 'clear' | 'slow' | 'silent';

/** What is known of one hub's calls, probes and stream. `heardAt` is minus infinity before the first byte. */
export interface LinkState {
  /** When each call in flight last received a byte, or was sent if none came yet. */
  readonly calls: ReadonlyMap<number, number>;
  /** When any call, probe or stream last received a byte. */
  readonly heardAt: number;
  readonly probing: boolean;
  /** When the last probe was sent. */
  readonly probedAt: number;
  readonly health: LinkHealth;
  /** Since when the quietest call has been quiet; null while the link is clear. */
  readonly since: number | null;
  /** When the timer is due; null while none is set. */
  readonly timerAt: number | null;
}

/** What the shell reports. */
export type LinkEvent = { readonly now: number } & (
  | { readonly type: 'callBegan'; readonly id: number }
  /** A byte of its answer arrived. */
  | { readonly type: 'callHeard'; readonly id: number }
  /** Answered, failed or given up. */
  | { readonly type: 'callEnded'; readonly id: number }
  /** The stream opened or delivered anything: events, heartbeats. */
  | { readonly type: 'streamHeard' }
  | { readonly type: 'probeEnded'; readonly heard: boolean }
  | { readonly type: 'timerFired' }
);

/** What the shell must do. */
export type LinkEffect =
  /** One small request beside the quiet call; answer with `probeEnded`. */
  | { readonly type: 'probe' }
  /** Close only the stream and open a new one. */
  | { readonly type: 'cutStream' }
  | { readonly type: 'schedule'; readonly delayMs: number }
  | { readonly type: 'cancel' }
  | { readonly type: 'publish'; readonly health: LinkHealth; readonly since: number | null };

/** Result of one event: the next state, and what the shell must do in this order. */
export interface LinkStep {
  readonly state: LinkState;
  readonly effects: readonly LinkEffect[];
}

/** Silence of a call before a probe is sent; also the minimum time between probes, milliseconds. */
export const probeAfterMs = 4_000;
/** Silence of everything after which the link counts as silent, milliseconds. */
export const silentAfterMs = 8_000;
/** A timer overdue by more than this means that the thread did not run, milliseconds. */
const lateAfterMs = 1_000;

export const initialLink: LinkState = {
  calls: new Map(),
  heardAt: Number.NEGATIVE_INFINITY,
  probing: false,
  probedAt: Number.NEGATIVE_INFINITY,
  health: 'clear',
  since: null,
  timerAt: null,
};

/** Handles one event and judges the link anew. If the timer was overdue by more than a second, that time does not count as silence. */
export function stepLink(state: LinkState, event: LinkEvent): LinkStep {
  const overdueMs = state.timerAt === null ? 0 : event.now - state.timerAt;
  return judge(handle(overdueMs > lateAfterMs ? excuse(state, overdueMs) : state, event), event.now);
}

/**
 * Subtracts time in which the thread did not run from every silence. The last event came before the timer was due, so no time moves into
 * the future.
 */
function excuse(state: LinkState, ms: number): LinkState {
  return {
    ...state,
    calls: new Map([...state.calls].map(([id, heardAt]) => [id, heardAt + ms])),
    heardAt: state.heardAt + ms,
  };
}

function handle(state: LinkState, event: LinkEvent): LinkState {
  const { now } = event;
  switch (event.type) {
    case 'callBegan':
      return { ...state, calls: new Map(state.calls).set(event.id, now) };
    case 'callHeard':
      return state.calls.has(event.id) ? { ...state, calls: new Map(state.calls).set(event.id, now), heardAt: now } : state;
    case 'callEnded': {
      const calls = new Map(state.calls);
      calls.delete(event.id);
      return { ...state, calls };
    }
    case 'streamHeard':
      return { ...state, heardAt: now };
    case 'probeEnded':
      return { ...state, probing: false, heardAt: event.heard ? now : state.heardAt };
    case 'timerFired':
      return { ...state, timerAt: null };
    default:
      return event satisfies never;
  }
}

function judge(state: LinkState, now: number): LinkStep {
  const effects: LinkEffect[] = [];
  const quietSince = state.calls.size === 0 ? null : Math.min(...state.calls.values());
  const unheardSince = quietSince === null ? null : Math.max(quietSince, state.heardAt);
  const health: LinkHealth =
    quietSince === null || unheardSince === null || now - quietSince < silentAfterMs
      ? 'clear'
      : now - unheardSince >= silentAfterMs
        ? 'silent'
        : 'slow';
  const since = health === 'clear' ? null : quietSince;
  if (health === 'silent' && state.health !== 'silent') effects.push({ type: 'cutStream' });
  if (health !== state.health || since !== state.since) effects.push({ type: 'publish', health, since });

  const probeAt = quietSince === null || state.probing ? null : Math.max(quietSince, state.probedAt) + probeAfterMs;
  const probes = probeAt !== null && now >= probeAt;
  if (probes) effects.push({ type: 'probe' });
  const probedAt = probes ? now : state.probedAt;

  const due = [
    probes ? null : probeAt,
    quietSince === null || health !== 'clear' ? null : quietSince + silentAfterMs,
    unheardSince === null || health === 'silent' ? null : unheardSince + silentAfterMs,
  ].filter((at) => at !== null);
  const timerAt = due.length === 0 ? null : Math.min(...due);
  if (timerAt !== state.timerAt) effects.push(timerAt === null ? { type: 'cancel' } : { type: 'schedule', delayMs: timerAt - now });
  return { state: { ...state, probing: state.probing || probes, probedAt, health, since, timerAt }, effects };
}
