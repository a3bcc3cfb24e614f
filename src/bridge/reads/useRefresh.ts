import { useState } from 'react';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { hub } from '../hub/hub.ts';
import { hubNotices } from '../hub/pageState.ts';

/**
 * Action of a Refresh button: asks the platform for these resources now. `busy` until it has answered or failed. A failure raises a
 * notice, because a panel with stored rows would not show it (F-11).
 */
export function useRefresh(keys: readonly ResourceKey[]): { readonly busy: boolean; readonly refresh: () => void } {
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    void hub.refresh(keys).then((outcome) => {
      setBusy(false);
      if (outcome.ok || outcome.problem.code === 'cancelled') return;
      void hubNotices.emit({ kind: 'notice', level: 'warning', title: 'Not refreshed', text: problemSentence(outcome.problem) });
    });
  };
  return { busy, refresh };
}
