import { useEffect, useSyncExternalStore } from 'react';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { hub } from '../hub/hub.ts';
import { createMending } from './mending.ts';
import { hubStatus } from '../hub/pageState.ts';

const mending = createMending({
  ask: (key) => void hub.refresh([key]),
  now: () => performance.now(),
  setTimer(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});

const connected = (): boolean => hubStatus.get().connection.state === 'connected';

/** Refetches a resource of which this page has read a damaged row (F-25), once the platform is connected; the panel says so. */
export function useMending(key: ResourceKey, damaged: boolean): void {
  const can = useSyncExternalStore(hubStatus.listen, connected);
  useEffect(() => (damaged && can ? mending.need(key) : undefined), [key, damaged, can]);
}
