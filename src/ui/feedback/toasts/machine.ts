/**
 * Which toasts are shown and for how long (I-20). Pure: time comes with every event, and the work to do is read from the state, so the
 * shell (store.ts) only keeps one timer.
 *
 * 1. At most `maxVisible` are visible, newest first. Those pushed out wait with their time paused, so that none is lost unread.
 * 2. The time of visible ones runs unless held: hover, focus, touch, a hidden tab or Alt+T. Any of these holds all; when the last ends,
 * time continues.
 * 3. They are spread out while hovered, focused or requested by Alt+T; otherwise those behind the first only show their edge.
 * 4. A toast that arrives while others are visible spreads all for `readMs`, so that earlier ones are not covered before they can be
 * read.
 * 5. The last toast ends every hold but the hidden tab's, and the spreading: the element that would have reported the end is gone.
 */

/** Maximum number of visible toasts. */
export const maxVisible = 3;

/** How long visible toasts stay spread when another arrives, ms. */
export const readMs = 1500;

/** Causes that pause the time. */
export const holds = ['hover', 'focus', 'touch', 'hidden'] as const;
export type Hold = (typeof holds)[number];

/** A toast and its remaining time. */
export interface Held {
  readonly id: string;
  /** Remaining milliseconds; while running, the value at `runsSince`. */
  readonly leftMs: number;
  /** Start of running, by the machine's clock; null while paused. */
  readonly runsSince: number | null;
}

/** All toasts that are not gone yet, the hidden ones included, and what holds their time. */
export interface ToastsState {
  /** Newest first. */
  readonly held: readonly Held[];
  readonly heldBy: ReadonlySet<Hold>;
  /** Spread by Alt+T, regardless of hover and focus. */
  readonly asked: boolean;
  /** Until when they are spread because of a new toast; null otherwise. */
  readonly readUntil: number | null;
}

/** What happens to the toasts. */
export type ToastsEvent =
  | { readonly kind: 'shown'; readonly id: string; readonly durationMs: number }
  | { readonly kind: 'dismissed'; readonly id: string }
  | { readonly kind: 'held' | 'released'; readonly by: Hold }
  /** Alt+T. */
  | { readonly kind: 'asked' }
  /** Escape, or the focus left. */
  | { readonly kind: 'folded' }
  /** The timer fired: removes whatever is due. */
  | { readonly kind: 'rang' };

export const noToasts: ToastsState = { held: [], heldBy: new Set(), asked: false, readUntil: null };

/** Ids of visible toasts, newest first. */
export function visibleIds(state: ToastsState): readonly string[] {
  return state.held.slice(0, maxVisible).map(({ id }) => id);
}

/** Whether the toasts are spread rather than stacked behind the first. */
export function isSpread({ heldBy, asked, readUntil }: ToastsState): boolean {
  return asked || readUntil !== null || heldBy.has('hover') || heldBy.has('focus');
}

/** When the next toast expires or the stack folds, by the same clock; null if nothing is due. */
export function nextDue(state: ToastsState): number | null {
  const due = state.held.flatMap(({ leftMs, runsSince }) => (runsSince === null ? [] : [runsSince + leftMs]));
  if (state.readUntil !== null) due.push(state.readUntil);
  return due.length === 0 ? null : Math.min(...due);
}

/** The state after an event at `now`, milliseconds of a monotonic clock. Returns the same object if nothing changed. */
export function stepToasts(state: ToastsState, event: ToastsEvent, now: number): ToastsState {
  switch (event.kind) {
    case 'shown': {
      const others = state.held.filter(({ id }) => id !== event.id); // a toast shown again restarts, in front
      const held = [{ id: event.id, leftMs: event.durationMs, runsSince: null }, ...others];
      return settled({ ...state, held, readUntil: others.length === 0 ? null : now + readMs }, now);
    }
    case 'dismissed':
      if (!state.held.some(({ id }) => id === event.id)) return state;
      return settled({ ...state, held: state.held.filter(({ id }) => id !== event.id) }, now);
    case 'held':
      if (state.heldBy.has(event.by)) return state;
      return settled({ ...state, heldBy: new Set([...state.heldBy, event.by]) }, now);
    case 'released':
      if (!state.heldBy.has(event.by)) return state;
      return settled({ ...state, heldBy: new Set([...state.heldBy].filter((by) => by !== event.by)) }, now);
    case 'asked':
      return state.held.length === 0 || state.asked ? state : settled({ ...state, asked: true }, now);
    case 'folded':
      return state.asked ? settled({ ...state, asked: false }, now) : state;
    case 'rang': {
      const left = state.held.filter(({ leftMs, runsSince }) => runsSince === null || runsSince + leftMs > now);
      const readUntil = state.readUntil !== null && state.readUntil <= now ? null : state.readUntil;
      return left.length === state.held.length && readUntil === state.readUntil ? state : settled({ ...state, held: left, readUntil }, now);
    }
    default:
      return event satisfies never;
  }
}

/** Applies rules 1, 2 and 5 to a changed state. */
function settled(state: ToastsState, now: number): ToastsState {
  if (state.held.length === 0)
    return { held: [], heldBy: state.heldBy.has('hidden') ? new Set<Hold>(['hidden']) : noToasts.heldBy, asked: false, readUntil: null };
  const runs = state.heldBy.size === 0 && !state.asked;
  return {
    ...state,
    held: state.held.map((one, place) => {
      const shouldRun = runs && place < maxVisible;
      if (shouldRun === (one.runsSince !== null)) return one;
      return shouldRun
        ? { ...one, runsSince: now }
        : { ...one, leftMs: Math.max(0, one.leftMs - (now - (one.runsSince ?? now))), runsSince: null };
    }),
  };
}
