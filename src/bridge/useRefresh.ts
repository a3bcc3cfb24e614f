import { useState } from 'react';
import type { ResourceKey } from '../contracts/rpc.ts';
import { problemSentence } from '../domain/problemWords.ts';
import { hub } from './hub.ts';
import { hubNotices } from './pageState.ts';

/**
 * A Refresh button's act: asks the platform for these again now. `busy` until it has answered or failed. A failure is said to
 * whoever pressed, in the words of its problem: rows that are held stay, and a panel that shows them would say nothing (F-11).
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
