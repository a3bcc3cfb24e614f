/**
 * The link's health (D-15, F-31): whether what goes out over it is heard of. Pure; times are milliseconds of one clock that does not jump. It
 * knows calls by number only, and can neither cancel nor repeat one: what is in flight is left to finish, and none is asked twice.
 *
 * A call without one byte for 4 s has a small probe sent beside it. If by 8 s neither the call, nor the probe, nor the stream has given
 * a byte, the link is `silent`: the stream is cut for a new one. If any of them has, the link is `slow` and nothing is cut.
 *
 * Only time in which somebody listened counts as silence: a worker that could not run (a busy machine, a device that slept) finds its timer overdue before it finds
 * the bytes that came meanwhile.
 */
export type LinkHealth = 'clear' | 'slow' | 'silent';

export interface LinkState {
  /** When each call in flight last gave a byte, or was sent where it has given none. */
  readonly calls: ReadonlyMap<number, number>;
  /** When anything last gave a byte: a call, the probe, the stream. */
  readonly heardAt: number;
  readonly probing: boolean;
  /** When the last probe was sent. */
  readonly probedAt: number;
  readonly health: LinkHealth;
  /** Since when the call that is quiet longest is quiet; null while the link is clear. */
  readonly since: number | null;
  /** What the timer stands at; null while none is needed. */
  readonly timerAt: number | null;
}

export type LinkEvent = { readonly now: number } & (
  | { readonly type: 'callBegan'; readonly id: number }
  /** A byte of its answer came. */
  | { readonly type: 'callHeard'; readonly id: number }
  /** Answered, failed or given up. */
  | { readonly type: 'callEnded'; readonly id: number }
  /** The stream opened, or said anything: events, heartbeats. */
  | { readonly type: 'streamHeard' }
  | { readonly type: 'probeEnded'; readonly heard: boolean }
  | { readonly type: 'timerFired' }
);

export type LinkEffect =
  /** One small question beside what is quiet; answer with `probeEnded`. */
  | { readonly type: 'probe' }
  /** The stream, and only the stream, is given up for a new one. */
  | { readonly type: 'cutStream' }
  | { readonly type: 'schedule'; readonly delayMs: number }
  | { readonly type: 'cancel' }
  | { readonly type: 'publish'; readonly health: LinkHealth; readonly since: number | null };

export interface LinkStep {
  readonly state: LinkState;
  readonly effects: readonly LinkEffect[];
}

/** A call may keep this quiet before a probe is sent beside it; between two probes as long, milliseconds. */
export const probeAfterMs = 4_000;
/** Nothing may keep this quiet, milliseconds. */
export const silentAfterMs = 8_000;
/** A timer that is overdue by more than this tells that nobody listened, milliseconds. */
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

export function stepLink(state: LinkState, event: LinkEvent): LinkStep {
  const overdueMs = state.timerAt === null ? 0 : event.now - state.timerAt;
  return judge(heed(overdueMs > lateAfterMs ? excuse(state, overdueMs) : state, event), event.now);
}

/** Takes time in which nobody listened out of every silence. The last event came before the timer was due, so nothing moves past the present. */
function excuse(state: LinkState, ms: number): LinkState {
  return {
    ...state,
    calls: new Map([...state.calls].map(([id, heardAt]) => [id, heardAt + ms])),
    heardAt: state.heardAt + ms,
  };
}

function heed(state: LinkState, event: LinkEvent): LinkState {
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
