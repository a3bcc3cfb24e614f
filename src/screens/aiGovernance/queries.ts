import { useBarred } from '../../bridge/useMay.ts';
import { usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { readAgents, readAgreement, readAiTrail, readOverrides } from '../../store/read.ts';
import { agentViews, enabledWords } from './model.ts';

/** The agents under governance as this device holds them, with how often people agreed with each. */
export function useAgents() {
  useWanted(['aiAgents', 'aiAgreement']);
  const stored = useStored(() => readAgents(), []);
  const agreement = useStored(() => readAgreement(), []);
  const agents = stored.value?.rows ?? [];
  return {
    ...usePanel('aiAgents', stored, agents.length),
    agents,
    views: agentViews(agents, agreement.value?.agents ?? []),
    enabled: enabledWords(agents),
    agreementPanel: usePanel('aiAgreement', agreement, agreement.value?.agents.length ?? 0),
  };
}

/** Requests to override, and the predictions that could be. */
export function useOverrides() {
  useWanted(['aiOverrides']);
  const stored = useStored(() => readOverrides(), []);
  return {
    ...usePanel('aiOverrides', stored, stored.value?.overrides.length ?? 0),
    overrides: stored.value?.overrides ?? [],
    predictions: stored.value?.predictions ?? [],
  };
}

/** The trail, for those who may read it (D-6). */
export function useTrail() {
  const barred = useBarred('view:ai_audit');
  useWanted(barred === null ? ['aiTrail'] : []);
  const stored = useStored(() => readAiTrail(), []);
  return { ...usePanel('aiTrail', stored, stored.value?.acts.length ?? 0), barred, trail: stored.value ?? null };
}
