import { useEffect } from 'react';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { subscribedKeys } from '../hub/startBridge.ts';

/** Subscribes to these resources while the component is mounted and the tab is visible. Counted across the page. */
export function useSubscription(keys: readonly ResourceKey[]): void {
  const text = keys.join(' ');
  useEffect(() => {
    // Joined above so that a new array with the same keys changes nothing; the split restores the keys.
    const subscribed = text === '' ? [] : (text.split(' ') as ResourceKey[]);
    return subscribedKeys().add(subscribed);
  }, [text]);
}
