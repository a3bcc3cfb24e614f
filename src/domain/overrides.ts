import type { Permission } from '../contracts/access.ts';
import type { Agent, Override } from '../contracts/agent.ts';

/**
 * Who may do what to a request to override an agent (C-36): asked the same way by the buttons and by the platform. Each answers why not, in one
 * sentence, or null.
 */
export interface Judge {
  readonly id: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** Deciding is somebody else's: four eyes see more than two, and nobody approves their own. */
export function barredFromDeciding(request: Pick<Override, 'overrideId' | 'requestedBy' | 'status'>, person: Judge): string | null {
  if (!person.permissions.has('action:decide_override')) return 'Your role does not allow this';
  // It may be their own.
  if (request.requestedBy === undefined)
    return 'The platform does not tell who asked for it, and nobody decides what they asked for themselves';
  if (request.requestedBy === person.id) return 'Somebody else has to decide what you asked for';
  if (request.status !== 'pending') return `${request.overrideId} is ${request.status} already`;
  return null;
}

/** Why a decision needs more words, or null: an approval speaks for itself, a rejection is read by whoever asked and may ask anew. */
export function missingNoteWords(decision: 'approve' | 'reject', note: string): string | null {
  return decision === 'reject' && note.trim() === '' ? 'Say why it is rejected: whoever asked will read it' : null;
}

/** Changing is the requester's alone. What was approved may be changed too and then waits for its approval anew; what was rejected is over. */
export function barredFromChanging(request: Pick<Override, 'overrideId' | 'requestedBy' | 'status'>, person: Judge): string | null {
  if (!person.permissions.has('action:request_override')) return 'Your role does not allow this';
  if (request.requestedBy !== person.id) return 'Only whoever asked for it may change it';
  if (request.status === 'rejected') return `${request.overrideId} was rejected: ask anew`;
  return null;
}

/** An override that says what the agent said overrides nothing. Case and outer spaces make no difference. */
export function overridesNothing(prediction: string, value: string): boolean {
  return prediction.trim().toLowerCase() === value.trim().toLowerCase();
}

/** What somebody wrote, as a sentence: trimmed, with a full stop where it has no end of its own. */
export function sentence(text: string): string {
  const said = text.trim();
  return said === '' || /[.!?…]$/.test(said) ? said : `${said}.`;
}

/** What a change of an agent changes, in the words of the trail; null where it would change nothing. */
export function agentChange(
  agent: Pick<Agent, 'mode' | 'enabled'>,
  to: Pick<Agent, 'mode' | 'enabled'>,
): { readonly kind: 'mode' | 'enabled' | 'disabled'; readonly before: string; readonly after: string } | null {
  const words = ({ mode, enabled }: Pick<Agent, 'mode' | 'enabled'>): string => `${mode}${enabled ? '' : ', disabled'}`;
  if (agent.mode === to.mode && agent.enabled === to.enabled) return null;
  const kind = agent.enabled === to.enabled ? 'mode' : to.enabled ? 'enabled' : 'disabled';
  return { kind, before: words(agent), after: words(to) };
}

/** What each of the document's agents may say; for any other agent a person writes it. */
const verdicts: Readonly<Record<string, readonly string[]>> = {
  VerifierAgent: ['verified', 'failed', 'disputed'],
  RiskAgent: ['low risk', 'medium risk', 'high risk'],
  ComplianceAgent: ['eligible', 'not eligible'],
};

/** What may stand in place of an agent's prediction; empty where nobody knows its words. */
export function alternativesTo(agentName: string, prediction: string): readonly string[] {
  const said = Object.hasOwn(verdicts, agentName) ? verdicts[agentName] : undefined;
  return (said ?? []).filter((verdict) => !overridesNothing(prediction, verdict));
}
