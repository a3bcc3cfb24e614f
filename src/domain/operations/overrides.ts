import type { Permission } from '../../contracts/access.ts';
import type { Agent, Override } from '../../contracts/agent.ts';

/**
 * Who may do what with a request to override an agent (C-36); used by the buttons and the platform. Each function returns the reason
 * against it in one sentence, or null.
 */
export interface Judge {
  readonly id: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** Four-eyes rule: nobody decides their own request. */
export function decidingDisabledReason(request: Pick<Override, 'overrideId' | 'requestedBy' | 'status'>, person: Judge): string | null {
  if (!person.permissions.has('action:decide_override')) return 'Your role does not allow this';
  // The requester is unknown, so it may be this person.
  if (request.requestedBy === undefined) return 'The platform does not report who requested it, and nobody may decide their own request';
  if (request.requestedBy === person.id) return 'Another person must decide your request';
  if (request.status !== 'pending') return `${request.overrideId} is ${request.status} already`;
  return null;
}

/** Why a decision needs a note, or null: an approval needs none, a rejection is read by the requester, who may ask again. */
export function missingNoteLabels(decision: 'approve' | 'reject', note: string): string | null {
  return decision === 'reject' && note.trim() === '' ? 'Give a reason for rejecting: the requester will read it' : null;
}

/** Only the requester may change a request. A changed approved request waits for approval again; a rejected one is final. */
export function changingDisabledReason(request: Pick<Override, 'overrideId' | 'requestedBy' | 'status'>, person: Judge): string | null {
  if (!person.permissions.has('action:request_override')) return 'Your role does not allow this';
  if (request.requestedBy !== person.id) return 'Only the requester may change it';
  if (request.status === 'rejected') return `${request.overrideId} was rejected: make a new request`;
  return null;
}

/** True if the override equals the agent's prediction. Ignores case and outer spaces. */
export function overridesNothing(prediction: string, value: string): boolean {
  return prediction.trim().toLowerCase() === value.trim().toLowerCase();
}

/** A user's text as a sentence: trimmed, with a full stop if it has no closing punctuation. */
export function sentence(text: string): string {
  const said = text.trim();
  return said === '' || /[.!?…]$/.test(said) ? said : `${said}.`;
}

/** The change of an agent in the terms of the trail; null if nothing changes. */
export function agentChange(
  agent: Pick<Agent, 'mode' | 'enabled'>,
  to: Pick<Agent, 'mode' | 'enabled'>,
): { readonly kind: 'mode' | 'enabled' | 'disabled'; readonly before: string; readonly after: string } | null {
  const words = ({ mode, enabled }: Pick<Agent, 'mode' | 'enabled'>): string => `${mode}${enabled ? '' : ', disabled'}`;
  if (agent.mode === to.mode && agent.enabled === to.enabled) return null;
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
