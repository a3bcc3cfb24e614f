import { type AiAct, newestOverrides, type Override, type Prediction } from '../../contracts/agent.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { overrideRule } from '../../domain/exports/rules.ts';

/** Pending requests first, the oldest on top because it has waited longest; then the newest of the others. */
export function listedOverrides(overrides: readonly Override[], status: AddressOf<'aiGovernance'>['status']): readonly Override[] {
  return narrowed(overrideRule, overrides, { status: status === 'all' ? null : status }, nowhere).toSorted(overrideRule.listed);
}

/** What a list with decided requests may lack, as the platform lists only those decided last; null if it lacks nothing. */
export function cutLabels(overrides: readonly Override[], status: AddressOf<'aiGovernance'>['status']): string | null {
  const older = status !== 'pending' && overrides.filter((one) => one.status !== 'pending').length >= newestOverrides;
  return older ? `All pending requests and the newest ${newestOverrides} decided ones are listed` : null;
}

/** Text of an empty list under a status filter. Of the decided requests the platform lists only the newest. */
export function noneListedLabels(
  overrides: readonly Override[],
  status: AddressOf<'aiGovernance'>['status'],
): { readonly title: string; readonly all: string } {
  const cut = cutLabels(overrides, status);
  return cut !== null
    ? { title: `No ${status} request is listed`, all: `${cut}.` }
    : { title: `No ${status} requests`, all: `${overrides.length} in all.` };
}

/**
 * The prediction that a request is being written for, and the choices. Agents and people go on meanwhile: the chosen prediction neither
 * changes nor disappears while the user writes.
 * @param chosen prediction id from the address, or 'new'
 * @param pinned the prediction that the user was writing about so far
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
  requested: { word: 'Requested', look: 'info' },
  changed: { word: 'Changed', look: 'info' },
  approved: { word: 'Approved', look: 'info' },
  rejected: { word: 'Rejected', look: 'idle' },
  mode: { word: 'Mode changed', look: 'warn' },
  enabled: { word: 'Enabled', look: 'warn' },
  disabled: { word: 'Disabled', look: 'warn' },
};

/** Name and look of an act of the trail. */
export function actName(kind: AiAct['kind']): (typeof acts)[AiAct['kind']] {
  return acts[kind];
}

/** The change an act made: 'verified to disputed', or '… stands' for none. */
export function actChange({ before, after }: Pick<AiAct, 'before' | 'after'>): string {
  return before === after ? `${after} stands` : `${before} to ${after}`;
}

/** Whether the subject of a prediction is a verification, by the form of its id; all others are portfolios. */
export function isVerification(subject: string): boolean {
  return /^[A-Z]*VR/.test(subject);
}

/** Who decided: our platform sends `decidedBy`; the documents' fields name only the approver. Null if undecided or not told. */
export function decidedByOf({ status, decidedBy, approvedBy }: Pick<Override, 'status' | 'decidedBy' | 'approvedBy'>): string | null {
  return decidedBy ?? (status === 'approved' ? approvedBy : null);
}

/** Subject of a request; 'Not reported' if the platform does not say. */
export function aboutOf({ subject }: Pick<Override, 'subject'>): string {
  return subject ?? 'Not reported';
}

/** Name of the requester; 'Not reported' if the platform does not say. */
export function askedByOf({ requestedByName }: Pick<Override, 'requestedByName'>): string {
  return requestedByName ?? 'Not reported';
}
