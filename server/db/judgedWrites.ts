import type { ColumnNode, KyselyPlugin, OperationNode, RootOperationNode } from 'kysely';
import { agentSchema, aiActSchema, overrideSchema, predictionSchema } from '../../src/contracts/agent.ts';
import { deadLetterSchema } from '../../src/contracts/deadLetter.ts';
import { evidencePackSchema } from '../../src/contracts/evidence.ts';
import { healthComponentSchema } from '../../src/contracts/health.ts';
import { incidentEntrySchema, incidentSchema } from '../../src/contracts/incident.ts';
import { isInnerLink } from '../../src/contracts/links.ts';
import { isOuterLink } from '../../src/contracts/outerLinks.ts';
import { activitySchema, notificationSchema } from '../../src/contracts/overview.ts';
import { pipelineStageSchema } from '../../src/contracts/pipeline.ts';
import { idSchema, shareSchema } from '../../src/contracts/primitives.ts';
import { quickParse } from '../../src/contracts/quickParse.ts';
import { portfolioSchema } from '../../src/contracts/portfolio.ts';
import { rbfMilestoneSchema, rbfPaymentSchema } from '../../src/contracts/rbf.ts';
import { schoolSchema } from '../../src/contracts/school.ts';
import { verificationSchema } from '../../src/contracts/verification.ts';
import { z } from '../../src/contracts/zod.ts';
import type { Database } from './schema.ts';

/** Per table, the columns that responses contain unchanged, with the response schema's member that validates each. */
type Judged = { readonly [Table in keyof Database]?: Readonly<Partial<Record<keyof Database[Table], z.ZodMiniType>>> };

const innerLink = z.string().check(z.refine<string>(isInnerLink));
/** Responses turn a path of the console into a full URL (`toIncident`), so both forms are valid. */
const runbook = z.nullable(z.string().check(z.refine<string>((text) => isInnerLink(text) || isOuterLink(text))));
const orNull = (schema: z.ZodMiniType) => z.nullable(schema);

/**
 * Columns validated on every write (G-14): commands, intake, seed and simulated day cannot store a row that a response could not contain.
 * Rules enforced by the database itself are in docs/RULES.md; this table covers what SQL conditions would duplicate. Values computed by
 * the database and rows typed at a prompt are not seen here; http/served.ts skips unfit ones on reading.
 */
export const judgedColumns: Judged = {
  activities: { activity_id: idSchema, text: activitySchema.shape.text, link: innerLink, status: activitySchema.shape.status },
  notifications: {
    notification_id: idSchema,
    level: notificationSchema.shape.level,
    title: notificationSchema.shape.title,
    body: notificationSchema.shape.body,
    link: orNull(innerLink),
  },
  incidents: {
    incident_id: incidentSchema.shape.id,
    severity: incidentSchema.shape.severity,
    title: incidentSchema.shape.title,
    description: incidentSchema.shape.description,
    runbook_url: runbook,
  },
  incident_entries: {
    kind: incidentEntrySchema.shape.kind,
    text: incidentEntrySchema.shape.text,
    by_id: orNull(idSchema),
    despite: orNull(incidentSchema.shape.description),
  },
  health_components: {
    name: healthComponentSchema.shape.name,
    status: healthComponentSchema.shape.status,
    uptime: healthComponentSchema.shape.uptime,
    p50_ms: healthComponentSchema.shape.latency.shape.p50,
    p95_ms: healthComponentSchema.shape.latency.shape.p95,
  },
  pipeline_stages: {
    name: pipelineStageSchema.shape.name,
    status: pipelineStageSchema.shape.status,
    queue_depth: pipelineStageSchema.shape.queueDepth,
    processing_rate: pipelineStageSchema.shape.processingRate,
    error_count: pipelineStageSchema.shape.errorCount,
    slo_minutes: pipelineStageSchema.shape.sloThresholdMinutes,
    lag_minutes: pipelineStageSchema.shape.currentLagMinutes,
  },
  dead_letters: {
    item_id: deadLetterSchema.shape.itemId,
    error_message: deadLetterSchema.shape.errorMessage,
    retry_count: deadLetterSchema.shape.retryCount,
  },
  verifications: {
    vrf_id: verificationSchema.shape.vrfId,
    site_code: verificationSchema.shape.siteCode,
    status: verificationSchema.shape.status,
    confidence_score: verificationSchema.shape.confidenceScore,
    evidence_pack_id: orNull(idSchema),
  },
  evidence_packs: { pack_id: evidencePackSchema.shape.packId, worm_status: evidencePackSchema.shape.wormStatus },
  portfolios: {
    portfolio_id: portfolioSchema.shape.portfolioId,
    state: portfolioSchema.shape.state,
    covenant_hash: portfolioSchema.shape.covenantHash,
    dgn_package_id: orNull(idSchema),
  },
  rbf_milestones: { milestone_id: rbfMilestoneSchema.shape.milestone_id, metric: rbfMilestoneSchema.shape.metric },
  rbf_payments: {
    payment_id: rbfPaymentSchema.shape.payment_id,
    covenant_hash: rbfPaymentSchema.shape.covenant_hash,
  },
  schools: { school_id: schoolSchema.shape.schoolId, site_code: idSchema },
  ai_agents: {
    agent_id: agentSchema.shape.agentId,
    mode: agentSchema.shape.mode,
    confidence_score: shareSchema,
    prediction_accuracy: shareSchema,
  },
  ai_predictions: { prediction_id: predictionSchema.shape.predictionId, confidence: predictionSchema.shape.confidence },
  ai_overrides: {
    override_id: overrideSchema.shape.overrideId,
    justification: overrideSchema.shape.justification,
    status: overrideSchema.shape.status,
  },
  ai_acts: { act_id: aiActSchema.shape.actId, kind: aiActSchema.shape.kind, reason: aiActSchema.shape.reason },
};

