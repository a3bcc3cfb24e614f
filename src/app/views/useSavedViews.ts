import { useRef, useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { hub } from '../../bridge/hub.ts';
import { useConnection, useHubStatus } from '../../bridge/useHubStatus.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { isHalted } from '../../domain/resourceFreshness.ts';
import type { SavedView } from '../../contracts/savedView.ts';
import { readSavedViews } from '../../store/readSavedViews.ts';

/** What came of a change: null when it is done, else why it is not, for people. */
export type Changed = string | null;

export interface SavedViews {
  /** The person's views of all screens, as last told; undefined before the first answer on this device. */
  readonly views: readonly SavedView[] | undefined;
  /** Why nothing can be changed now; null when it can. Views are opened all the same. */
  readonly barred: string | null;
  readonly busy: boolean;
  readonly save: (view: Omit<SavedView, 'updatedAt'>) => Promise<Changed>;
  readonly remove: (view: SavedView) => Promise<Changed>;
}

/**
 * The person's saved views. They are kept by the platform and read from this device when it is gone; changing them needs it (decided so: a view
 * saved without it could collide with one saved elsewhere, and nobody is there to ask when that shows).
 */
export function useSavedViews(): SavedViews {
  useWanted(['savedViews']);
  const stored = useStored(() => readSavedViews(), []);
  const connected = useConnection().state === 'connected';
  const readOnly = isHalted(useHubStatus());
  const [busy, setBusy] = useState(false);
  // A try that ended in silence is repeated under its own key: sent twice, it takes effect once.
  const tried = useRef<{ readonly of: string; readonly key: string } | null>(null);

  const send = async (id: 'saveView' | 'removeView', viewId: string, body: object): Promise<Changed> => {
    const of = JSON.stringify([id, viewId, body]);
    const key = tried.current?.of === of ? tried.current.key : crypto.randomUUID();
    tried.current = { of, key };
    setBusy(true);
    const answer = await fetchApi(id, { params: { viewId }, body, idempotencyKey: key });
    if (answer.ok || !answer.problem.retry) tried.current = null;
    // Also after a refusal: what is shown is then what the platform holds, and not what it refused.
    await hub.refresh(['savedViews']);
    setBusy(false);
    return answer.ok ? null : answer.problem.message;
  };

  return {
    views: stored.value ?? undefined,
    barred: readOnly
      ? 'The platform is in read-only mode.'
      : connected
        ? null
        : 'Saved views are kept by the platform, which cannot be reached just now. They open all the same.',
    busy,
    save: ({ viewId, screen, name, query: filters, version }) =>
      send('saveView', viewId, { screen, name: name.trim(), query: filters, version }),
    remove: ({ viewId, version }) => send('removeView', viewId, { version }),
  };
}
