import { useFreshness, useSyncStatus } from '../../bridge/useFreshness.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { panelStateOf } from '../../domain/panelState.ts';
import { readSchools } from '../../store/read.ts';
import { schoolViews, totalsOf } from './model.ts';

/** The schools as this device holds them, with the programme's totals summed from them. */
export function useSchools() {
  useWanted(['schools']);
  const stored = useStored(() => readSchools(), []);
  const sync = useSyncStatus('schools');
  const rows = stored.value?.rows ?? [];
  return {
    state: panelStateOf({ stored: stored.state, held: rows.length, everFetched: sync.everFetched, failed: sync.failure !== null }),
    problem: stored.problem ?? sync.failure,
    views: schoolViews(rows),
    totals: totalsOf(rows),
    freshness: useFreshness('schools'),
  };
}
