/**
 * The life of an act that a button starts (I-19): idle, at work, worked or failed, and idle again after two seconds. Pure; what is to be done comes out as
 * data. `run` counts the presses, so that an answer or a timer of an earlier one means nothing.
 */

/** How long the outcome stays on the button, ms. */
export const outcomeMs = 2000;

export interface AsyncAct {
  readonly phase: 'idle' | 'loading' | 'success' | 'error';
  readonly run: number;
}

export type AsyncActEvent =
  /** A click; `barred` while the button cannot be used. */
  | { readonly kind: 'pressed'; readonly barred: boolean }
  | { readonly kind: 'ended'; readonly run: number; readonly ok: boolean }
  /** The outcome has been shown long enough. */
  | { readonly kind: 'rested'; readonly run: number };

export type AsyncActEffect =
  | { readonly kind: 'start'; readonly run: number }
  | { readonly kind: 'rest'; readonly run: number; readonly afterMs: number };

export const idleAct: AsyncAct = { phase: 'idle', run: 0 };

/** The same object, and no effect, where the event means nothing: a click while it works, a late answer. */
export function stepAsyncAct(act: AsyncAct, event: AsyncActEvent): { readonly act: AsyncAct; readonly effect: AsyncActEffect | null } {
  switch (event.kind) {
    case 'pressed': {
      if (event.barred || act.phase !== 'idle') return { act, effect: null };
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
