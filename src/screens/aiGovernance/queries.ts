import { useDisabledReason } from '../../bridge/acts/useMay.ts';
import { answerRead, listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import { readAgents, readAgreement, readAiTrail, readOverrides } from '../../store/readAgents.ts';
import { agentViews, enabledLabels } from './model.ts';

/** The stored agents, with how often people agreed with each. */
export function useAgents() {
  useSubscription(['aiAgents', 'aiAgreement']);
  const stored = useStored(() => readAgents(), []);
  const agreement = useStored(() => readAgreement(), []);
  const { value, ...frame } = usePanel('aiAgents', stored, listRead);
  const agreementPanel = usePanel('aiAgreement', agreement, (shares) => answerRead(shares?.agents.length ?? 0));
  const agents = value?.rows ?? [];
  return {
    ...frame,
    agents,
    views: agentViews(agents, agreementPanel.value?.agents ?? []),
    enabled: enabledLabels(agents),
    agreementPanel,
  };
}

/** Override requests, and the predictions that could be overridden. */
export function useOverrides() {
  useSubscription(['aiOverrides']);
  const stored = useStored(() => readOverrides(), []);
  const { value, ...frame } = usePanel('aiOverrides', stored, (queue) => answerRead(queue?.overrides.length ?? 0));
  return { ...frame, overrides: value?.overrides ?? [], predictions: value?.predictions ?? [] };
}

/** The trail, for those who may read it (D-6); not subscribed otherwise. */
export function useTrail() {
  const disabledReason = useDisabledReason('view:ai_audit');
  useSubscription(disabledReason === null ? ['aiTrail'] : []);
  const stored = useStored(() => readAiTrail(), []);
  const { value: trail, ...frame } = usePanel('aiTrail', stored, (acts) => answerRead(acts?.acts.length ?? 0));
  return { ...frame, disabledReason, trail };
}