/** A row about to be written that no response could contain. Names the column, never the value, which may be personal data. */
export class UnfitRow extends Error {
  constructor(table: string, column: string) {
    super(`${table}.${column} is not what an answer may bring`);
  }
}

function judge(table: string, column: string, value: unknown): void {
  const schema = (judgedColumns[table as keyof Database] as Readonly<Record<string, z.ZodMiniType>> | undefined)?.[column]; // tables and columns are looked up by name
  if (schema !== undefined && !quickParse(schema, value).success) throw new UnfitRow(table, column);
}

/** The value of a node; null for an expression that the database computes. */
const valueOf = (node: OperationNode): { readonly value: unknown } | null =>
  node.kind === 'ValueNode' ? { value: (node as OperationNode & { readonly value: unknown }).value } : null; // Kysely's ValueNode has a value

function judgeUpdates(
  table: string,
  updates: readonly { readonly column: OperationNode; readonly value: OperationNode }[] | undefined,
): void {
  for (const { column, value } of updates ?? []) {
    const held = valueOf(value);
    if (column.kind === 'ColumnNode' && held !== null) judge(table, (column as ColumnNode).column.name, held.value);
  }
}

function judgeQuery(node: RootOperationNode): void {
  if (node.kind === 'UpdateQueryNode') {
    const { table } = node;
    if (table?.kind === 'TableNode')
      judgeUpdates((table as { table: { identifier: { name: string } } } & OperationNode).table.identifier.name, node.updates); // the name in a TableNode
    return;
  }
  if (node.kind !== 'InsertQueryNode') return;
  const table = node.into?.table.identifier.name ?? '';
  if (!(table in judgedColumns)) return;
  judgeUpdates(table, node.onConflict?.updates);
  const { values, columns = [] } = node;
  if (values?.kind !== 'ValuesNode') return;
  for (const row of (values as OperationNode & { values: readonly OperationNode[] }).values) {
    // Kysely's ValuesNode
    columns.forEach(({ column }, place) => {
      const cells = row as OperationNode & { readonly values: readonly unknown[] }; // both kinds of rows have `values`
      const held = row.kind === 'PrimitiveValueListNode' ? { value: cells.values[place] } : valueOf(cells.values[place] as OperationNode);
      if (held !== null) judge(table, column.name, held.value);
    });
  }
}

/**
 * Kysely plugin that validates the rows of `judgedColumns` as they are written.
 * @throws UnfitRow before anything is sent to the database
 */
export const judgedWrites: KyselyPlugin = {
  transformQuery({ node }) {
    judgeQuery(node);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};
