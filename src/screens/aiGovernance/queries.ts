import { usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { readAgents } from '../../store/read.ts';
import { agentViews, enabledWords } from './model.ts';

/** The agents under governance as this device holds them. */
export function useAgents() {
  useWanted(['aiAgents']);
  const stored = useStored(() => readAgents(), []);
  const agents = stored.value?.rows ?? [];
  return {
    ...usePanel('aiAgents', stored, agents.length),
    views: agentViews(agents),
    enabled: enabledWords(agents),
  };
}
