import { useFreshness, useSyncStatus } from '../../bridge/useFreshness.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { panelStateOf } from '../../domain/panelState.ts';
import { readPayments } from '../../store/read.ts';

/** The payments as this device holds them. */
export function usePayments() {
  useWanted(['rbfPayments']);
  const stored = useStored(() => readPayments(), []);
  const sync = useSyncStatus('rbfPayments');
  const payments = stored.value?.rows ?? [];
  return {
    payments,
    corrupt: stored.value?.corrupt ?? 0,
    state: panelStateOf({ stored: stored.state, held: payments.length, everFetched: sync.everFetched, failed: sync.failure !== null }),
    problem: stored.problem ?? sync.failure,
    freshness: useFreshness('rbfPayments'),
  };
}
