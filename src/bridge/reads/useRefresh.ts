import { useState } from 'react';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { actsFor, hub } from '../hub/hub.ts';
import { hubNotices } from '../hub/pageState.ts';

/**
 * Action of a Refresh button: asks the platform for these resources now. `busy` until it has answered or failed. A failure raises a
 * notice, because a panel with stored rows would not show it (F-11); not for whoever is here once the person who pressed has left.
 */
export function useRefresh(keys: readonly ResourceKey[]): { readonly busy: boolean; readonly refresh: () => void } {
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    const asking = actsFor();
    void hub.refresh(keys).then((outcome) => {
      setBusy(false);
      const here = actsFor();
      if (here?.userId !== asking?.userId || here?.tenantId !== asking?.tenantId) return;
      if (outcome.ok || outcome.problem.code === 'cancelled') return;
      void hubNotices.emit({ kind: 'notice', level: 'warning', title: 'Not refreshed', text: problemSentence(outcome.problem) });
    });
  };
  return { busy, refresh };
}
