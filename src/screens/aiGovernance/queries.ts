import { useFreshness, useSyncStatus } from '../../bridge/useFreshness.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { panelStateOf } from '../../domain/panelState.ts';
import { readAgents } from '../../store/read.ts';
import { agentViews, enabledWords } from './model.ts';

/** The agents under governance as this device holds them. */
export function useAgents() {
  useWanted(['aiAgents']);
  const stored = useStored(() => readAgents(), []);
  const sync = useSyncStatus('aiAgents');
  const agents = stored.value?.rows ?? [];
  return {
    state: panelStateOf({ stored: stored.state, held: agents.length, everFetched: sync.everFetched, failed: sync.failure !== null }),
    problem: stored.problem ?? sync.failure,
    views: agentViews(agents),
    enabled: enabledWords(agents),
    freshness: useFreshness('aiAgents'),
  };
}
