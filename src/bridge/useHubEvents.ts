import { useEffect, useRef } from 'react';
import type { HeardFrame } from '../contracts/realtime/event.ts';
import { hubEvents } from './pageState.ts';

/** Gives `handler` the newest applied events, gathered and handed over at most once a frame (C-76). A hidden tab gets no
 * frames: what gathered there beyond `keep` is dropped from the front, since rows hold the truth anyway. */
export function useHubEvents(handler: (events: readonly HeardFrame[]) => void, keep = 200): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => {
    let gathered: HeardFrame[] = [];
    let frame: number | null = null;
    const stop = hubEvents.listen((events) => {
      gathered = [...gathered, ...events].slice(-keep);
      frame ??= requestAnimationFrame(() => {
        const batch = gathered;
        gathered = [];
        frame = null;
        newest.current(batch);
      });
    });
    return () => {
      stop();
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [keep]);
}
