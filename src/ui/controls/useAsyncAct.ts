import { useCallback, useEffect, useRef, useState } from 'react';
import { type AsyncAct, type AsyncActEvent, idleAct, stepAsyncAct } from './asyncAct.ts';

/** What an act came to; any `Result` of the contracts is one. */
export interface Outcome {
  readonly ok: boolean;
}

/**
 * Performs the machine of asyncAct.ts for one button. An act that throws counts as failed, and its error goes on to whoever listens for errors nobody caught:
 * outcomes that are expected come back as values.
 */
export function useAsyncAct(start: () => Promise<Outcome>): {
  readonly phase: AsyncAct['phase'];
  readonly press: (barred: boolean) => void;
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
  return { phase, press: useCallback((barred) => send({ kind: 'pressed', barred }), [send]) };
}
