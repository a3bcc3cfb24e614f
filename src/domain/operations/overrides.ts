import type { Agent } from '../../contracts/agent.ts';

/** True if the override equals the agent's prediction. Ignores case and outer spaces. */
export function overridesNothing(prediction: string, value: string): boolean {
  return prediction.trim().toLowerCase() === value.trim().toLowerCase();
}

/** A user's text as a sentence: trimmed, with a full stop if it has no closing punctuation. */
export function sentence(text: string): string {
  const said = text.trim();
  return said === '' || /[.!?…]$/.test(said) ? said : `${said}.`;
}

/** The change of an agent in the terms of the trail; `before` equals `after` if nothing changes. */
export function agentChange(
  agent: Pick<Agent, 'mode' | 'enabled'>,
  to: Pick<Agent, 'mode' | 'enabled'>,
): { readonly kind: 'mode' | 'enabled' | 'disabled'; readonly before: string; readonly after: string } {
  const words = ({ mode, enabled }: Pick<Agent, 'mode' | 'enabled'>): string => `${mode}${enabled ? '' : ', disabled'}`;
  const kind = agent.enabled === to.enabled ? 'mode' : to.enabled ? 'enabled' : 'disabled';
  return { kind, before: words(agent), after: words(to) };
}

/** The possible values of the document's agents; for other agents the user types one. */
const verdicts: Readonly<Record<string, readonly string[]>> = {
  VerifierAgent: ['verified', 'failed', 'disputed'],
  RiskAgent: ['low risk', 'medium risk', 'high risk'],
  ComplianceAgent: ['eligible', 'not eligible'],
};

/** The possible replacements of an agent's prediction; empty if its values are unknown. */
export function alternativesTo(agentName: string, prediction: string): readonly string[] {
  const said = Object.hasOwn(verdicts, agentName) ? verdicts[agentName] : undefined;
  return (said ?? []).filter((verdict) => !overridesNothing(prediction, verdict));
}
