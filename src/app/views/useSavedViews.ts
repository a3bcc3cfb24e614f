import { useRef, useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { hub } from '../../bridge/hub.ts';
import { useConnection, useHubStatus } from '../../bridge/useHubStatus.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useSubscription } from '../../bridge/useSubscription.ts';
import { isHalted } from '../../domain/resourceFreshness.ts';
import type { SavedView } from '../../contracts/savedView.ts';
import { readSavedViews } from '../../store/readSavedViews.ts';

/** Result of a change: null if done, else the reason as text. */
export type Changed = string | null;

/** The user's saved views, and the calls that change them. */
export interface SavedViews {
  /** The user's views of all screens, as last fetched; undefined before the first answer on this device. */
  readonly views: readonly SavedView[] | undefined;
  /** Why nothing can be changed now; null if it can. Views can be opened in any case. */
  readonly disabledReason: string | null;
  readonly busy: boolean;
  readonly save: (view: Omit<SavedView, 'updatedAt'>) => Promise<Changed>;
  readonly remove: (view: SavedView) => Promise<Changed>;
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
  const [busy, setBusy] = useState(false);
  // An attempt without an answer is repeated with its own key: sent twice, it takes effect once.
  const tried = useRef<{ readonly of: string; readonly key: string } | null>(null);

  const send = async (id: 'saveView' | 'removeView', viewId: string, body: object): Promise<Changed> => {
    const request = JSON.stringify([id, viewId, body]);
    const key = tried.current?.of === request ? tried.current.key : crypto.randomUUID();
    tried.current = { of: request, key };
    setBusy(true);
    const answer = await fetchApi(id, { params: { viewId }, body, idempotencyKey: key });
    if (answer.ok || !answer.problem.retry) tried.current = null;
    // Also after a refusal: shows what the platform has, not what it refused.
    await hub.refresh(['savedViews']);
    setBusy(false);
    return answer.ok ? null : answer.problem.message;
  };

  return {
    views: stored.value ?? undefined,
    disabledReason: readOnly
      ? 'The platform is in read-only mode.'
      : connected
        ? null
        : 'Saved views are kept by the platform, which cannot be reached right now. They can still be opened.',
    busy,
    save: ({ viewId, screen, name, query: filters, version }) =>
      send('saveView', viewId, { screen, name: name.trim(), query: filters, version }),
    remove: ({ viewId, version }) => send('removeView', viewId, { version }),
  };
}
