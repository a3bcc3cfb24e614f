import { type AiAct, newestOverrides, type Override, type Prediction } from '../../contracts/agent.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { overrideRule } from '../../domain/exports/rules.ts';

/** Which requests are listed and what is open; kept in the address so that it can be linked. */
export interface GovernanceAddress {
  readonly status: Override['status'] | 'all';
  /** Order of the requests as `sortWord` writes it; null as they open. */
  readonly sort: string | null;
  /** The request whose details are open. */
  readonly override: string | null;
  /** The prediction that an override is being asked for; 'new' before one is chosen. */
  readonly ask: string | null;
  /** The agent whose mode is being changed. */
  readonly agent: string | null;
}

/** Reads the address; what it does not know it leaves out. */
export function addressFrom(params: URLSearchParams): GovernanceAddress {
  const status = params.get('status');
  return {
    status: status === 'pending' || status === 'approved' || status === 'rejected' ? status : 'all',
    sort: params.get('sort'),
    override: params.get('override'),
    ask: params.get('ask'),
    agent: params.get('agent'),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ status, sort, override, ask, agent }: GovernanceAddress): string {
  const params = new URLSearchParams();
  if (status !== 'all') params.set('status', status);
  if (sort !== null) params.set('sort', sort);
  if (override !== null) params.set('override', override);
  if (ask !== null) params.set('ask', ask);
  if (agent !== null) params.set('agent', agent);
  return params.toString();
}

/** What waits first, the oldest of it on top, since it has waited longest; then the newest of the others. */
export function listedOverrides(overrides: readonly Override[], status: GovernanceAddress['status']): readonly Override[] {
  return narrowed(overrideRule, overrides, { status: status === 'all' ? null : status }, nowhere).toSorted(overrideRule.listed);
}

/** What is said of the whole list where nothing in it has the state that is asked for: of those decided the platform lists the newest alone. */
export function noneListedWords(
  overrides: readonly Override[],
  status: GovernanceAddress['status'],
): { readonly title: string; readonly all: string } {
  const older = status !== 'pending' && overrides.filter((one) => one.status !== 'pending').length >= newestOverrides;
  return older
    ? { title: `No ${status} request is listed`, all: `All that wait and the newest ${newestOverrides} that were decided are listed.` }
    : { title: `No ${status} requests`, all: `${overrides.length} in all.` };
}

/**
 * The prediction that a request is being written about, and those it may be changed for. The agents go on predicting and people go on deciding
 * meanwhile: what is being written about neither changes nor leaves under the hand.
 * @param chosen the prediction that the address names, or 'new' for the newest
 * @param pinned what was being written about so far
 */
export function choiceOf(
  chosen: string,
  pinned: Prediction | null,
  predictions: readonly Prediction[],
): { readonly prediction: Prediction | undefined; readonly choices: readonly Prediction[] } {
  const prediction =
    chosen === 'new'
      ? (pinned ?? predictions[0])
      : (predictions.find(({ predictionId }) => predictionId === chosen) ?? (pinned?.predictionId === chosen ? pinned : undefined));
  const isListed = prediction === undefined || predictions.some(({ predictionId }) => predictionId === prediction.predictionId);
  return { prediction, choices: isListed ? predictions : [prediction, ...predictions] };
}

const acts: Readonly<Record<AiAct['kind'], { readonly word: string; readonly look: 'info' | 'warn' | 'idle' }>> = {
  requested: { word: 'Asked for', look: 'info' },
  changed: { word: 'Changed', look: 'info' },
  approved: { word: 'Approved', look: 'info' },
  rejected: { word: 'Rejected', look: 'idle' },
  mode: { word: 'Mode changed', look: 'warn' },
  enabled: { word: 'Enabled', look: 'warn' },
  disabled: { word: 'Disabled', look: 'warn' },
};

/** How an act of the trail is named and drawn. */
export function actName(kind: AiAct['kind']): (typeof acts)[AiAct['kind']] {
  return acts[kind];
}

/** What an act changed: 'verified to disputed', or what stayed. */
export function actChange({ before, after }: Pick<AiAct, 'before' | 'after'>): string {
  return before === after ? `${after} stands` : `${before} to ${after}`;
}

/** Whether what a prediction is about is a verification, by its id; the others are portfolios. */
export function isVerification(subject: string): boolean {
  return /^[A-Z]*VR/.test(subject);
}

/** Who decided it: named apart by our platform, and by the documents' where it was approved. Null where nobody has, or it is not told. */
export function decidedByOf({ status, decidedBy, approvedBy }: Pick<Override, 'status' | 'decidedBy' | 'approvedBy'>): string | null {
  return decidedBy ?? (status === 'approved' ? approvedBy : null);
}

/** What a request is about; said where the platform does not tell. */
export function aboutOf({ subject }: Pick<Override, 'subject'>): string {
  return subject ?? 'Not told';
}

/** Who asked for it; said where the platform does not tell. */
export function askedByOf({ requestedByName }: Pick<Override, 'requestedByName'>): string {
  return requestedByName ?? 'Not told';
}
