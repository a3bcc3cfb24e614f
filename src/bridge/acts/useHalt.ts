import { useMemo, useSyncExternalStore } from 'react';
import type { Halt } from '../../domain/freshness/freshness.ts';
import { haltOf, isHalted } from '../../domain/freshness/resourceFreshness.ts';
import { hubStatus } from '../hub/pageState.ts';

/** Since when and by whom all work is stopped (D-23), as the platform now says; null if it is not, or unknown. */
export function useHalt(): Halt | null {
  const killSwitch = useSyncExternalStore(hubStatus.listen, () => (isHalted(hubStatus.get()) ? hubStatus.get().killSwitch : null));
  return useMemo(() => haltOf(killSwitch), [killSwitch]);
}
