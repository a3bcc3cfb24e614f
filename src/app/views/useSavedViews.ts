import { useConnection, useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import { isHalted } from '../../domain/freshness/resourceFreshness.ts';
import type { SavedView } from '../../contracts/savedView.ts';
import { readSavedViews } from '../../store/readSavedViews.ts';

/** The user's saved views. */
export interface SavedViews {
  /** The user's views of all screens, as last fetched; undefined before the first answer on this device. */
  readonly views: readonly SavedView[] | undefined;
  /** Why nothing can be changed now; null if it can. Views can be opened in any case. */
  readonly disabledReason: string | null;
}

/**
 * The user's saved views. The platform stores them, and they are read from this device when it cannot be reached; changing them needs the
 * platform (decided so: a view saved offline could collide with one saved elsewhere when nobody is there to ask).
 */
export function useSavedViews(): SavedViews {
  useSubscription(['savedViews']);
  const stored = useStored(() => readSavedViews(), []);
  const connected = useConnection().state === 'connected';
  const readOnly = isHalted(useHubStatus());
  return {
    views: stored.value ?? undefined,
    disabledReason: readOnly
      ? 'The platform is in read-only mode.'
      : connected
        ? null
        : 'Saved views are kept by the platform, which cannot be reached right now. They can still be opened.',
  };
}
