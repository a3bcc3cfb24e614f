import { useEffect } from 'react';
import type { ResourceKey } from '../contracts/rpc.ts';
import { wantedKeys } from './startBridge.ts';

/** Keeps these resources fetched while the component is mounted and the tab is visible. Counted across the page. */
export function useWanted(keys: readonly ResourceKey[]): void {
  const text = keys.join(' ');
  useEffect(() => {
    // Joined above so that a new array of the same keys changes nothing; the split gives back what went in.
    const wanted = text === '' ? [] : (text.split(' ') as ResourceKey[]);
    return wantedKeys().add(wanted);
  }, [text]);
}
