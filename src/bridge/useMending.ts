import { useEffect, useSyncExternalStore } from 'react';
import type { ResourceKey } from '../contracts/rpc.ts';
import { hub } from './hub.ts';
import { hubStatus } from './pageState.ts';

/** A row that is damaged again as soon as it was fetched is not asked for at every reading, milliseconds. */
const notBeforeMs = 60_000;
const asked = new Map<ResourceKey, number>();

const connected = (): boolean => hubStatus.get().connection.state === 'connected';

/** Asks for a resource of which this page has read a damaged row (F-25), once the platform is there: the words beside it say that it is fetched again. */
export function useMending(key: ResourceKey, damaged: boolean): void {
  const can = useSyncExternalStore(hubStatus.listen, connected);
  useEffect(() => {
    if (!damaged || !can) return;
    const now = performance.now();
    if (now - (asked.get(key) ?? -Infinity) < notBeforeMs) return;
    asked.set(key, now);
    void hub.refresh([key]);
  }, [key, damaged, can]);
}
