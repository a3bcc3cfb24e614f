import { useCallback, useEffect, useRef, useState } from 'react';
import { type AsyncAct, type AsyncActEvent, idleAct, stepAsyncAct } from './asyncAct.ts';

/** Result of an action; any `Result` of the contracts fits. */
export interface Outcome {
  readonly ok: boolean;
}

/**
 * Runs the machine of asyncAct.ts for one button. An action that throws counts as failed and its error goes to the global handler,
 * because expected failures are returned as values.
 */
export function useAsyncAct(start: () => Promise<Outcome>): {
  readonly phase: AsyncAct['phase'];
  readonly press: (disabled: boolean) => void;
} {
  const [phase, setPhase] = useState<AsyncAct['phase']>('idle');
  const act = useRef(idleAct);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  const send = useCallback(
    function send(event: AsyncActEvent): void {
      const { act: next, effect } = stepAsyncAct(act.current, event);
      act.current = next;
      if (!shown.current) return;
      setPhase(next.phase);
      if (effect?.kind === 'start') {
        void start().then(
          ({ ok }) => send({ kind: 'ended', run: effect.run, ok }),
          (cause: unknown) => {
            send({ kind: 'ended', run: effect.run, ok: false });
            reportError(cause);
          },
        );
      } else if (effect?.kind === 'rest') timer.current = setTimeout(() => send({ kind: 'rested', run: effect.run }), effect.afterMs);
    },
    [start],
  );
  return { phase, press: useCallback((disabled) => send({ kind: 'pressed', disabled }), [send]) };
}
