import { useFreshness, useSyncStatus } from '../../bridge/useFreshness.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { panelStateOf } from '../../domain/panelState.ts';
import { readPortfolios } from '../../store/read.ts';

/** The portfolios as this device holds them. */
export function usePortfolios() {
  useWanted(['refinancePortfolios']);
  const stored = useStored(() => readPortfolios(), []);
  const sync = useSyncStatus('refinancePortfolios');
  const portfolios = stored.value?.rows ?? [];
  return {
    portfolios,
    corrupt: stored.value?.corrupt ?? 0,
    state: panelStateOf({ stored: stored.state, held: portfolios.length, everFetched: sync.everFetched, failed: sync.failure !== null }),
    problem: stored.problem ?? sync.failure,
    freshness: useFreshness('refinancePortfolios'),
  };
}
