import type { Toast } from '../toastLook.ts';
import { type Hold, nextDue, noToasts, stepToasts, type ToastsEvent, type ToastsState, visibleIds } from './machine.ts';

/** How long a disappearing toast is still rendered, ms; the style sheet's animation is not longer. */
export const leavingMs = 160;

/** A rendered toast. */
export type DrawnToast = Toast & {
  readonly id: string;
  /** Its position in the stack, 0 in front; null while it disappears. */
  readonly place: number | null;
};

/** What the component draws. */
export interface ToastsView {
  readonly state: ToastsState;
  /** In order of arrival, newest first, so that no element is moved in the document. */
  readonly drawn: readonly DrawnToast[];
}

/** A monotonic clock with a timer; `after` returns the function that cancels it. */
export interface ToastClock {
  readonly now: () => number;
  readonly after: (ms: number, ring: () => void) => () => void;
}

/** The page's own clock, independent of changes of the system time. */
export const pageClock: ToastClock = {
  now: () => performance.now(),
  after: (ms, ring) => {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
};

/** Holds the toasts and the one timer that expires them. */
export interface ToastStore {
  /** Returns its id. */
  readonly show: (toast: Toast, durationMs: number) => string;
  readonly dismiss: (id: string) => void;
  /** Removes all. */
  readonly clear: () => void;
  readonly hold: (by: Hold) => void;
  readonly release: (by: Hold) => void;
  /** Spreads them until `fold`. */
  readonly ask: () => void;
  readonly fold: () => void;
  readonly view: () => ToastsView;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Runs the machine. */
export function createToastStore(clock: ToastClock): ToastStore {
  let state: ToastsState = noToasts;
  let view: ToastsView = { state, drawn: [] };
  let callOff = (): void => undefined;
  let count = 0;
  /** Content of current and disappearing toasts, newest first. */
  const words = new Map<string, { readonly toast: Toast; readonly turn: number }>();
  const going = new Set<string>();
  const listeners = new Set<() => void>();

  const draw = (): void => {
    const inSight = visibleIds(state);
    view = {
      state,
      drawn: [...words]
        .filter(([id]) => going.has(id) || inSight.includes(id))
        .sort(([, a], [, b]) => b.turn - a.turn)
        .map(([id, { toast }]) => ({ ...toast, id, place: going.has(id) ? null : inSight.indexOf(id) })),
    };
    for (const listener of listeners) listener();
  };

  const leave = (id: string): void => {
    going.add(id);
    clock.after(leavingMs, () => {
      going.delete(id);
      words.delete(id);
      draw();
    });
  };

  const send = (event: ToastsEvent): void => {
    const before = state;
    state = stepToasts(state, event, clock.now());
    if (state === before) return;
    const inSight = visibleIds(before);
    for (const { id } of before.held)
      if (!state.held.some((one) => one.id === id)) {
        if (inSight.includes(id)) leave(id);
        else words.delete(id);
      }
    draw();
  };

  const wind = (): void => {
    callOff();
    const due = nextDue(state);
    if (due === null) return;
    callOff = clock.after(Math.max(0, due - clock.now()), () => {
      send({ kind: 'rang' });
      wind(); // the timer may fire slightly early by the other clock
    });
  };
  const act = (event: ToastsEvent): void => {
    send(event);
    wind();
  };

  return {
    show(toast, durationMs) {
      count += 1;
      const id = `toast-${count}`;
      words.set(id, { toast, turn: count });
      act({ kind: 'shown', id, durationMs });
      return id;
    },
    dismiss: (id) => act({ kind: 'dismissed', id }),
    clear: () => {
      for (const { id } of state.held) act({ kind: 'dismissed', id });
    },
    hold: (by) => act({ kind: 'held', by }),
    release: (by) => act({ kind: 'released', by }),
    ask: () => act({ kind: 'asked' }),
    fold: () => act({ kind: 'folded' }),
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
