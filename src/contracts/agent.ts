import { countSchema, idSchema, isoTimeSchema, shareSchema, textSchema, versionSchema } from './primitives.ts';
import { verificationStatusSchema } from './verification.ts';
import { writtenLine, writtenText } from './texts.ts';
import { z } from './zod.ts';

export const agentModes = ['shadow', 'advisory', 'active'] as const;
export const agentModeSchema = z.enum(agentModes);
export type AgentMode = z.infer<typeof agentModeSchema>;

/** An AI agent under governance (core document, section 3). `shadow` only watches, `advisory` proposes, `active` decides. */
export const agentSchema = z.object({
  agentId: idSchema,
  name: z.string(),
  mode: agentModeSchema,
  confidenceScore: shareSchema,
  predictionAccuracy: shareSchema,
  /** Predictions of the window that people decided, which the accuracy is of. Of none it is no figure, and stands as 0. Absent: there are some. */
  decidedPredictions: z.optional(countSchema),
  enabled: z.boolean(),
  lastPrediction: z.optional(z.string()),
  version: versionSchema,
});
export type Agent = z.infer<typeof agentSchema>;

/** GET /api/ai/agents. */
export const agentsResponseSchema = z.object({ agents: z.array(agentSchema), lastUpdated: isoTimeSchema });
export type AgentsResponse = z.infer<typeof agentsResponseSchema>;

/** Why: written by whoever asks for, decides or changes something, read by whoever checks it. */
export const justificationSchema = writtenText(10, 1000);

/** POST /api/ai/agents/{agentId}: how far it is trusted from now on, decided on the agent as it stood at `version`. */
export const changeAgentSchema = z.object({
  version: countSchema,
  mode: agentModeSchema,
  enabled: z.boolean(),
  reason: justificationSchema,
});
export const agentAnswerSchema = z.object({ agent: agentSchema });

/** One day of an agent, in the tenant's zone: what people have decided of its predictions, and how often they agreed. */
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
  /** What it is about: a verification, a portfolio. */
  subject: z.string(),
  prediction: z.string(),
  confidence: shareSchema,
  predictedAt: isoTimeSchema,
  /** What people decided; absent while nobody has. */
  humanDecision: z.optional(z.string()),
});
export type Prediction = z.infer<typeof predictionSchema>;

/** What may stand in place of a prediction. */
export const overrideValueSchema = writtenLine(2, 80);

/** A request to put a person's judgement in place of an agent's (core document, section 3). */
export const overrideSchema = z.object({
  overrideId: idSchema,
  /** The prediction that it is about, and what that is about. Absent: not told; the request is then known by its own id and the agent's name. */
  predictionId: z.optional(idSchema),
  agentName: z.string(),
  subject: z.optional(z.string()),
  originalPrediction: z.string(),
  overrideValue: z.string(),
  justification: textSchema,
  /**
   * Who asked: their id, so that nobody approves their own, and their name. Absent: not told. Nobody decides or changes such a request here, because it may be
   * their own or somebody else's (DESIGN, section 5).
   */
  requestedBy: z.optional(idSchema),
  requestedByName: z.optional(z.string()),
  createdAt: isoTimeSchema,
  /** Of the newest change, absent while there was none; a changed request waits for its approval anew. */
  changedAt: z.optional(isoTimeSchema),
  status: z.enum(['pending', 'approved', 'rejected']),
  /** Name of whoever approved it; null while nobody has. */
  approvedBy: z.nullable(z.string()),
  /** Name of whoever approved or rejected it, when, and what they said. Absent while nobody has decided, and where the platform does not tell; `approvedBy` then says who approved. */
  decidedBy: z.optional(z.string()),
  /** Account's id of whoever decided, so of whoever approved too. Absent: not recorded, or not told (`src/domain/who.ts`). */
  decidedById: z.optional(idSchema),
  decidedAt: z.optional(isoTimeSchema),
  decisionNote: z.optional(z.string()),
  /** What followed from its approval: the verification that it moved, and the link of the chain that says so. Absent while it is not approved, and
   * where nothing follows: it is about something else, or the record stood so already. */
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

/** So many decided requests are listed, the newest, beside all that wait. */
export const newestOverrides = 100;

/** GET /api/ai/overrides: the newest 100 with the newest predictions that could be overridden. */
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
/** POST /api/ai/overrides/{overrideId}: by whoever asked. Whatever was decided of it is void. */
export const changeOverrideSchema = z.object({
  version: countSchema,
  overrideValue: overrideValueSchema,
  justification: justificationSchema,
});
/** POST /api/ai/overrides/{overrideId}/decision: by somebody else, of the request as it stood at `version`. */
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
  /** When it was decided on the device (D-56); absent where nobody told. */
  decidedAt: z.optional(isoTimeSchema),
  kind: z.enum(['requested', 'changed', 'approved', 'rejected', 'mode', 'enabled', 'disabled']),
  agentName: z.string(),
  overrideId: z.optional(idSchema),
  by: z.string(),
  /** Their account's id. Absent: not recorded, or not told (`src/domain/who.ts`). */
  byId: z.optional(idSchema),
  before: z.string(),
  after: z.string(),
  reason: textSchema,
});
export type AiAct = z.infer<typeof aiActSchema>;

/** GET /api/ai/trail: the newest 200 acts, newest first. */
export const aiTrailResponseSchema = z.object({ acts: z.array(aiActSchema), totalCount: countSchema, lastUpdated: isoTimeSchema });
export type AiTrailResponse = z.infer<typeof aiTrailResponseSchema>;
