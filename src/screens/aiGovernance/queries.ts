import { useBarred } from '../../bridge/useMay.ts';
import { answerRead, listRead, usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { readAgents, readAgreement, readAiTrail, readOverrides } from '../../store/read.ts';
import { agentViews, enabledWords } from './model.ts';

/** The agents under governance as this device holds them, with how often people agreed with each. */
export function useAgents() {
  useWanted(['aiAgents', 'aiAgreement']);
  const stored = useStored(() => readAgents(), []);
  const agreement = useStored(() => readAgreement(), []);
  const { value, ...frame } = usePanel('aiAgents', stored, listRead);
  const agreementPanel = usePanel('aiAgreement', agreement, (shares) => answerRead(shares?.agents.length ?? 0));
  const agents = value?.rows ?? [];
  return {
    ...frame,
    agents,
    views: agentViews(agents, agreementPanel.value?.agents ?? []),
    enabled: enabledWords(agents),
    agreementPanel,
  };
}

/** Requests to override, and the predictions that could be. */
export function useOverrides() {
  useWanted(['aiOverrides']);
  const stored = useStored(() => readOverrides(), []);
  const { value, ...frame } = usePanel('aiOverrides', stored, (queue) => answerRead(queue?.overrides.length ?? 0));
  return { ...frame, overrides: value?.overrides ?? [], predictions: value?.predictions ?? [] };
}

/** The trail, for those who may read it (D-6). */
export function useTrail() {
  const barred = useBarred('view:ai_audit');
  useWanted(barred === null ? ['aiTrail'] : []);
  const stored = useStored(() => readAiTrail(), []);
  const { value: trail, ...frame } = usePanel('aiTrail', stored, (acts) => answerRead(acts?.acts.length ?? 0));
  return { ...frame, barred, trail };
}
