import type { ColumnType, Generated } from 'kysely';
import type { Activity, Notification, PortfolioState } from '../../../src/contracts/overview.ts';
import type { KpiResponse } from '../../../src/contracts/kpi.ts';
import type { HealthComponent } from '../../../src/contracts/health.ts';
import type { PipelineStage } from '../../../src/contracts/pipeline.ts';
import type { Topic } from '../../../src/contracts/realtime/event.ts';
import type { VerificationStatus } from '../../../src/contracts/verification.ts';
import type { Json, MaybeMoment, Moment } from './identity.ts';

/**
 * Rows of operational data; the tenant is first in every key. `version` counts a row's changes (D-13); `seq` is the event of its newest
 * change (0: seeded), so a read can answer 'what changed since'. Times are business time.
 */

interface Versioned {
  tenant_id: string;
  version: number;
}

/**
 * Head of a tenant's event log; locking this row serialises the numbering of changes (D-14). `topics` holds the newest seq per topic,
 * `pruned` the newest one deleted. `epoch` identifies this log: under another epoch the numbers mean something else.
 */
interface EventHeadRow {
  tenant_id: string;
  epoch: string;
  seq: number;
  topics: Json<Partial<Record<Topic, number>>>;
  pruned: Json<Partial<Record<Topic, number>>>;
  /** Time of the newest event; null before the first. */
  newest_at: Moment | null;
  /** Time of the simulation's newest event; null if there is none. */
  simulated_at: Moment | null;
}

/** `frame` is the event as sent, JSON text, written once. `logged_at` is real time and drives retention. */
interface EventRow {
  tenant_id: string;
  seq: number;
  prev: number;
  topic: Topic;
  type: string;
  resource_id: string;
  version: number;
  ts: Moment;
  correlation_id: string;
  frame: string;
  logged_at: Moment;
}

interface CounterRow {
  tenant_id: string;
  name: string;
  value: number;
}

interface SiteRow extends Versioned {
  site_code: string;
  name: string;
  county: string;
  kind: string;
  served: number;
  covenant_hash: string;
  /** The portfolio that holds this site's receivables. */
  portfolio_id: string;
  /** Tonnes CO2e in the period of one record before the site was refitted; null if not measured. */
  baseline_tonnes: number | null;
}

interface CovenantRow extends Versioned {
  covenant_hash: string;
  title: string;
  covenant_version: number;
  agreed_at: Moment;
  terms: Json<Record<string, unknown>>;
}

interface VerificationRow extends Versioned {
  vrf_id: string;
  ordinal: number;
  site_code: string;
  status: VerificationStatus;
  sealed_at: Moment;
  received_at: Moment;
  chain_index: number;
  seal: string;
  prev_hash: string;
  covenant_hash: string;
  evidence_hash: string;
  evidence_pack_id: string | null;
  uptime: number;
  fuel_savings: number;
  emission_reduction: number;
  confidence_score: number;
  automated: boolean;
  decision_latency_ms: number | null;
  readings_checked: number;
  readings_received: number;
  rules_checked: number;
  rules_passed: number;
  anomalous: boolean;
  seq: number;
}

/** Append-only. `canonical` is the RFC 8785 form that the seal covers, stored verbatim (D-9). */
interface ChainEntryRow {
  tenant_id: string;
  chain_index: number;
  vrf_id: string;
  canonical: string;
  seal: string;
}

/** The KPI response, computed from the rows in the transaction that changed them. */
interface KpiRow extends Versioned {
  body: Json<Omit<KpiResponse, 'version'>>;
}

/** KPIs at the close of a day; the last period is read from here. */
interface KpiSnapshotRow {
  tenant_id: string;
  period_end: Moment;
  verified: number;
  total: number;
  automated: number;
  p50_ms: number;
  p95_ms: number;
}

interface FxSnapshotRow {
  tenant_id: string;
  fx_snapshot_id: string;
  taken_at: Moment;
  /** Units of the tenant's currency per unit of each currency. */
  rates: Json<Record<string, number>>;
}

interface HealthComponentRow extends Versioned {
  name: HealthComponent['name'];
  position: number;
  status: HealthComponent['status'];
  uptime: number;
  p50_ms: number;
  p95_ms: number;
  last_backup: MaybeMoment;
  pitr_window_h: number | null;
  /** When it was measured. */
  changed_at: Moment;
  /** Invented by the simulated day, not measured. */
  simulated: Generated<boolean>;
}

interface PipelineStageRow extends Versioned {
  name: PipelineStage['name'];
  position: number;
  status: PipelineStage['status'];
  queue_depth: number;
  processing_rate: number;
  error_count: number;
  last_processed_at: Moment;
  slo_minutes: number;
  lag_minutes: number;
  last_correlation_id: string | null;
  /** False while the stage does not report: its series then has a gap. */
  reporting: boolean;
  /** Since when its lag has exceeded the limit without a break; null while within it, and until the stage's first report. */
  breach_since: MaybeMoment;
}

interface DeadLetterRow extends Versioned {
  item_id: string;
  stage: PipelineStage['name'];
  error_code: string;
  error_message: string;
  retry_count: number;
  correlation_id: string;
  failed_at: Moment;
  payload: Json<Record<string, unknown>>;
  /** Null while it waits in the queue; set while its stage processes it again after a promotion (D-24). */
  promoted_at: MaybeMoment;
  /** Of the last promotion, kept if the item fails again: when it was received, who decided it, and when on the device. */
  last_promoted_at: MaybeMoment;
  last_promoted_by: string | null;
  /** The account's id; null in rows from before it was recorded. */
  last_promoted_by_id: ColumnType<string | null, string | null | undefined, string | null>;
  last_promotion_decided_at: MaybeMoment;
}

