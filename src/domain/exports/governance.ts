import type { AiAct, Override } from '../../contracts/agent.ts';
import type { Incident } from '../../contracts/incident.ts';
import { column, type ExportSheet } from './sheet.ts';

export const incidentSheet: ExportSheet<Incident> = {
  columns: [
    column('id', 'Incident', ({ id }) => id),
    column('severity', 'Severity', ({ severity }) => severity),
    column('title', 'Title', ({ title }) => title),
    column('description', 'Description', ({ description }) => description),
    column('affectedServices', 'Affected services', ({ affectedServices }) => affectedServices.join(' ')),
    column('createdAt', 'Opened (UTC)', ({ createdAt }) => createdAt),
    column('acknowledgedAt', 'Acknowledged (UTC)', ({ acknowledgedAt }) => acknowledgedAt),
    column('acknowledgedBy', 'Acknowledged by', ({ acknowledgedBy }) => acknowledgedBy),
    column('acknowledgedById', 'Account of acknowledger', ({ acknowledgedById }) => acknowledgedById),
    column('resolvedAt', 'Resolved (UTC)', ({ resolvedAt }) => resolvedAt),
    column('runbookUrl', 'Runbook', ({ runbookUrl }) => runbookUrl),
  ],
};

/** A service with the incidents that affect it. */
export interface ExportedService {
  readonly name: string;
  /** Null if unknown. */
  readonly state: { readonly word: string } | null;
  readonly active: readonly { readonly id: string }[];
  readonly last: { readonly id: string; readonly resolvedAt: string | null } | null;
}
export const serviceSheet: ExportSheet<ExportedService> = {
  columns: [
    column('service', 'Service', ({ name }) => name),
    column('state', 'State now', ({ state }) => state?.word),
    column('activeIncidents', 'Active incidents', ({ active }) => active.map(({ id }) => id).join(' ')),
    column('lastIncident', 'Last resolved incident', ({ last }) => last?.id),
    column('lastResolvedAt', 'Last resolved (UTC)', ({ last }) => last?.resolvedAt),
  ],
};

export const overrideSheet: ExportSheet<Override> = {
  columns: [
    column('overrideId', 'Request', ({ overrideId }) => overrideId),
    column('predictionId', 'Prediction', ({ predictionId }) => predictionId),
    column('agentName', 'Agent', ({ agentName }) => agentName),
    column('subject', 'Subject', ({ subject }) => subject),
    column('originalPrediction', 'Predicted', ({ originalPrediction }) => originalPrediction),
    column('overrideValue', 'Override', ({ overrideValue }) => overrideValue),
    column('justification', 'Justification', ({ justification }) => justification),
    column('requestedBy', 'Requested by', ({ requestedByName }) => requestedByName),
    column('requestedById', 'Account of requester', ({ requestedBy }) => requestedBy),
    column('createdAt', 'Requested (UTC)', ({ createdAt }) => createdAt),
    column('status', 'Status', ({ status }) => status),
    column('approvedBy', 'Approved by', ({ approvedBy }) => approvedBy),
    column('decidedBy', 'Decided by', ({ decidedBy }) => decidedBy),
    column('decidedById', 'Account of decider', ({ decidedById }) => decidedById),
    column('decidedAt', 'Decided (UTC)', ({ decidedAt }) => decidedAt),
    column('decisionNote', 'Note', ({ decisionNote }) => decisionNote),
  ],
};

export const aiTrailSheet: ExportSheet<AiAct> = {
  columns: [
    column('actId', 'Action', ({ actId }) => actId),
    column('at', 'Received (UTC)', ({ at }) => at),
    column('decidedAt', 'Decided on the device (UTC)', ({ decidedAt }) => decidedAt),
    column('kind', 'Kind', ({ kind }) => kind),
    column('agentName', 'Agent', ({ agentName }) => agentName),
    column('overrideId', 'Request', ({ overrideId }) => overrideId),
    column('before', 'From', ({ before }) => before),
    column('after', 'To', ({ after }) => after),
    column('by', 'By', ({ by }) => by),
    column('byId', 'Account', ({ byId }) => byId),
    column('reason', 'Why', ({ reason }) => reason),
  ],
};

/** A line of the audit record with everything its seal covers, so that the chain can be checked from the file. */
export interface ExportedAuditRecord {
  readonly chainIndex: number;
  readonly at: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: string;
  readonly correlationId: string;
  readonly ip: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly prevHash: string;
  readonly hash: string;
}
export const auditSheet: ExportSheet<ExportedAuditRecord> = {
  columns: [
    column('chainIndex', 'Place', ({ chainIndex }) => chainIndex),
    column('at', 'When (UTC)', ({ at }) => at),
    column('actorId', 'Account', ({ actorId }) => actorId),
    column('actorName', 'Who', ({ actorName }) => actorName),
    column('action', 'Action', ({ action }) => action),
    column('target', 'Target', ({ target }) => target),
    column('outcome', 'Outcome', ({ outcome }) => outcome),
    column('correlationId', 'Correlation ID', ({ correlationId }) => correlationId),
    column('ip', 'From', ({ ip }) => ip),
    column('details', 'Details', ({ details }) => JSON.stringify(details)),
    column('prevHash', 'Previous seal', ({ prevHash }) => prevHash),
    column('hash', 'Seal', ({ hash }) => hash),
  ],
};
