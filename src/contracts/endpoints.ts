import { auditQuerySchema, auditResponseSchema } from './audit.ts';
import * as checkpoint from './checkpoint.ts';
import * as evidence from './evidence.ts';
import { deadLetterResponseSchema } from './deadLetter.ts';
import type { Endpoint } from './endpoint.ts';
import { resourceCalls } from './resources.ts';
import { governanceEndpoints } from './governanceEndpoints.ts';
import { healthResponseSchema } from './health.ts';
import { kpiResponseSchema } from './kpi.ts';
import { commandEndpoints } from './outbox.ts';
import * as overview from './overview.ts';
import { pipelineResponseSchema } from './pipeline.ts';
import { configResponseSchema } from './platformConfig.ts';
import { portfoliosResponseSchema } from './portfolio.ts';
import { rbfPaymentsResponseSchema } from './rbf.ts';
import { pollResponseSchema } from './realtime/down.ts';
import { savedViewEndpoints } from './savedViewEndpoints.ts';
import { schoolsResponseSchema } from './school.ts';
import * as series from './series.ts';
import * as session from './session.ts';
import { telemetryRequestSchema } from './telemetry.ts';
import * as verification from './verification.ts';
import { z } from './zod.ts';

const nothing = z.null();
const minute = 60_000;

