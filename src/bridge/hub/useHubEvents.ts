import { useEffect, useRef } from 'react';
import type { HeardFrame } from '../../contracts/realtime/event.ts';
import { hubEvents } from './pageState.ts';

/**
 * Calls `handler` with the newest applied events, at most once per frame (C-76). A hidden tab gets no frames: of the events gathered
 * meanwhile only the last `keep` are passed on, since the rows hold the full state anyway.
 */
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
