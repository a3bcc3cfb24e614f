import type { ColumnType, Generated } from 'kysely';
import type { VerificationStatus } from '../../../src/contracts/verification.ts';
import type { MaybeMoment, Moment } from './identity.ts';

/** An entry of an incident's timeline; `by_name` is empty for the platform's own acts. */
interface IncidentEntryRow {
  tenant_id: string;
  incident_id: string;
  /** 1, 2, 3 … within the incident. */
  place: number;
  at: Moment;
  /** When it was decided on the device; null if not reported. */
  decided_at: MaybeMoment;
  kind: 'opened' | 'acknowledged' | 'note' | 'resolved';
  by_name: string;
  /** The account's id; null for the platform's own acts, and in rows from before it was recorded. */
  by_id: ColumnType<string | null, string | null | undefined, never>;
  text: string;
  /** For a resolution in spite of open trouble: what still held, and the reason given; null otherwise. */
  still_held: ColumnType<string[] | null, string | null | undefined, never>;
  despite: Generated<string | null>;
  /** The severity that this entry raised the incident to; null for all other entries. */
  severity: ColumnType<'sev1' | 'sev2' | 'sev3' | null, 'sev1' | 'sev2' | 'sev3' | null | undefined, never>;
}

/** The human decision that caused a link of the verification chain: the request, the person and the reason. Append-only. */
interface VerificationCauseRow {
  tenant_id: string;
  chain_index: number;
  vrf_id: string;
  override_id: string;
  kind: 'approved' | 'voided';
  before: VerificationStatus;
  after: VerificationStatus;
  by_id: string;
  by_name: string;
  reason: string;
  at: Moment;
}

/** A prediction of an agent, and the human decision on it once there is one. */
interface AiPredictionRow {
  tenant_id: string;
  prediction_id: string;
  agent_id: string;
  subject: string;
  prediction: string;
  confidence: number;
  predicted_at: Moment;
  human_decision: string | null;
  decided_at: MaybeMoment;
}

/** A request to replace a prediction with a person's judgement; the database also ensures that requesters cannot decide their own. */
interface AiOverrideRow {
  tenant_id: string;
  override_id: string;
  prediction_id: string;
  agent_id: string;
  override_value: string;
  justification: string;
  status: 'pending' | 'approved' | 'rejected';
  requested_by: string;
  requested_by_name: string;
  created_at: Moment;
  changed_at: MaybeMoment;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: MaybeMoment;
  decision_note: string | null;
  version: number;
}

/** An entry in the trail of agents and overrides. */
interface AiActRow {
  tenant_id: string;
  act_id: string;
  at: Moment;
  kind: 'requested' | 'changed' | 'approved' | 'rejected' | 'mode' | 'enabled' | 'disabled';
  agent_id: string;
  agent_name: string;
  override_id: string | null;
  by_name: string;
  /** The account's id; null in rows from before it was recorded. */
  by_id: ColumnType<string | null, string | null | undefined, never>;
  before: string;
  after: string;
  reason: string;
  decided_at: Moment | null;
}

/** What people and agents decided: timelines of incidents, causes of links, predictions and overrides. */
export interface GovernanceTables {
  incident_entries: IncidentEntryRow;
  verification_causes: VerificationCauseRow;
  ai_predictions: AiPredictionRow;
  ai_overrides: AiOverrideRow;
  ai_acts: AiActRow;
}
