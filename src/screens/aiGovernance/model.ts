import type { Agent, AgreementResponse } from '../../contracts/agent.ts';
import { formatPercent, plural } from '../../domain/format.ts';
import { type AgreementView, agreementView } from './agreement.ts';

/** Name, look and explanation of a mode (C-36, C-60). */
interface ModeName {
  readonly word: string;
  readonly look: 'processing' | 'info' | 'idle';
  readonly meaning: string;
  /** The consequence of a prediction in this mode. */
  readonly follows: string;
}

export const agentModes: Readonly<Record<Agent['mode'], ModeName>> = {
  shadow: { word: 'Shadow', look: 'idle', meaning: 'Predicts only', follows: 'Takes no action' },
  advisory: { word: 'Advisory', look: 'info', meaning: 'Proposes', follows: 'A person decides' },
  active: { word: 'Active', look: 'processing', meaning: 'Decides by itself', follows: 'Its decision counts' },
};

/** One agent as its card shows it; shares are 0 to 1, their texts are in percent. */
export interface AgentView {
  readonly agentId: string;
  readonly name: string;
  readonly modeId: Agent['mode'];
  readonly mode: ModeName;
  readonly enabled: boolean;
  readonly confidence: string;
  readonly confidenceShare: number;
  readonly accuracy: string;
  readonly accuracyShare: number;
  /** Null before the first prediction. */
  readonly lastPrediction: string | null;
  /** Null if no day of it is stored. */
  readonly agreement: AgreementView | null;
}

/** The document's three agents in its order; any others follow by name. */
const order = ['VerifierAgent', 'RiskAgent', 'ComplianceAgent'];
const placeOf = ({ name }: Agent): number => {
  const place = order.indexOf(name);
  return place === -1 ? order.length : place;
};

/** The agents as cards, in the document's order whatever the order of the rows. */
export function agentViews(agents: readonly Agent[], agreement: AgreementResponse['agents'] = []): readonly AgentView[] {
  return [...agents]
    .sort((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name) || a.agentId.localeCompare(b.agentId))
    .map(({ agentId, name, mode, enabled, confidenceScore, predictionAccuracy, decidedPredictions, lastPrediction }) => ({
      agentId,
      name,
      modeId: mode,
      mode: agentModes[mode],
      enabled,
      confidence: formatPercent(confidenceScore * 100, 1),
      confidenceShare: confidenceScore,
      // Without a decision there is no share; 0 % would be wrong.
      accuracy: formatPercent(decidedPredictions === 0 ? Number.NaN : predictionAccuracy * 100, 1),
      accuracyShare: predictionAccuracy,
      lastPrediction: lastPrediction === undefined || lastPrediction.trim() === '' ? null : lastPrediction,
      agreement: agreementView(agreement, agentId),
    }));
}

/** '3 of 3 agents enabled'; null if there are no agents. */
export function enabledLabels(agents: readonly Agent[]): string | null {
  if (agents.length === 0) return null;
  return `${agents.filter(({ enabled }) => enabled).length} of ${plural(agents.length, 'agent')} enabled`;
}
