import type { ColumnType, Generated } from 'kysely';
import type { VerificationStatus } from '../../../src/contracts/verification.ts';
import type { MaybeMoment, Moment } from './identity.ts';

/** A line of an incident's timeline; `by_name` is empty for the platform's own acts. */
interface IncidentEntryRow {
  tenant_id: string;
  incident_id: string;
  /** From 1 up within the incident. */
  place: number;
  at: Moment;
  /** When it was decided on the device; null where nobody told. */
  decided_at: MaybeMoment;
  kind: 'opened' | 'acknowledged' | 'note' | 'resolved';
  by_name: string;
  /** The account's id; null for the platform's own acts, and in rows from before it was recorded. */
  by_id: ColumnType<string | null, string | null | undefined, never>;
  text: string;
  /** Of a resolution: what still held when it was resolved all the same, and why it was; null where nothing did. */
  still_held: ColumnType<string[] | null, string | null | undefined, never>;
  despite: Generated<string | null>;
  /** What this line raised the severity to; null for every other line. */
  severity: ColumnType<'sev1' | 'sev2' | 'sev3' | null, 'sev1' | 'sev2' | 'sev3' | null | undefined, never>;
}

/** Why a link of the verification chain came about, where a person's decision did it: the request, who, and what was said for it. Append-only. */
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

/** What an agent predicted, and what people decided of it once they have. */
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

/** A request to put a person's judgement in place of a prediction; the database too holds that nobody decides their own. */
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

/** A line of the trail of agents and overrides. */
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

export interface GovernanceTables {
  incident_entries: IncidentEntryRow;
  verification_causes: VerificationCauseRow;
  ai_predictions: AiPredictionRow;
  ai_overrides: AiOverrideRow;
  ai_acts: AiActRow;
}