interface ActivityRow extends Versioned {
  activity_id: string;
  text: string;
  at: Moment;
  link: string;
  status: Activity['status'];
}

interface NotificationRow extends Versioned {
  notification_id: string;
  level: Notification['level'];
  title: string;
  body: string;
  at: Moment;
  link: string | null;
  /** What it warns of (`incident:INC-0042`): the notification is removed when that is over. Null if nothing ends it. */
  about: Generated<string | null>;
}

/** Money is whole minor units of `currency` (D-64), here and in payments and milestones. */
interface PortfolioRow extends Versioned {
  portfolio_id: string;
  state: PortfolioState;
  receivables_value: number;
  currency: string;
  covenant_hash: string;
  frozen_at: MaybeMoment;
  packaged_at: MaybeMoment;
  sold_at: MaybeMoment;
  /** Exchange rates of the day of the sale; null before it, and if no rates were stored. */
  fx_snapshot_id: Generated<string | null>;
  dgn_package_id: string | null;
  available_funding: number;
  recycled_capital: number;
  pending_packaging: number;
  changed_at: Moment;
  jws_signature: string;
  signer_kid: string;
}

interface RbfMilestoneRow extends Versioned {
  milestone_id: string;
  description: string;
  metric: 'uptime' | 'fuelSavings' | 'emissionReduction';
  threshold: number;
  /** Percent where the type is `percentage`. */
  payment_amount: number;
  payment_type: 'fixed' | 'percentage';
  currency: string;
}

interface RbfPaymentRow extends Versioned {
  payment_id: string;
  vrf_id: string;
  milestone_id: string;
  site_code: string;
  actual_performance: number;
  amount: number;
  currency: string;
  status: 'pending' | 'paid' | 'failed';
  due_at: Moment;
  paid_at: MaybeMoment;
  transaction_id: string | null;
  /** Exchange rates of the day of the payment; null before it, and if no rates were stored. */
  fx_snapshot_id: Generated<string | null>;
  covenant_hash: string;
  jws_signature: string;
}

/** A school of the programme. Its performance and earnings are derived from its site's records and payments. */
interface SchoolRow extends Versioned {
  school_id: string;
  site_code: string;
  school_name: string;
  location: string;
  /** When it joined the programme, or its name or place changed. */
  updated_at: Moment;
}

/** The figures of a school that are measured one by one, so that each has its own time and origin. */
export type SchoolFigure = 'cooking_time' | 'steam_flow' | 'fuel_consumption' | 'sensor_health' | 'energy_charges' | 'cost_savings';

/**
 * The newest reading of a figure measured at a school: `value` is hours a day, kg an hour, kg a day, or money; `word` is for the sensors.
 * `simulated`: no such meter exists, the demo invented it.
 */
interface SchoolReadingRow {
  tenant_id: string;
  school_id: string;
  figure: SchoolFigure;
  value: number | null;
  word: string | null;
  at: Moment;
  source: 'meter' | 'sensor' | 'bill';
  simulated: boolean;
}

interface IncidentRow extends Versioned {
  incident_id: string;
  severity: 'sev1' | 'sev2' | 'sev3';
  title: string;
  description: string;
  /** A URL, or a path of the console. */
  runbook_url: string | null;
  created_at: Moment;
  acknowledged_at: MaybeMoment;
  acknowledged_by: string | null;
  /** The account's id; null in rows from before it was recorded. */
  acknowledged_by_id: ColumnType<string | null, string | null | undefined, string | null>;
  resolved_at: MaybeMoment;
  affected_services: Json<string[]>;
  /** The trouble that made the platform open it, from the table of severities; null if the platform did not open it. */
  cause: ColumnType<string | null, string | null | undefined, string | null>;
}

interface AiAgentRow extends Versioned {
  agent_id: string;
  name: string;
  mode: 'shadow' | 'advisory' | 'active';
  confidence_score: number;
  prediction_accuracy: number;
  enabled: boolean;
  last_prediction: string | null;
  /** Version at which a person last changed its mode. */
  governed_version: Generated<number>;
}

/** A section of a metric's history: `points[i]` was measured at `starts_at + i × step_s`; null where nothing was measured (D-35). */
interface SeriesChunkRow {
  tenant_id: string;
  metric: string;
  starts_at: Moment;
  step_s: number;
  points: Json<(number | null)[]>;
}

/** Tables of the operations side, for `Database` in server/db/schema.ts. */
export interface OperationsTables {
  event_heads: EventHeadRow;
  events: EventRow;
  id_counters: CounterRow;
  sites: SiteRow;
  covenants: CovenantRow;
  verifications: VerificationRow;
  chain_entries: ChainEntryRow;
  kpis: KpiRow;
  kpi_snapshots: KpiSnapshotRow;
  fx_snapshots: FxSnapshotRow;
  health_components: HealthComponentRow;
  pipeline_stages: PipelineStageRow;
  dead_letters: DeadLetterRow;
  activities: ActivityRow;
  notifications: NotificationRow;
  portfolios: PortfolioRow;
  rbf_milestones: RbfMilestoneRow;
  rbf_payments: RbfPaymentRow;
  schools: SchoolRow;
  school_readings: SchoolReadingRow;
  incidents: IncidentRow;
  ai_agents: AiAgentRow;
  series_chunks: SeriesChunkRow;
}