/** Endpoints bundled with every page, which the hub calls by name. The others are in tables of their own, see everyEndpoint.ts. */
export const endpoints = {
  config: { method: 'GET', path: '/api/config', needs: 'public', cache: 'none', answer: configResponseSchema },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    needs: 'public',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: z.optional(z.nullable(session.logoutRequestSchema)),
    answer: nothing,
  },
  refresh: {
    method: 'POST',
    path: '/api/auth/refresh',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: session.sessionResponseSchema,
  },
  me: { method: 'GET', path: '/api/auth/me', needs: 'session', cache: 'none', answer: session.meResponseSchema },
  tenants: { method: 'GET', path: '/api/tenants', needs: 'session', cache: 'sw', answer: session.tenantsResponseSchema },

  kpis: {
    method: 'GET',
    path: '/api/kpis',
    ...resourceCalls.kpis,
    cache: 'sw',
    answer: kpiResponseSchema,
  },
  health: {
    method: 'GET',
    path: '/api/health',
    ...resourceCalls.health,
    cache: 'sw',
    answer: healthResponseSchema,
  },
  pipeline: {
    method: 'GET',
    path: '/api/pipeline',
    ...resourceCalls.pipeline,
    cache: 'sw',
    answer: pipelineResponseSchema,
  },
  dlq: {
    method: 'GET',
    path: '/api/dlq',
    ...resourceCalls.dlq,
    cache: 'sw',
    answer: deadLetterResponseSchema,
  },
  verifications: {
    method: 'GET',
    path: '/api/verifications',
    ...resourceCalls.verifications,
    cache: 'none',
    query: verification.verificationsQuerySchema,
    answer: verification.verificationsResponseSchema,
  },
  verification: {
    method: 'GET',
    path: '/api/verifications/{vrfId}',
    needs: 'view:verifications',
    cache: 'sw',
    answer: verification.verificationDetailSchema,
    // Same interval as the payments and portfolios that it contains.
    fresh: { refetchMs: minute / 2, staleAfterMs: 2 * minute, retries: 3 },
  },
  chainLinks: {
    method: 'GET',
    path: '/api/chain/links',
    needs: 'view:verifications',
    cache: 'none',
    query: verification.chainLinksQuerySchema,
    answer: verification.chainLinksResponseSchema,
  },
  evidence: {
    method: 'GET',
    path: '/api/evidence',
    ...resourceCalls.evidence,
    cache: 'none',
    answer: evidence.evidenceListResponseSchema,
  },
  manifest: {
    method: 'GET',
    path: '/api/evidence/{packId}/manifest',
    ...resourceCalls.manifest,
    cache: 'none',
    answer: evidence.evidenceManifestSchema,
  },
  signedUrls: {
    method: 'POST',
    path: '/api/evidence/{packId}/signed-urls',
    needs: 'view:evidence',
    cache: 'none',
    /** Read-only: it issues a short-lived link and stores nothing. */
    inReadOnlyMode: 'open',
    body: evidence.signedUrlsRequestSchema,
    answer: evidence.signedUrlsResponseSchema,
  },
  /** Returns the file's bytes as an attachment; requires the session and a short-lived token. */
  evidenceFile: {
    method: 'GET',
    path: '/api/evidence/{packId}/files/{name}',
    needs: 'view:evidence',
    cache: 'none',
    query: z.object({ token: z.string() }),
    answer: z.unknown(),
  },
  /** Public: an auditor can check a pack with only the pack and a key (DESIGN section 1). */
  jwks: {
    method: 'GET',
    path: '/api/jwks',
    ...resourceCalls.jwks,
    cache: 'none',
    answer: evidence.jwksResponseSchema,
  },
  /** Signed checkpoints of the tenant's chains (D-47). Any member of the tenant may read them: they hold only positions and seals. */
  checkpoints: {
    method: 'GET',
    path: '/api/checkpoints',
    needs: 'session',
    cache: 'none',
    query: checkpoint.checkpointsQuerySchema,
    answer: checkpoint.checkpointsResponseSchema,
  },
  activity: {
    method: 'GET',
    path: '/api/activity',
    ...resourceCalls.activity,
    cache: 'sw',
    answer: overview.activityResponseSchema,
  },
  notifications: {
    method: 'GET',
    path: '/api/notifications',
    ...resourceCalls.notifications,
    cache: 'sw',
    answer: overview.notificationsResponseSchema,
  },
  confidence: {
    method: 'GET',
    path: '/api/confidence',
    ...resourceCalls.confidence,
    cache: 'sw',
    answer: overview.confidenceResponseSchema,
  },
  refinanceSummary: {
    method: 'GET',
    path: '/api/refinance/summary',
    ...resourceCalls.refinanceSummary,
    cache: 'sw',
    answer: overview.refinanceSummarySchema,
  },
  rbfSummary: {
    method: 'GET',
    path: '/api/rbf/summary',
    ...resourceCalls.rbfSummary,
    cache: 'sw',
    answer: overview.rbfSummarySchema,
  },
  refinancePortfolios: {
    method: 'GET',
    path: '/api/refinance/portfolios',
    ...resourceCalls.refinancePortfolios,
    cache: 'sw',
    answer: portfoliosResponseSchema,
  },
  rbfPayments: {
    method: 'GET',
    path: '/api/rbf/payments',
    ...resourceCalls.rbfPayments,
    cache: 'sw',
    answer: rbfPaymentsResponseSchema,
  },
  schools: {
    method: 'GET',
    path: '/api/schools',
    ...resourceCalls.schools,
    cache: 'sw',
    answer: schoolsResponseSchema,
  },
  ...commandEndpoints,
  ...governanceEndpoints,
  ...savedViewEndpoints,
  audit: {
    method: 'GET',
    path: '/api/audit',
    ...resourceCalls.audit,
    cache: 'none',
    query: auditQuerySchema,
    answer: auditResponseSchema,
  },
  series: {
    method: 'GET',
    path: '/api/series',
    ...resourceCalls.series,
    cache: 'none',
    query: series.seriesQuerySchema,
    answer: series.seriesResponseSchema,
  },

  poll: {
    method: 'GET',
    path: '/api/poll/{topic}',
    needs: 'session',
    cache: 'none',
    query: z.object({ since: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
    answer: pollResponseSchema,
  },
  /** The server-sent event stream; frames are defined in realtime/down.ts. `since`: `topic:seq` pairs, comma separated. */
  events: {
    method: 'GET',
    path: '/api/events',
    needs: 'session',
    cache: 'none',
    query: z.object({
      tenantId: z.string(),
      topics: z.optional(z.string()),
      since: z.optional(z.string()),
      protocol: z.optional(z.string()),
    }),
    answer: z.unknown(),
  },
  telemetry: {
    method: 'POST',
    path: '/api/telemetry',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: telemetryRequestSchema,
    answer: nothing,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof endpoints;
/** The validated answer of an endpoint. */
export type Answer<Id extends EndpointId> = z.output<(typeof endpoints)[Id]['answer']>;

/**
 * An endpoint as a page names it: by the id of a bundled row, or by the row itself from a table loaded with its screen
 * (everyEndpoint.ts).
 */
export type Callable = EndpointId | Endpoint;
/** The validated answer of a `Callable`. */
export type AnswerOf<C extends Callable> = C extends EndpointId ? Answer<C> : C extends Endpoint ? z.output<C['answer']> : never;

/** The table row of an endpoint. */
export function endpointOf(call: Callable): Endpoint {
  return typeof call === 'string' ? endpoints[call] : call;
}

/** Header names shared by both sides. */
export const headers = {
  tenant: 'X-Tenant-ID',
  /**
   * The account that the caller believes the session belongs to. Another person may have signed in in the same browser a moment ago: the
   * platform refuses a call made for one account under another account's session.
   */
  account: 'X-Account-ID',
  correlation: 'X-Correlation-ID',
  /** On commands: repeated requests with the same key take effect only once. */
  idempotency: 'Idempotency-Key',
  /** On commands: when it was decided on the device, ISO 8601, by the device's estimate of the platform's clock (D-56). */
  decidedAt: 'X-Decided-At',
  /**
   * On answers to signed-in callers: a token that proves when the platform spoke to this account. On commands: the last token the device
   * held at the decision, so that the platform knows a lower bound of the decision time (D-56).
   */
  platformWord: 'X-Platform-Word',
  /** Newest seq contained in the snapshot an answer was read from (D-32). */
  asOfSeq: 'X-As-Of-Seq',
  /** The platform's clock when it answered, ISO 8601 (D-29). */
  serverTime: 'X-Server-Time',
  /** On answers that the service worker served from its cache: when they were stored, epoch milliseconds. */
  cachedAt: 'X-Cached-At',
  /** Build of the calling client, to detect outdated ones (D-30). */
  build: 'X-Client-Build',
  /** Protocol version of the client. Event streams and websockets cannot send headers; they pass it as `protocol` in the URL. */
  protocol: 'X-Protocol-Version',
  logEpoch: 'X-Log-Epoch',
  newestSeq: 'X-Newest-Seq',
  resync: 'X-Resync',
} as const;
