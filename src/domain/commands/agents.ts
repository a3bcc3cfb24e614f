import type { Agent, Override, Prediction } from '../../contracts/agent.ts';
import { endpoints } from '../../contracts/endpoints.ts';
import { agentChange, overridesNothing } from '../operations/overrides.ts';
import type { Rows } from './row.ts';

/** `request`: the one for this prediction that is pending or approved, as far as known. */
type PredictionSubject = Pick<Prediction, 'prediction'> & { readonly request?: Pick<Override, 'overrideId' | 'status'> | undefined };
type RequestSubject = Pick<Override, 'overrideId' | 'requestedBy' | 'status' | 'originalPrediction' | 'version'>;
/** `changedVersion`: the version of a person's last change, if known; every decision raises an agent's version too. */
type AgentSubject = Pick<Agent, 'name' | 'mode' | 'enabled'> & { readonly changedVersion?: number };

const onAgents = { screen: 'aiGovernance', touches: ['aiOverrides', 'aiTrail'] } as const;
const onRequest = ({ overrideId }: { readonly overrideId: string }) => [`override:${overrideId}`];
const isOutdated = (asked: number | undefined, current: number | undefined): boolean => current !== undefined && asked !== current;

/** Requests to override an agent's prediction (C-36). */
export const overrideCommands: Rows<'requestOverride', PredictionSubject> & Rows<'changeOverride' | 'decideOverride', RequestSubject> = {
  requestOverride: {
    ...onAgents,
    needs: endpoints.requestOverride.needs,
    request: ({ predictionId, overrideValue, justification }) => ({
      id: 'requestOverride',
      input: { body: { predictionId, overrideValue, justification } },
    }),
    subjects: ({ predictionId }) => [`prediction:${predictionId}`],
    obstacle: ({ overrideValue }, { prediction, request }) => {
      if (overridesNothing(prediction, overrideValue)) return { code: 'predicted' };
      return request === undefined ? null : { code: 'requested', request };
    },
  },
  // Only the requester may change a request. A changed approved request waits for approval again; a rejected one is final.
  changeOverride: {
    ...onAgents,
    needs: endpoints.changeOverride.needs,
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
  },
  // Four-eyes rule: nobody decides their own request.
  decideOverride: {
    ...onAgents,
    // The decision changes the verification it is about, and the figures with it (T-4).
    touches: ['aiOverrides', 'aiAgents', 'aiAgreement', 'aiTrail', 'verifications', 'kpis', 'notifications'],
    needs: endpoints.decideOverride.needs,
    request: ({ overrideId, version, decision, note }) => ({
      id: 'decideOverride',
      input: { params: { overrideId }, body: { version, decision, note } },
    }),
    subjects: onRequest,
    obstacle: ({ version, decision, note }, request, personId) => {
      // The requester is unknown, so it may be this person.
      if (request.requestedBy === undefined) return { code: 'requesterUnknown' };
      if (request.requestedBy === personId) return { code: 'ownRequest' };
      if (request.status !== 'pending') return { code: 'decided', request };
      if (isOutdated(version, request.version)) return { code: 'changed', request };
      // A rejection is read by the requester, who may ask again.
      return decision === 'reject' && note.trim() === '' ? { code: 'noNote' } : null;
    },
  },
};

export const agentCommands: Rows<'changeAgent', AgentSubject> = {
  changeAgent: {
    needs: endpoints.changeAgent.needs,
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
  },
};
