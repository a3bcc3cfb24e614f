import type { Agent, Override } from '../../contracts/agent.ts';
import type { Incident } from '../../contracts/incident.ts';
import type { Command } from '../../contracts/outbox.ts';
import type { Drift } from '../../contracts/problem.ts';
import { whoLabels } from '../accounts/who.ts';
import { noVersionLabels } from '../noVersion.ts';

type OnIncident = { readonly incident: Pick<Incident, 'id' | 'acknowledgedBy' | 'acknowledgedById'> };
type OnRequest = { readonly request: Pick<Override, 'overrideId' | 'status'> };
type OnAgent = { readonly agent: Pick<Agent, 'name' | 'mode' | 'enabled'> };

/** One sentence for each reason against a command, by its code: beside a button, and as the message of the platform's refusal. */
const labels = {
  waiting: ({ earlier }: { readonly earlier: Command }) =>
    'overrideId' in earlier ? 'Your decision is waiting to be sent' : 'It is already waiting to be sent',
  noVersion: () => noVersionLabels,
  role: () => 'Your role does not allow this',
  drifted: ({ drifted, count }: { readonly drifted: readonly Drift[]; readonly count: number }) => {
    const [first, ...others] = drifted;
    if (first === undefined || others.length > 0) return `${drifted.length} of ${count} items are not as you saw them`;
    return `${first.id} ${first.reason === 'gone' ? 'is no longer in the queue' : 'has changed since you looked at it'}`;
  },
  already: ({ id, state }: { readonly id: string; readonly state: string }) => `${id} is ${state} already`,
  acknowledged: ({ incident: { id, acknowledgedBy: by, acknowledgedById: byId } }: OnIncident) =>
    `${id} was acknowledged by ${by === undefined ? 'somebody else' : whoLabels(by, byId)} already`,
  stillHolds: ({ incident, holds }: OnIncident & { readonly holds: readonly string[] }) =>
    `${incident.id} still holds (${holds.join('; ')}). Give a reason for resolving it anyway`,
  predicted: () => 'This is what the agent predicted already',
  requested: ({ request }: OnRequest) => `${request.overrideId} for this prediction is ${request.status} already`,
  notRequester: () => 'Only the requester may change it',
  rejected: ({ request }: OnRequest) => `${request.overrideId} was rejected: make a new request`,
  requesterUnknown: () => 'The platform does not report who requested it, and nobody may decide their own request',
  ownRequest: () => 'Another person must decide your request',
  changed: ({ request }: OnRequest) => `${request.overrideId} has changed since you looked at it`,
  noNote: () => 'Give a reason for rejecting: the requester will read it',
  unchanged: ({ agent: { name, mode, enabled } }: OnAgent) => `${name} is ${mode} and ${enabled ? 'enabled' : 'disabled'} already`,
  changedByOther: ({ agent }: OnAgent) => `${agent.name} was changed since you looked at it`,
};

export type ObstacleCode = keyof typeof labels;
type FactsOf<Code extends ObstacleCode> = Parameters<(typeof labels)[Code]> extends readonly [infer Facts] ? Facts : unknown;
/** Why a command is not possible now: a code with the facts that its label names. */
export type Obstacle = { [Code in ObstacleCode]: { readonly code: Code } & FactsOf<Code> }[ObstacleCode];

/** Why a command is not possible, in one sentence without its full stop. */
export function obstacleLabels(obstacle: Obstacle): string {
  // The label of this code; TypeScript cannot relate the two lookups.
  const label = labels[obstacle.code] as (facts: Obstacle) => string;
  return label(obstacle);
}
