import { useFreshness, useSyncStatus } from '../../bridge/useFreshness.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { panelStateOf } from '../../domain/panelState.ts';
import { readDeadLetters } from '../../store/read.ts';

/** The dead letters as this device holds them. */
export function useDeadLetters() {
  useWanted(['dlq']);
  const stored = useStored(() => readDeadLetters(), []);
  const sync = useSyncStatus('dlq');
  const letters = stored.value?.rows ?? [];
  return {
    letters,
    state: panelStateOf({ stored: stored.state, held: letters.length, everFetched: sync.everFetched, failed: sync.failure !== null }),
    problem: stored.problem ?? sync.failure,
    freshness: useFreshness('dlq'),
  };
}
