import { useEffect, useRef } from 'react';

/** Adds a step that Back takes back by calling `close`. Returns what is to be called when the overlay has closed otherwise. */
export type BackCloses = (close: () => void) => () => void;

/** What the application does; a component that is drawn without it leaves the history alone. */
let opened: BackCloses = () => () => undefined;

/** From now on Back closes whatever opens over a page (D-61). */
export function startBackCloses(by: BackCloses): void {
  opened = by;
}

/** Makes Back close an overlay while it is open. One that the address opens needs this not: the address has its own step. */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? opened(() => latest.current()) : undefined), [open]);
}
