import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { isOfRealClock, nowBeside } from '../../domain/businessClock.ts';

interface Clock {
  readonly zone: string;
  /** Server clock minus device clock, milliseconds (D-29). */
  readonly offsetMs: number;
  /** Fixed server time, epoch ms, for screenshots and tests. */
  readonly fixedAt?: number;
  /** Whether that is the platform's time or an unconfirmed guess (`HubStatus.clock`); default true. */
  readonly confirmed?: boolean;
  /** Business time while it stands still (D-16), epoch ms; null while it follows the server. */
  readonly businessAt?: number | null;
}

const ClockContext = createContext<Clock>({ zone: 'UTC', offsetMs: 0 });

interface ClockProviderProps extends Clock {
  readonly children: ReactNode;
}

/** Provides the tenant's zone and the server's clock: ages never rely on the device's clock alone. */
export function ClockProvider({ zone, offsetMs, fixedAt, confirmed = true, businessAt = null, children }: ClockProviderProps) {
  const value = useMemo<Clock>(
    () => ({ zone, offsetMs, confirmed, businessAt, ...(fixedAt === undefined ? {} : { fixedAt }) }),
    [zone, offsetMs, confirmed, fixedAt, businessAt],
  );
  return <ClockContext.Provider value={value}>{children}</ClockContext.Provider>;
}

/** The tenant's IANA time zone. */
export function useZone(): string {
  return useContext(ClockContext).zone;
}

/**
 * Whether ages may be shown, which requires a confirmed clock. Business time that stands still is stated by the platform and needs none.
 */
export function useClockConfirmed(clock: ClockOf = 'server'): boolean {
  const { confirmed = true, businessAt } = useContext(ClockContext);
  return confirmed || (clock === 'business' && businessAt != null);
}

// One timer for the page; it runs only while an age is displayed.
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

/** Epoch milliseconds on the server's clock, rounded down to steps: a component re-renders only once per step. */
export function useNow(stepMs = 1000): number {
  const { offsetMs, fixedAt } = useContext(ClockContext);
  const now = () => fixedAt ?? Math.floor((Date.now() + offsetMs) / stepMs) * stepMs;
  return useSyncExternalStore(subscribe, now);
}

/** Business time, rounded likewise: it stands still while the simulation is off. Freshness uses `useNow`, never this. */
export function useBusinessNow(stepMs = 1000): number {
  return useNowOf('business', stepMs);
}

/** Clock of a time: `business` for business rows, `server` for what this device did or received. */
export type ClockOf = 'business' | 'server';

/** Now on either clock, epoch milliseconds. */
export function useNowOf(clock: ClockOf, stepMs = 1000): number {
  const server = useNow(stepMs);
  const { businessAt } = useContext(ClockContext);
  return clock === 'business' ? (businessAt ?? server) : server;
}

/** The reference time for displaying `at` on either clock, and whether `at` is real time while the business day stands still (S-11). */
export function useNowBeside(at: number, clock: ClockOf, stepMs = 1000): { readonly now: number; readonly real: boolean } {
  const server = useNow(stepMs);
  const standsAt = useContext(ClockContext).businessAt ?? null;
  if (clock === 'server') return { now: server, real: false };
  return { now: nowBeside(at, standsAt ?? server, server), real: isOfRealClock(at, standsAt) };
}
