/**
 * State machine of a button's action (I-19): idle, loading, success or error, and idle again after two seconds. Pure; effects are
 * returned as data. `run` counts the presses, so that answers and timers of earlier ones are ignored.
 */

/** How long the result stays on the button, ms. */
export const outcomeMs = 2000;

/** State of a button's action. */
export interface AsyncAct {
  readonly phase: 'idle' | 'loading' | 'success' | 'error';
  readonly run: number;
}

/** What happens to the button and its action. */
export type AsyncActEvent =
  /** A click; `disabled` if the button is. */
  | { readonly kind: 'pressed'; readonly disabled: boolean }
  | { readonly kind: 'ended'; readonly run: number; readonly ok: boolean }
  /** The result has been shown long enough. */
  | { readonly kind: 'rested'; readonly run: number };

/** `start` runs the action, `rest` starts a timer of `afterMs` milliseconds. */
export type AsyncActEffect =
  | { readonly kind: 'start'; readonly run: number }
  | { readonly kind: 'rest'; readonly run: number; readonly afterMs: number };

export const idleAct: AsyncAct = { phase: 'idle', run: 0 };

/** Next state and effect. Returns the same object and no effect for an irrelevant event: a click while loading, a late answer. */
export function stepAsyncAct(act: AsyncAct, event: AsyncActEvent): { readonly act: AsyncAct; readonly effect: AsyncActEffect | null } {
  switch (event.kind) {
    case 'pressed': {
      if (event.disabled || act.phase !== 'idle') return { act, effect: null };
      const run = act.run + 1;
      return { act: { phase: 'loading', run }, effect: { kind: 'start', run } };
    }
    case 'ended':
      if (act.phase !== 'loading' || event.run !== act.run) return { act, effect: null };
      return {
        act: { phase: event.ok ? 'success' : 'error', run: act.run },
        effect: { kind: 'rest', run: act.run, afterMs: outcomeMs },
      };
    case 'rested':
      if ((act.phase !== 'success' && act.phase !== 'error') || event.run !== act.run) return { act, effect: null };
      return { act: { phase: 'idle', run: act.run }, effect: null };
    default:
      return event satisfies never;
  }
}
