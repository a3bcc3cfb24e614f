import { useEffect, useLayoutEffect, useRef } from 'react';

/** Adds a step that Back takes back by calling `close`. Returns what is to be called when the overlay has closed otherwise. */
export type BackCloses = (close: () => void) => () => void;

/** A component that is drawn without the application leaves the history alone. */
let load = async (): Promise<BackCloses> => () => () => undefined;
let loaded: BackCloses | undefined;

/** From now on Back closes whatever opens over a page (D-61), by code that is loaded with the first of it. */
export function startBackCloses(by: () => Promise<BackCloses>): void {
  load = by;
  loaded = undefined;
}

/** An overlay waits no longer for its step. A step that comes later is added while it is open. */
const limitMs = 1_000;

/** Settles once Back can close what opens, and at the latest after a second. */
export const backClosesReady = (): Promise<unknown> => Promise.race([get(), new Promise((resolve) => setTimeout(resolve, limitMs))]);

/** Settles also if the code could not be loaded, which the next overlay tries again. */
async function get(): Promise<void> {
  try {
    loaded ??= await load();
  } catch {
    // Offline before the code was kept, or a newer build has replaced it: an overlay still opens, and has its own ways to close.
  }
}

/** Makes Back close an overlay while it is open. One that the address opens needs this not: the address has its own step. */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  // With the commit that shows it, not after the next paint: a Back in between would leave the page.
  useLayoutEffect(() => {
    if (!open) return;
    let closed: (() => void) | undefined;
    let gone = false;
    const start = () => {
      if (!gone) closed = loaded?.(() => latest.current());
    };
    if (loaded) start();
    else void get().then(start);
    return () => {
      gone = true;
      closed?.();
    };
  }, [open]);
}
