import { useMemo, useSyncExternalStore } from 'react';
import type { Halt } from '../domain/freshness.ts';
import { haltOf } from '../domain/resourceFreshness.ts';
import { hubStatus } from './pageState.ts';

/** Since when and by whom all work is stopped (D-23), as far as this console knows; null while it goes on. */
export function useHalt(): Halt | null {
  const killSwitch = useSyncExternalStore(hubStatus.listen, () => hubStatus.get().killSwitch);
  return useMemo(() => haltOf(killSwitch), [killSwitch]);
}
