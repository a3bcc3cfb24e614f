import { problemLabels } from '../../src/domain/problemLabels.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { type Fault, refusalOf } from './faultProxy.ts';

/**
 * The error catalogue (C-78): one row for each message that a failure of the platform has, with its cause and the place where it appears.
 * The test goes through the rows; a new message needs a new row. Texts beyond the documents come from the console's own table.
 */

type Answer = Extract<Fault['does'], { readonly kind: 'answer' }>;

/** A gateway's answer: only a status, nothing from the platform. */
const status = (code: number): Answer => ({ kind: 'answer', status: code });
const refusal = (code: number, problem: ProblemCode): Answer => refusalOf(code, { code: problem, message: 'No', correlationId: 'c' });
/** The sign-in page with which a captive portal answers everything. */
const portal: Answer = {
  kind: 'answer',
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Free Wi-Fi</title><p>Sign in',
};
const json = (body: unknown): Answer => ({
  kind: 'answer',
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify(body),
  ofPlatform: true,
});
/** The texts of a failure, and the label of its button or link. */
const wordsOf = (code: ProblemCode, way: string | null) => ({ says: [problemLabels[code].title, problemLabels[code].text], way });

/** A read that fails before this device stored any answer of it. */
export interface FailedLoad {
  readonly call: string;
  readonly answers: Answer;
  /** The screen, and the panel if the screen has several. */
  readonly path: string;
  readonly panel?: string;
  readonly says: readonly string[];
  /** The label of the button or link that helps; null if the failure resolves itself. */
  readonly way: string | null;
}

const generic = wordsOf('internal', 'Try Again');

/** In the order of the checks; each screen is opened once. */
export const failedLoads: readonly FailedLoad[] = [
  // The generic panel (C-80).
  { call: '/api/refinance/summary', answers: refusal(500, 'internal'), path: '/', panel: 'DGN Portfolio', ...generic },
  {
    call: '/api/activity',
    answers: refusal(429, 'rate_limited'),
    path: '/',
    panel: 'Recent Activity',
    ...wordsOf('rate_limited', 'Try Again'),
  },
  {
    call: '/api/notifications',
    answers: refusal(423, 'read_only_mode'),
    path: '/',
    panel: 'Notifications',
    ...wordsOf('read_only_mode', 'Emergency Controls'),
  },
  {
    call: '/api/confidence',
    answers: refusal(404, 'not_found'),
    path: '/',
    panel: 'System Confidence',
    ...wordsOf('not_found', 'Go to Dashboard'),
  },
  { call: '/api/dlq', answers: refusal(403, 'forbidden'), path: '/operations/dlq', ...wordsOf('forbidden', 'Go to Dashboard') },
  { call: '/api/evidence', answers: refusal(409, 'conflict'), path: '/operations/evidence', ...wordsOf('conflict', 'Try Again') },
  { call: '/api/incidents', answers: refusal(401, 'unauthenticated'), path: '/system/incidents', ...wordsOf('unauthenticated', 'Sign in') },
  // A captive portal, an answer of another shape, and a gateway's status: the documented message first, then who answered (D-50).
  { call: '/api/health', answers: portal, path: '/system/health', ...wordsOf('not_ours', 'Try Again') },
  {
    call: '/api/pipeline',
    answers: json({ stages: 'none' }),
    path: '/operations/pipeline',
    says: [problemLabels.bad_shape.title, 'The answer of /api/pipeline has an unexpected form and was not used.'],
    way: 'Try Again',
  },
  {
    call: '/api/refinance/portfolios',
    answers: status(503),
    path: '/finance/dgn',
    says: ['Failed to load DGN portfolio data', `API Error: 503 Service Unavailable. ${problemLabels.not_ours.text}`],
    way: 'Try Again',
  },
  {
    call: '/api/rbf/payments',
    answers: portal,
    path: '/finance/rbf',
    says: ['Failed to load RBF payment data', problemLabels.not_ours.text],
    way: 'Try Again',
  },
];

/** The documents' federated messages, by the provider's answer. */
export const callbackFailures: readonly { readonly search: string; readonly says: string }[] = [
  { search: '?error=access_denied&error_description=Not%20today', says: 'OIDC Error: access_denied - Not today' },
  { search: '?error=server_error', says: 'OIDC Error: server_error - Unknown error' },
  { search: '?state=x', says: 'Authorization code not found in callback URL' },
  { search: '?code=c&state=forged', says: 'State mismatch - possible CSRF attack' },
];

/** Steps of an evidence run that fail with their fetch, in the order of the steps. */
export const failedSteps: readonly { readonly call: RegExp; readonly answers: Answer; readonly says: string }[] = [
  { call: /^\/api\/evidence\/[^/]+\/manifest/, answers: refusal(500, 'internal'), says: 'Failed to fetch manifest' },
  { call: /^\/api\/jwks/, answers: refusal(500, 'internal'), says: 'Failed to fetch JWKS' },
  { call: /^\/api\/evidence\/[^/]+\/signed-urls/, answers: refusal(500, 'internal'), says: 'Failed to generate signed URLs' },
];
