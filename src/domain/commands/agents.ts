import type { Agent, Override, Prediction } from '../../contracts/agent.ts';
import { type CommandOf, commandEndpoints } from '../../contracts/outbox.ts';
import { agentChange, overridesNothing } from '../operations/overrides.ts';
import type { Rows } from './row.ts';

/** `request`: the one for this prediction that is pending or approved, as far as known. */
type PredictionSubject = Pick<Prediction, 'prediction'> & { readonly request?: Pick<Override, 'overrideId' | 'status'> | undefined };
type RequestSubject = Pick<Override, 'overrideId' | 'requestedBy' | 'status' | 'originalPrediction' | 'version'>;
/** `changedVersion`: the version of a person's last change, if known; every decision raises an agent's version too. */
type AgentSubject = Pick<Agent, 'name' | 'mode' | 'enabled'> & { readonly changedVersion?: number };

const onAgents = { screen: 'aiGovernance', touches: ['aiOverrides', 'aiTrail'] } as const;
const onRequest = ({ overrideId }: { readonly overrideId: string }) => [`override:${overrideId}`];
const valueOf = ({ overrideValue, justification }: CommandOf<'requestOverride' | 'changeOverride'>): string =>
  `${overrideValue}: ${justification}`;
const isOutdated = (asked: number | undefined, current: number | undefined): boolean => current !== undefined && asked !== current;

/** Requests to override an agent's prediction (C-36). */
export const overrideCommands: Rows<'requestOverride', PredictionSubject> & Rows<'changeOverride' | 'decideOverride', RequestSubject> = {
  requestOverride: {
    ...onAgents,
    needs: commandEndpoints.requestOverride.needs,
    request: ({ predictionId, overrideValue, justification }) => ({
      id: 'requestOverride',
      input: { body: { predictionId, overrideValue, justification } },
    }),
    subjects: ({ predictionId }) => [`prediction:${predictionId}`],
    obstacle: ({ overrideValue }, { prediction, request }) => {
      if (overridesNothing(prediction, overrideValue)) return { code: 'predicted' };
      return request === undefined ? null : { code: 'requested', request };
    },
    title: ({ about }) => `Request an override of ${about}`,
    detail: valueOf,
    done: () => ({ title: 'Override requested', text: 'Another person approves or rejects it.' }),
  },
  // Only the requester may change a request. A changed approved request waits for approval again; a rejected one is final.
  changeOverride: {
    ...onAgents,
    needs: commandEndpoints.changeOverride.needs,
    request: ({ overrideId, version, overrideValue, justification }) => ({
      id: 'changeOverride',
      input: { params: { overrideId }, body: { version, overrideValue, justification } },
    }),
    subjects: onRequest,
    obstacle: ({ version, overrideValue }, request, personId) => {
      if (request.requestedBy !== personId) return { code: 'notRequester' };
      if (request.status === 'rejected') return { code: 'rejected', request };
      if (isOutdated(version, request.version)) return { code: 'changed', request };
      return overridesNothing(request.originalPrediction, overrideValue) ? { code: 'predicted' } : null;
    },
    title: ({ overrideId }) => `Change ${overrideId}`,
    detail: valueOf,
    done: ({ overrideId }) => ({ title: `${overrideId} changed`, text: 'The person who decides is shown the change.' }),
  },
  // Four-eyes rule: nobody decides their own request.
  decideOverride: {
    ...onAgents,
    // The decision changes the verification it is about, and the figures with it (T-4).
    touches: ['aiOverrides', 'aiAgents', 'aiAgreement', 'aiTrail', 'verifications', 'kpis', 'notifications'],
    needs: commandEndpoints.decideOverride.needs,
    request: ({ overrideId, version, decision, note }) => ({
      id: 'decideOverride',
      input: { params: { overrideId }, body: { version, decision, note } },
    }),
    subjects: onRequest,
    obstacle: ({ version, decision, note }, request, personId) => {
      // The requester is unknown, so it may be this person.
      if (request.requestedBy === undefined) return { code: 'requesterUnknown' };
      if (request.requestedBy === personId) return { code: 'ownRequest' };
      if (request.status !== 'pending') return { code: 'already', id: request.overrideId, state: request.status };
      if (isOutdated(version, request.version)) return { code: 'changed', request };
      // A rejection is read by the requester, who may ask again.
      return decision === 'reject' && note.trim() === '' ? { code: 'noNote' } : null;
    },
    title: ({ overrideId, decision }) => `${decision === 'approve' ? 'Approve' : 'Reject'} ${overrideId}`,
    detail: ({ note }) => (note === '' ? null : note),
    done: ({ overrideId, decision }) =>
      decision === 'approve'
        ? { title: `${overrideId} approved`, text: 'You approved it, and its history says so.' }
        : { title: `${overrideId} rejected`, text: 'You rejected it, and its history says so.' },
  },
};

export const agentCommands: Rows<'changeAgent', AgentSubject> = {
  changeAgent: {
    needs: commandEndpoints.changeAgent.needs,
    screen: 'aiGovernance',
    touches: ['aiAgents', 'aiTrail'],
    request: ({ agentId, version, mode, enabled, reason }) => ({
      id: 'changeAgent',
      input: { params: { agentId }, body: { version, mode, enabled, reason } },
    }),
    subjects: ({ agentId }) => [`agent:${agentId}`],
    obstacle: (asked, agent) => {
      const { before, after } = agentChange(agent, asked);
      if (before === after) return { code: 'unchanged', agent };
      const { changedVersion = 0 } = agent;
      return asked.version !== undefined && asked.version < changedVersion ? { code: 'changedByOther', agent } : null;
    },
    title: ({ agentName, mode, enabled }) => `Set ${agentName} to ${mode}${enabled ? '' : ', disabled'}`,
    detail: ({ reason }) => reason,
    done: ({ agentName, mode, enabled }) => ({
      title: `${agentName} set to ${mode}${enabled ? '' : ', disabled'}`,
      text: 'It is in the audit trail.',
    }),
  },
};
