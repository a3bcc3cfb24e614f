import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { isOfRealClock, nowBeside } from '../../domain/businessClock.ts';

interface Clock {
  readonly zone: string;
  /** Server clock minus device clock, milliseconds (D-29). */
  readonly offsetMs: number;
  /** Fixed server time for pictures and tests. */
  readonly fixedAt?: number;
  /** Whether that is the platform's time, or a guess that nobody has confirmed (`HubStatus.clock`); confirmed unless it says otherwise. */
  readonly confirmed?: boolean;
  /** Where business time stands while it does not run (D-16), epoch ms; null while it is the server's. */
  readonly businessAt?: number | null;
}

const ClockContext = createContext<Clock>({ zone: 'UTC', offsetMs: 0 });

interface ClockProviderProps extends Clock {
  readonly children: ReactNode;
}

/** The tenant's zone and the server's clock for everything below: ages never trust the device's clock alone. */
export function ClockProvider({ zone, offsetMs, fixedAt, confirmed = true, businessAt = null, children }: ClockProviderProps) {
  const value = useMemo<Clock>(
    () => ({ zone, offsetMs, confirmed, businessAt, ...(fixedAt === undefined ? {} : { fixedAt }) }),
    [zone, offsetMs, confirmed, fixedAt, businessAt],
  );
  return <ClockContext.Provider value={value}>{children}</ClockContext.Provider>;
}

/** The tenant's IANA zone. */
export function useZone(): string {
  return useContext(ClockContext).zone;
}

/** Whether ages may be told: they are as good as the clock that they are measured by. Business time that stands still is the platform's word, not a clock's. */
export function useClockConfirmed(clock: ClockOf = 'server'): boolean {
  const { confirmed = true, businessAt } = useContext(ClockContext);
  return confirmed || (clock === 'business' && businessAt != null);
}

// One timer for the page, running only while something on it shows an age.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Epoch milliseconds on the server's clock, in steps: a component re-renders only when its step turns. */
export function useNow(stepMs = 1000): number {
  const { offsetMs, fixedAt } = useContext(ClockContext);
  const now = () => fixedAt ?? Math.floor((Date.now() + offsetMs) / stepMs) * stepMs;
  return useSyncExternalStore(subscribe, now);
}

/** The same for what business rows say: it stands still while simulation is off. Freshness goes by `useNow`, never by this. */
export function useBusinessNow(stepMs = 1000): number {
  return useNowOf('business', stepMs);
}

/** Whose clock a time is read beside: that of what business rows say, or the server's, for what this device did or was handed. */
export type ClockOf = 'business' | 'server';

/** Either of the two above. */
export function useNowOf(clock: ClockOf, stepMs = 1000): number {
  const server = useNow(stepMs);
  const { businessAt } = useContext(ClockContext);
  return clock === 'business' ? (businessAt ?? server) : server;
}

/** The time that `at` is read beside on either clock, and whether it is of the real clock while the day stands still (S-11). */
export function useNowBeside(at: number, clock: ClockOf, stepMs = 1000): { readonly now: number; readonly real: boolean } {
  const server = useNow(stepMs);
  const standsAt = useContext(ClockContext).businessAt ?? null;
  if (clock === 'server') return { now: server, real: false };
  return { now: nowBeside(at, standsAt ?? server, server), real: isOfRealClock(at, standsAt) };
}
