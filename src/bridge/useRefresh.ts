import { useState } from 'react';
import type { ResourceKey } from '../contracts/rpc.ts';
import { hub } from './hub.ts';

/** A Refresh button's act: asks the platform for these again now. `busy` until it has answered or failed; the panels say which. */
export function useRefresh(keys: readonly ResourceKey[]): { readonly busy: boolean; readonly refresh: () => void } {
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    void hub.refresh(keys).finally(() => setBusy(false));
  };
  return { busy, refresh };
}
