import type { Agent, AgreementResponse } from '../../contracts/agent.ts';
import { formatPercent, plural } from '../../domain/format.ts';
import { type AgreementView, agreementView } from './agreement.ts';

/** How a mode is named, drawn and explained (C-36, C-60). */
interface ModeName {
  readonly word: string;
  readonly look: 'processing' | 'info' | 'idle';
  readonly meaning: string;
  /** What its word leads to. */
  readonly follows: string;
}

export const agentModes: Readonly<Record<Agent['mode'], ModeName>> = {
  shadow: { word: 'Shadow', look: 'idle', meaning: 'Only predicts', follows: 'Nothing follows' },
  advisory: { word: 'Advisory', look: 'info', meaning: 'Proposes', follows: 'A person decides' },
  active: { word: 'Active', look: 'processing', meaning: 'Decides by itself', follows: 'Its decision counts' },
};

/** One agent as its card shows it; shares are 0 to 1, their texts percent. */
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
  /** Null where the agent has predicted nothing yet. */
  readonly lastPrediction: string | null;
  /** Null where nobody has decided anything of it in the window. */
  readonly agreement: AgreementView | null;
}

/** The document's three, in its order; any other agent follows by name. */
const order = ['VerifierAgent', 'RiskAgent', 'ComplianceAgent'];
const placeOf = ({ name }: Agent): number => {
  const place = order.indexOf(name);
  return place === -1 ? order.length : place;
};

/** Cards in the document's order, whatever order the rows are in. */
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
      // A share of no decision is no 0 %.
      accuracy: formatPercent(decidedPredictions === 0 ? Number.NaN : predictionAccuracy * 100, 1),
      accuracyShare: predictionAccuracy,
      lastPrediction: lastPrediction === undefined || lastPrediction.trim() === '' ? null : lastPrediction,
      agreement: agreementView(agreement, agentId),
    }));
}

/** '3 of 3 agents enabled'; null without agents. */
export function enabledWords(agents: readonly Agent[]): string | null {
  if (agents.length === 0) return null;
  return `${agents.filter(({ enabled }) => enabled).length} of ${plural(agents.length, 'agent')} enabled`;
}
