import { problemWords } from '../../src/domain/problemWords.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import type { Fault } from './faultProxy.ts';

/**
 * The error catalogue (C-78): one row for each message that a failure of the platform has, with the failure that brings it about and the place where it is
 * read. The story goes through the rows; a new message is a new row. Words that are no document's are taken from the table that the console takes them from.
 */

type Answer = Extract<Fault['does'], { readonly kind: 'answer' }>;

const status = (code: number): Answer => ({ kind: 'answer', status: code });
/** What a hotspot's sign-in page answers to everything. */
const portal: Answer = {
  kind: 'answer',
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Free Wi-Fi</title><p>Sign in',
};
const json = (body: unknown): Answer => ({ kind: 'answer', status: 200, contentType: 'application/json', body: JSON.stringify(body) });
/** The words of a failure, and the name of the way out of it. */
const wordsOf = (code: ProblemCode, way: string | null) => ({ says: [problemWords[code].title, problemWords[code].text], way });

/** A read that fails before this device ever held anything of it. */
export interface FailedLoad {
  readonly call: string;
  readonly answers: Answer;
  /** The screen, and the panel on it where it is one of several. */
  readonly path: string;
  readonly panel?: string;
  readonly says: readonly string[];
  /** The button or link that leads on; null where the failure mends itself. */
  readonly way: string | null;
}

const generic = wordsOf('internal', 'Try Again');

/** In the order in which they are looked at: a screen once. */
export const failedLoads: readonly FailedLoad[] = [
  // The generic panel (C-80), with the document's form of a status.
  {
    call: '/api/refinance/summary',
    answers: status(500),
    path: '/',
    panel: 'DGN Portfolio',
    ...generic,
    says: [...generic.says, 'API Error: 500 Internal Server Error'],
  },
  { call: '/api/activity', answers: status(429), path: '/', panel: 'Recent Activity', ...wordsOf('rate_limited', 'Try Again') },
  {
    call: '/api/notifications',
    answers: status(423),
    path: '/',
    panel: 'Notifications',
    ...wordsOf('read_only_mode', 'Emergency Controls'),
  },
  { call: '/api/confidence', answers: status(404), path: '/', panel: 'System Confidence', ...wordsOf('not_found', 'Go to Dashboard') },
  { call: '/api/dlq', answers: status(403), path: '/operations/dlq', ...wordsOf('forbidden', 'Go to Dashboard') },
  { call: '/api/evidence', answers: status(409), path: '/operations/evidence', ...wordsOf('conflict', 'Try Again') },
  { call: '/api/incidents', answers: status(401), path: '/system/incidents', ...wordsOf('unauthenticated', 'Sign in') },
  // A captive portal, and an answer of another shape.
  { call: '/api/health', answers: portal, path: '/system/health', ...wordsOf('not_ours', 'Try Again') },
  {
    call: '/api/pipeline',
    answers: json({ stages: 'none' }),
    path: '/operations/pipeline',
    says: [problemWords.bad_shape.title, 'The answer of /api/pipeline has an unexpected form and was not used.'],
    way: 'Try Again',
  },
  {
    call: '/api/refinance/portfolios',
    answers: status(503),
    path: '/finance/dgn',
    says: ['Failed to load DGN portfolio data', 'API Error: 503 Service Unavailable'],
    way: 'Try Again',
  },
  {
    call: '/api/rbf/payments',
    answers: portal,
    path: '/finance/rbf',
    says: ['Failed to load RBF payment data', problemWords.not_ours.text],
    way: 'Try Again',
  },
];

/** What the provider's answer brings a person who comes back from it: the document's federated messages. */
export const callbackFailures: readonly { readonly search: string; readonly says: string }[] = [
  { search: '?error=access_denied&error_description=Not%20today', says: 'OIDC Error: access_denied - Not today' },
  { search: '?error=server_error', says: 'OIDC Error: server_error - Unknown error' },
  { search: '?state=x', says: 'Authorization code not found in callback URL' },
  { search: '?code=c&state=forged', says: 'State mismatch - possible CSRF attack' },
];

/** Steps of an evidence run that fail when what they fetch does, in the order of the steps. */
export const failedSteps: readonly { readonly call: RegExp; readonly answers: Answer; readonly says: string }[] = [
  { call: /^\/api\/evidence\/[^/]+\/manifest/, answers: status(500), says: 'Failed to fetch manifest' },
  { call: /^\/api\/jwks/, answers: status(500), says: 'Failed to fetch JWKS' },
  { call: /^\/api\/evidence\/[^/]+\/signed-urls/, answers: status(500), says: 'Failed to generate signed URLs' },
];
