/**
 * Which messages stand on the page and for how long (I-20). Pure: the clock comes in with every event, and what is to be done is read off the state, so that
 * the shell (store.ts) keeps one timer and nothing else.
 *
 * 1. At most `mostVisible` are in sight, the newest first. What they push out waits, and its time stands still: nothing goes unread for want of room.
 * 2. The time of those in sight runs while nobody holds them: a pointer over them, the focus among them, a finger on one, a hidden tab, Alt+T. Any one of these
 *    holds all; the last to let go lets time run on from where it stood.
 * 3. They are spread out while a pointer or the focus is among them or somebody asked by Alt+T; else those behind the first only show their edge.
 * 4. One that comes while others are in sight spreads them all for `readMs`: what was said a moment ago is not covered before it could be read.
 * 5. With the last message every hold but the tab's is over, and so is being spread: the element that would have told is gone.
 */

/** Messages in sight at once. */
export const mostVisible = 3;

/** How long those in sight stay spread when another one comes, ms. */
export const readMs = 1500;

/** What can hold the time. */
export const holds = ['hover', 'focus', 'touch', 'hidden'] as const;
export type Hold = (typeof holds)[number];

/** A message and what is left of its time. */
export interface Held {
  readonly id: string;
  /** Milliseconds left; while its time runs, what was left at `runsSince`. */
  readonly leftMs: number;
  /** Since when it runs; null while it stands still. */
  readonly runsSince: number | null;
}

export interface ToastsState {
  /** Newest first. */
  readonly held: readonly Held[];
  readonly heldBy: ReadonlySet<Hold>;
  /** Spread by Alt+T, whatever pointer and focus do. */
  readonly asked: boolean;
  /** Until when they are spread for the sake of one that came; null when that is over. */
  readonly readUntil: number | null;
}

export type ToastsEvent =
  | { readonly kind: 'shown'; readonly id: string; readonly durationMs: number }
  | { readonly kind: 'dismissed'; readonly id: string }
  | { readonly kind: 'held' | 'released'; readonly by: Hold }
  /** Alt+T. */
  | { readonly kind: 'asked' }
  /** Escape, or the focus went elsewhere. */
  | { readonly kind: 'folded' }
  /** The timer: whatever is due goes. */
  | { readonly kind: 'rang' };

export const noToasts: ToastsState = { held: [], heldBy: new Set(), asked: false, readUntil: null };

/** The ids in sight, newest first. */
export function visibleIds(state: ToastsState): readonly string[] {
  return state.held.slice(0, mostVisible).map(({ id }) => id);
}

/** Whether each stands by itself instead of behind the first. */
export function isSpread({ heldBy, asked, readUntil }: ToastsState): boolean {
  return asked || readUntil !== null || heldBy.has('hover') || heldBy.has('focus');
}

/** When something is due, by the same clock: one goes, or they fold; null while nothing is. */
export function nextDue(state: ToastsState): number | null {
  const due = state.held.flatMap(({ leftMs, runsSince }) => (runsSince === null ? [] : [runsSince + leftMs]));
  if (state.readUntil !== null) due.push(state.readUntil);
  return due.length === 0 ? null : Math.min(...due);
}

/** The state after an event at `now`, milliseconds of a clock that never goes back. The same object where nothing changed. */
export function stepToasts(state: ToastsState, event: ToastsEvent, now: number): ToastsState {
  switch (event.kind) {
    case 'shown': {
      const others = state.held.filter(({ id }) => id !== event.id); // shown again: anew, in front
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

/** Rules 1, 2 and 5 over a state whose parts have changed. */
function settled(state: ToastsState, now: number): ToastsState {
  if (state.held.length === 0)
    return { held: [], heldBy: state.heldBy.has('hidden') ? new Set<Hold>(['hidden']) : noToasts.heldBy, asked: false, readUntil: null };
  const runs = state.heldBy.size === 0 && !state.asked;
  return {
    ...state,
    held: state.held.map((one, place) => {
      const shouldRun = runs && place < mostVisible;
      if (shouldRun === (one.runsSince !== null)) return one;
      return shouldRun
        ? { ...one, runsSince: now }
        : { ...one, leftMs: Math.max(0, one.leftMs - (now - (one.runsSince ?? now))), runsSince: null };
    }),
  };
}
