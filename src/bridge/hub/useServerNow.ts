import { useSyncExternalStore } from 'react';
import { hubStatus } from './pageState.ts';

/** One timer for the page: all clocks tick together, and it stops when none is mounted. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let second = Math.floor(Date.now() / 1000);

function tick(): void {
  second = Math.floor(Date.now() / 1000);
  for (const listener of listeners) listener();
}

/** Calls `listener` once a second. */
export function listenSecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The platform's clock in epoch milliseconds, in whole seconds: the device's clock corrected by the measured offset. */
export function serverNow(): number {
  // Without a running timer (first render) this must still be the current time; within one second it stays the same value.
  if (timer === null) second = Math.floor(Date.now() / 1000);
  return Math.floor((second * 1000 + hubStatus.get().serverOffsetMs) / 1000) * 1000;
}

function listen(listener: () => void): () => void {
  const stops = [listenSecond(listener), hubStatus.listen(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The platform's clock in epoch milliseconds, ticking once a second (D-29). */
export function useServerNow(): number {
  return useSyncExternalStore(listen, serverNow);
}
