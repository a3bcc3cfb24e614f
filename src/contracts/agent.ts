import { countSchema, idSchema, isoTimeSchema, shareSchema, textSchema, versionSchema } from './primitives.ts';
import { verificationStatusSchema } from './verification.ts';
import { writtenLine, writtenText } from './texts.ts';
import { z } from './zod.ts';

/** How far an agent may act, from least to most. */
export const agentModes = ['shadow', 'advisory', 'active'] as const;
export const agentModeSchema = z.enum(agentModes);

/** An AI agent under governance (core document, section 3). `shadow` only watches, `advisory` proposes, `active` decides. */
export const agentSchema = z.object({
  agentId: idSchema,
  name: z.string(),
  mode: agentModeSchema,
  confidenceScore: shareSchema,
  predictionAccuracy: shareSchema,
  /**
   * Number of the window's predictions that people decided; `predictionAccuracy` is computed from them. If 0, the accuracy is 0 and not a
   * figure. Absent: at least one.
   */
  decidedPredictions: z.optional(countSchema),
  enabled: z.boolean(),
  lastPrediction: z.optional(z.string()),
  version: versionSchema,
});
export type Agent = z.infer<typeof agentSchema>;

/** GET /api/ai/agents. */
export const agentsResponseSchema = z.object({ agents: z.array(agentSchema), lastUpdated: isoTimeSchema });

/** Reason given by the person who requests, decides or changes something; read by reviewers. */
export const justificationSchema = writtenText(10, 1000);

/** POST /api/ai/agents/{agentId}: the new mode and enabled state, decided on the agent at `version`. */
export const changeAgentSchema = z.object({
  version: countSchema,
  mode: agentModeSchema,
  enabled: z.boolean(),
  reason: justificationSchema,
});
export const agentAnswerSchema = z.object({ agent: agentSchema });

/** One day of an agent, in the tenant's time zone: predictions decided by people, and how many of those decisions agreed. */
export const agreementDaySchema = z.object({ day: isoTimeSchema, decided: countSchema, agreed: countSchema });

/** GET /api/ai/agreement: each agent's last 30 days, oldest first; days without a decision are left out. */
export const agreementResponseSchema = z.object({
  agents: z.array(z.object({ agentId: idSchema, name: z.string(), days: z.array(agreementDaySchema) })),
  lastUpdated: isoTimeSchema,
});
export type AgreementResponse = z.infer<typeof agreementResponseSchema>;

/** A prediction that a person may ask to override. */
export const predictionSchema = z.object({
  predictionId: idSchema,
  agentId: idSchema,
  agentName: z.string(),
  /** Subject of the prediction: a verification or a portfolio. */
  subject: z.string(),
  prediction: z.string(),
  confidence: shareSchema,
  predictedAt: isoTimeSchema,
  /** The people's decision; absent while there is none. */
  humanDecision: z.optional(z.string()),
});
export type Prediction = z.infer<typeof predictionSchema>;

/** Value that replaces a prediction. */
export const overrideValueSchema = writtenLine(2, 80);

/** A request to replace an agent's prediction by a person's judgement (core document, section 3). */
export const overrideSchema = z.object({
  overrideId: idSchema,
  /**
   * The prediction in question; `subject` is what it is about. Absent: unknown; the request is then identified by its own id and the
   * agent's name.
   */
  predictionId: z.optional(idSchema),
  agentName: z.string(),
  subject: z.optional(z.string()),
  originalPrediction: z.string(),
  overrideValue: z.string(),
  justification: textSchema,
  /**
   * The requester's id, so that people cannot approve their own requests, and name. Absent: unknown. Such a request can be neither
   * decided nor changed here, because it may be the user's own or another person's (DESIGN, section 5).
   */
  requestedBy: z.optional(idSchema),
  requestedByName: z.optional(z.string()),
  createdAt: isoTimeSchema,
  /** Time of the newest change, absent if there was none. A changed request needs approval again. */
  changedAt: z.optional(isoTimeSchema),
  status: z.enum(['pending', 'approved', 'rejected']),
  /** Name of the approver; null while not approved. */
  approvedBy: z.nullable(z.string()),
  /**
   * Name of the person who approved or rejected, the time, and their note. Absent while undecided, and where the platform does not
   * provide it; `approvedBy` then names the approver.
   */
  decidedBy: z.optional(z.string()),
  /** Account id of the decider, and therefore of the approver. Absent: not recorded or not provided (`src/domain/accounts/who.ts`). */
  decidedById: z.optional(idSchema),
  decidedAt: z.optional(isoTimeSchema),
  decisionNote: z.optional(z.string()),
  /**
   * Effect of the approval: the verification whose status changed, and the chain link that records it. Absent while not approved, or if
   * the approval had no effect (another subject, or the record already had that status).
   */
  consequence: z.optional(
    z.object({
      vrfId: idSchema,
      chainIndex: countSchema,
      before: verificationStatusSchema,
      after: verificationStatusSchema,
      at: isoTimeSchema,
    }),
  ),
  version: versionSchema,
});
export type Override = z.infer<typeof overrideSchema>;

/** Number of decided requests that are listed, newest first; all pending ones are listed besides. */
export const newestOverrides = 100;

/** GET /api/ai/overrides: all pending requests, the newest 100 decided ones, and the newest predictions that can be overridden. */
export const overridesResponseSchema = z.object({
  overrides: z.array(overrideSchema),
  predictions: z.array(predictionSchema),
  lastUpdated: isoTimeSchema,
});
export type OverridesResponse = z.infer<typeof overridesResponseSchema>;

/** POST /api/ai/overrides. */
export const requestOverrideSchema = z.object({
  predictionId: idSchema,
  overrideValue: overrideValueSchema,
  justification: justificationSchema,
});
/** POST /api/ai/overrides/{overrideId}: only by the requester. Voids an earlier decision. */
export const changeOverrideSchema = z.object({
  version: countSchema,
  overrideValue: overrideValueSchema,
  justification: justificationSchema,
});
/** POST /api/ai/overrides/{overrideId}/decision: by another person, on the request at `version`. */
export const decideOverrideSchema = z.object({
  version: countSchema,
  decision: z.enum(['approve', 'reject']),
  note: writtenText(0, 1000),
});
export const overrideAnswerSchema = z.object({ override: overrideSchema });

/** One act of governance: who did what to which agent or request, from what to what, and why. */
export const aiActSchema = z.object({
  actId: idSchema,
  /** When the platform received it. */
  at: isoTimeSchema,
  /** When it was decided on the device (D-56); absent if the device did not say. */
  decidedAt: z.optional(isoTimeSchema),
  kind: z.enum(['requested', 'changed', 'approved', 'rejected', 'mode', 'enabled', 'disabled']),
  agentName: z.string(),
  overrideId: z.optional(idSchema),
  by: z.string(),
  /** Account id of `by`. Absent: not recorded or not provided (`src/domain/accounts/who.ts`). */
  byId: z.optional(idSchema),
  before: z.string(),
  after: z.string(),
  reason: textSchema,
});
export type AiAct = z.infer<typeof aiActSchema>;

/** GET /api/ai/trail: the newest 200 acts, newest first. */
export const aiTrailResponseSchema = z.object({ acts: z.array(aiActSchema), totalCount: countSchema, lastUpdated: isoTimeSchema });
export type AiTrailResponse = z.infer<typeof aiTrailResponseSchema>;
