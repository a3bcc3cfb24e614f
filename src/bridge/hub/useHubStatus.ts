import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ConnectionStatus, HubMessage, HubStatus, SessionStatus } from '../../contracts/rpc.ts';
import { hubLeaves, hubNotices, hubStatus, type Signal } from './pageState.ts';

/** The hub's whole status; a new object only when something in it changed. */
export function useHubStatus(): HubStatus {
  return useSyncExternalStore(hubStatus.listen, hubStatus.get);
}

/** The session: who is signed in. */
export function useSessionStatus(): SessionStatus {
  return useSyncExternalStore(hubStatus.listen, () => hubStatus.get().session);
}

/** Connection to the platform, as the indicator shows it. */
export function useConnection(): ConnectionStatus {
  return useSyncExternalStore(hubStatus.listen, () => hubStatus.get().connection);
}

/** Calls the newest `handler` for each value while the component is mounted. */
export function useSignal<T>(signal: Signal<T>, handler: (value: T) => void): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => signal.listen((value) => newest.current(value)), [signal]);
}

/** The hub's messages for users: show them as toasts. */
export function useHubNotices(handler: (notice: Extract<HubMessage, { readonly kind: 'notice' }>) => void): void {
  useSignal(hubNotices, handler);
}

/** The user is leaving: clear what this page holds of them (drafts, tokens, selections) at once. */
export function useLeave(handler: (leave: Extract<HubMessage, { readonly kind: 'leave' }>) => void): void {
  useSignal(hubLeaves, handler);
}
