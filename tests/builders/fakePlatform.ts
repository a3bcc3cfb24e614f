import { deviceKeyHeaders } from '../../src/contracts/deviceKey.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import type { EventFrame, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { Tenant, User } from '../../src/contracts/session.ts';
import { fromBase64url } from '../../src/domain/encoding/base64url.ts';
import { proofText } from '../../src/domain/session/deviceProof.ts';
import { thumbprintOf } from '../../src/store/deviceKeys.ts';
import type { Sent } from '../../src/domain/api/client.ts';
import type { ApiRequest } from '../../src/domain/api/request.ts';

/**
 * An in-memory platform as the hub sees it: one browser's cookie, the calls of the endpoint table with minimal valid answers, and SSE
 * streams that a test controls. It has no clock of its own and uses no network.
 */
export const tenants: Readonly<Record<string, Tenant>> = {
  demo: { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' },
  kampala: { tenantId: 'kampala', name: 'Kampala', place: 'Kampala', region: 'af-south-1', currency: 'UGX', timeZone: 'Africa/Kampala' },
};
export const amina: User = { id: 'u-amina', email: 'amina@ukweli.example', role: 'operator', tenantId: 'demo', name: 'Amina' };
export const brian: User = { id: 'u-brian', email: 'brian@ukweli.example', role: 'admin', tenantId: 'demo', name: 'Brian' };

type Listener = (event: { readonly data?: unknown }) => void;
export interface FakeStream {
  readonly url: string;
  closed: boolean;
  readonly speak: (kind: string, frame: object) => void;
  readonly fail: () => void;
}

/** The key that a session is bound to, checked as the real platform does. */
interface Bound {
  key: string;
  nonce: string;
  spentNonce: string;
  locked: boolean;
  parked: boolean;
}

/** An answer, with extra headers. */
interface Reply {
  readonly status?: number;
  readonly body: unknown;
  readonly more?: Readonly<Record<string, string>>;
}

export interface FakePlatform {
  /** The session of the cookie that the browser holds. */
  cookie: { readonly user: User; readonly startedAt: number; expiresAt: number; bound?: Bound } | null;
  up: boolean;
  /** Whether answers echo the correlation id of their call, as the real platform's do (D-50). */
  echoes: boolean;
  /** Delay of every answer, milliseconds; the caller gives up at its own time limit. */
  slowMs: number;
  /** Calls in flight by method and URL, and the maximum ever in flight for one of them. */
  readonly underWay: Map<string, number>;
  maxAtOnce: number;
  /** Platform's clock minus the device's, milliseconds. */
  clockAheadMs: number;
  /** Wrong attempts at the device's app lock, as the platform counts them across sessions. */
  lockTries: number;
  /** Newest seq of the log; answers carry it as their as-of. */
  seq: number;
  readonly topics: TopicSeqs;
  epoch: string;
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    /** Device clock when it was sent, epoch milliseconds. */
    readonly at: number;
  }[];
  /** The status of each answered call, and the session it was made with. */
  readonly answered: { readonly path: string; readonly status: number; readonly as: string | null }[];
  readonly streams: FakeStream[];
  /** Overrides of the default answers, by path without query. */
  readonly replies: Map<string, Reply>;
  /** Simulates an intermediary that answers instead of the platform, in another format and without the correlation id (D-50). */
  stranger?: (path: string) => { readonly status: number; readonly text: string; readonly contentType?: string } | undefined;
  /** Calls that take effect but whose answer is lost. */
  loses?: (path: string) => boolean;
  /** Delay before a call reaches the platform, milliseconds. */
  arrivesAfterMs?: (path: string) => number;
  /** Response headers that are left out. */
  withholds?: (header: string) => boolean;
  /** Delay before an answer reaches the device, milliseconds; its content dates from before the delay. */
  onItsWayMs?: (path: string) => number;
  /** Calls that are accepted and never answered; the caller's time limit ends them. */
  hangs?: (path: string) => boolean;
  readonly count: (path: string) => number;
  /** With the headers of a sign-in, binds the session to the device key and returns the first nonce. */
  readonly signIn: (user: User, introduction?: Readonly<Record<string, string>>) => string | null;
  readonly openStreams: () => FakeStream[];
  readonly hello: () => void;
  readonly emit: (frame: EventFrame) => void;
  readonly send: (request: ApiRequest, signal?: AbortSignal | null) => Promise<Sent>;
  readonly openEventSource: (url: string) => { addEventListener: (type: string, listener: Listener) => void; close: () => void };
}

const lifeMs = 15 * 60_000;

/** The escrow key of this platform for an account and lock id: 32 bytes, base64url. */
export function escrowKey(userId: string, id: string): string {
  return btoa(`${userId} ${id}`.padEnd(32, '.').slice(0, 32)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function importKey(text: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64url(text), { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
}

/**
 * Whether the refresh is signed by the key that the session is bound to: over the nonce, over the key's own thumbprint if the same key is
 * sent again, or with the thumbprint of a new key that replaces it.
 */
async function isProved({ key }: Bound, given: Readonly<Record<string, string>>): Promise<boolean> {
  const [over = '', signature = ''] = (given[deviceKeyHeaders.proof] ?? '').split('.');
  const brought = given[deviceKeyHeaders.key];
  if (brought === key && over !== (await thumbprintOf(await importKey(key)))) return false;
  const next = brought === undefined || brought === key ? null : await thumbprintOf(await importKey(brought));
  const bytes = new TextEncoder().encode(proofText(over, next));
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, await importKey(key), fromBase64url(signature), bytes);
}

let nonces = 0;
const newNonce = (): string => `nonce-${(nonces += 1)}`;

/**
 * The headers for a refresh of a bound session: the next nonce, or the same one again if its answer was lost; null if the proof is over
 * neither. A key that is sent along replaces the bound one.
 */
function renewed(bound: Bound, given: Readonly<Record<string, string>>): Record<string, string> | null {
  const [over = ''] = (given[deviceKeyHeaders.proof] ?? '').split('.');
  const again = over === bound.spentNonce;
  if (!again && over !== bound.nonce) return null;
  // A repeat changes nothing: the client continues from the nonce it is given.
  if (!again) {
    bound.parked = false;
    bound.spentNonce = over;
    bound.nonce = newNonce();
    const key = given[deviceKeyHeaders.key];
    if (key !== undefined) Object.assign(bound, { key, locked: given[deviceKeyHeaders.locked] === '1' });
  }
  return { [deviceKeyHeaders.nonce]: bound.nonce, ...(again && { [deviceKeyHeaders.again]: '1' }) };
}

/** The smallest valid answer of a read. */
function emptyAnswer(path: string, lastUpdated: string): Reply {
  switch (path) {
    case '/api/tenants':
      return { body: { tenants: Object.values(tenants) } };
    case '/api/health':
      return {
        body: {
          components: [{ name: 'database', status: 'healthy', uptime: 99.9, latency: { p50: 3, p95: 9 }, version: 1 }],
          lastUpdated,
        },
      };
    case '/api/pipeline':
      return { body: { stages: [], lastUpdated } };
    case '/api/dlq':
      return { body: { items: [], totalCount: 0, lastUpdated } };
    case '/api/activity':
      return { body: { activities: [], lastUpdated } };
    case '/api/notifications':
      return { body: { notifications: [], lastUpdated } };
    case '/api/evidence':
      return { body: { packs: [], totalCount: 0, lastUpdated } };
    case '/api/series':
      return { body: { series: [], from: lastUpdated, to: lastUpdated, stepS: 60, lastUpdated } };
    case '/api/verifications':
      return { body: { verifications: [], totalCount: 0, nextCursor: null, head: null, lastUpdated } };
    case '/api/confidence':
      return {
        body: { confidence: 87, dataQuality: 92, ruleAdherence: 95, anomalyRate: 'low', anomalies: 1, sampleSize: 100, lastUpdated },
      };
    case '/api/views':
      return { body: { views: [], lastUpdated } };
    case '/api/audit':
      return { body: { records: [], totalCount: 0, lastUpdated } };
    case '/api/rbf/summary':
      return {
        body: {
          currency: 'KES',
          month: '2026-11',
          totalPayments: 0,
          totalPaid: 0,
          totalPending: 0,
          paidCount: 0,
          pendingCount: 0,
          failedCount: 0,
          lastUpdated,
        },
      };
    case '/api/refinance/summary':
      return {
        body: {
          currency: 'KES',
          byState: [],
          performanceSummary: { avgUptime: 0, avgFuelSavings: 0, avgEmissionReduction: 0, totalSites: 0, verificationCount: 0 },
          recycledCapital: 0,
          totalReceivables: 0,
          verificationScore: 0,
          lastUpdated,
        },
      };
    case '/api/kpis': {
      const metric = { value: 98, previousValue: 97, trend: 'up', status: 'green', lastUpdated };
      return {
        body: {
          verificationAccuracy: { ...metric, numerator: 98, denominator: 100 },
          avgLatency: { p50: 0.1, p95: 0.2, status: 'green', lastUpdated },
          automationRate: metric,
          fundedAmount: { byCurrency: [], lastUpdated },
          version: 1,
        },
      };
    }
    default:
      return { status: 404, body: { error: { code: 'not_found', message: path, correlationId: 'c' } } };
  }
}

export function createFakePlatform(deviceNow: () => number): FakePlatform {
  const now = () => deviceNow() + platform.clockAheadMs;
  const iso = () => new Date(now()).toISOString();

  const answer = (path: string, { method, body: sent, headers: given }: ApiRequest, proved: boolean): Reply => {
    const { [headers.tenant]: tenantNamed, [headers.account]: accountNamed, [headers.decidedAt]: decidedAt } = given;
    // A call that names one account is refused under another account's session.
    if (accountNamed !== undefined && platform.cookie !== null && accountNamed !== platform.cookie.user.id)
      return { status: 401, body: { error: { code: 'unauthenticated', message: 'Another person is signed in.', correlationId: 'c' } } };
    if (
      tenantNamed !== undefined &&
      platform.cookie !== null &&
      tenantNamed !== platform.cookie.user.tenantId &&
      path !== '/api/auth/logout'
    )
      return { status: 403, body: { error: { code: 'wrong_tenant', message: 'Not here.', correlationId: 'c' } } };
    const set = platform.replies.get(path);
    if (set !== undefined) return set;
    if (path === '/api/config') {
      return {
        body: {
          oidc: null,
          tenant: tenants['demo'],
          build: 'b',
          minimumBuild: '',
          serverTime: iso(),
          supportUrl: '',
          simulation: 'live',
          businessTime: iso(),
        },
      };
    }
    const session = platform.cookie !== null && platform.cookie.expiresAt > now() ? platform.cookie : null;
    if (path === '/api/auth/logout') {
      // A late log-out from before this session began must not end it.
      if (platform.cookie !== null && platform.cookie.startedAt > Date.parse(decidedAt ?? '') + 6_000) return { body: null };
      platform.cookie = null;
      return { status: 204, body: '' };
    }
    if (path === '/api/jwks') return { body: { keys: [] } };
    if (session === null) return { status: 401, body: { error: { code: 'unauthenticated', message: 'Sign in.', correlationId: 'c' } } };
    if (path === '/api/auth/lock' && method === 'POST') {
      if (session.bound === undefined)
        return { status: 409, body: { error: { code: 'conflict', message: 'No key.', correlationId: 'c' } } };
      session.bound.parked = true;
      return { body: null };
    }
    if (session.bound?.parked === true && path !== '/api/auth/refresh')
      return { status: 423, body: { error: { code: 'locked', message: 'Locked.', correlationId: 'c' } } };
    if (path === '/api/auth/lock-escrow') {
      // Only while the sign-in still counts as re-authentication.
      if (now() - session.startedAt > 5 * 60_000)
        return { status: 403, body: { error: { code: 'proof_required', message: 'Prove it.', correlationId: 'c' } } };
      const { id } = JSON.parse(sent ?? '{}') as { id: string }; // as the hub sends it
      return { body: { keys: [escrowKey(session.user.id, id)] } };
    }
    if (path === '/api/auth/me') return { body: { ...session.user, expiresAt: new Date(session.expiresAt).toISOString() } };
    if (path === '/api/auth/tenant' && method === 'PUT') {
      if (session.user.role !== 'admin')
        return { status: 403, body: { error: { code: 'forbidden', message: 'Not you.', correlationId: 'c' } } };
      const { tenantId } = JSON.parse(sent ?? '{}') as { tenantId: string }; // what the hub sends: the contract's shape
      platform.cookie = { ...session, user: { ...session.user, tenantId } };
      return { body: null };
    }
    if (path === '/api/auth/refresh' && method === 'POST') {
      const more = session.bound === undefined ? {} : proved ? renewed(session.bound, given) : null;
      if (more === null) return { status: 401, body: { error: { code: 'unauthenticated', message: 'Not this key.', correlationId: 'c' } } };
      session.expiresAt = now() + lifeMs;
      return { body: { user: session.user, expiresAt: new Date(session.expiresAt).toISOString() }, more };
    }
    if (path === '/api/auth/lock-tries') {
      const told = JSON.parse(sent ?? 'null') as { wrong: number } | null; // what the hub sends: the contract's shapes
      platform.lockTries = method === 'POST' ? Math.max(platform.lockTries + 1, told?.wrong ?? 0) : 0;
      return { body: method === 'POST' ? { wrong: platform.lockTries } : null };
    }
    return path.startsWith('/api/poll/') ? { body: [] } : emptyAnswer(path, iso());
  };

  /** Waits out the slow answer's delay; false if the caller gave up before. */
  const crawl = async ({ method, url, timeLimitMs }: ApiRequest, signal: AbortSignal | null): Promise<boolean> => {
    const name = `${method} ${url}`;
    const now = (platform.underWay.get(name) ?? 0) + 1;
    platform.underWay.set(name, now);
    platform.maxAtOnce = Math.max(platform.maxAtOnce, now);
    const inTime = platform.slowMs < timeLimitMs;
    await new Promise((resolve) => {
      setTimeout(resolve, Math.min(platform.slowMs, timeLimitMs));
      signal?.addEventListener('abort', resolve);
    });
    platform.underWay.set(name, (platform.underWay.get(name) ?? 1) - 1);
    return inTime && signal?.aborted !== true;
  };

  const platform: FakePlatform = {
    cookie: null,
    up: true,
    echoes: true,
    slowMs: 0,
    underWay: new Map(),
    maxAtOnce: 0,
    clockAheadMs: 0,
    lockTries: 0,
    seq: 1,
    topics: { kpis: 0, verifications: 0, pipeline: 0, health: 1, system: 0 },
    epoch: 'e1',
    requests: [],
    answered: [],
    streams: [],
    replies: new Map(),
    count: (path) => platform.requests.filter((request) => request.path === path).length,
    signIn: (user, introduction = {}) => {
      const cookie = { user, startedAt: now(), expiresAt: now() + lifeMs };
      const key = introduction[deviceKeyHeaders.key];
      const [spentNonce = ''] = (introduction[deviceKeyHeaders.proof] ?? '').split('.');
      const nonce = newNonce();
      const bound =
        key === undefined ? undefined : { key, nonce, spentNonce, locked: introduction[deviceKeyHeaders.locked] === '1', parked: false };
      platform.cookie = { ...cookie, ...(bound && { bound }) };
      return key === undefined ? null : nonce;
    },
    openStreams: () => platform.streams.filter((stream) => !stream.closed),
    hello: () => {
      for (const stream of platform.openStreams())
        stream.speak('hello', { kind: 'hello', epoch: platform.epoch, topics: platform.topics, at: iso(), heartbeatMs: 25_000 });
    },
    emit: (frame) => {
      for (const stream of platform.openStreams()) stream.speak('event', { ...frame, kind: 'event' });
    },
    send: async (request, signal) => {
      const sentAt = deviceNow();
      const [path = ''] = request.url.split('?');
      platform.requests.push({ method: request.method, path, headers: request.headers, body: request.body, at: Date.now() });
      while (platform.hangs?.(path) === true) {
        if (deviceNow() - sentAt >= request.timeLimitMs) return { kind: 'failed', code: 'timeout' };
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      if (!platform.up) return { kind: 'failed', code: 'network' };
      if (platform.slowMs > 0 && !(await crawl(request, signal ?? null))) return { kind: 'failed', code: 'timeout' };
      const stranger = platform.stranger?.(path);
      if (stranger !== undefined) {
        const header = (name: string) => (name === 'Content-Type' ? (stranger.contentType ?? null) : null);
        const { status, text } = stranger;
        return { kind: 'answer', rttMs: 0, receivedAt: Date.now(), raw: { status, statusText: '', text, header } };
      }
      const arrivesAfterMs = platform.arrivesAfterMs?.(path) ?? 0;
      if (arrivesAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, arrivesAfterMs));
      const as = platform.cookie?.user.id ?? null;
      const bound = platform.cookie?.bound;
      const proved = path === '/api/auth/refresh' && bound !== undefined && (await isProved(bound, request.headers));
      const { status = 200, body, more = {} } = answer(path, request, proved);
      platform.answered.push({ path, status, as });
      if (platform.loses?.(path) === true) return { kind: 'failed', code: 'network' };
      const fields: Record<string, string> = {
        ...(platform.echoes ? { [headers.correlation]: request.headers[headers.correlation] ?? '' } : {}),
        [headers.asOfSeq]: String(platform.seq),
        [headers.serverTime]: iso(),
        [headers.logEpoch]: platform.epoch,
        [headers.newestSeq]: '0',
        'Content-Type': 'application/json',
        ...more,
      };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const onItsWayMs = platform.onItsWayMs?.(path) ?? 0;
      if (onItsWayMs > 0) await new Promise((resolve) => setTimeout(resolve, onItsWayMs));
      return {
        kind: 'answer',
        // Held clock: no time passes during a call unless the test sets `slowMs`.
        rttMs: platform.slowMs,
        receivedAt: Date.now(),
        raw: { status, statusText: '', text, header: (name) => (platform.withholds?.(name) === true ? null : (fields[name] ?? null)) },
      };
    },
    openEventSource: (url) => {
      const listeners = new Map<string, Listener>();
      const stream: FakeStream = {
        url,
        closed: false,
        speak: (kind, frame) => listeners.get(kind)?.({ data: JSON.stringify(frame) }),
        fail: () => listeners.get('error')?.({}),
      };
      platform.streams.push(stream);
      queueMicrotask(() => (platform.up && platform.cookie !== null ? listeners.get('open')?.({}) : stream.fail()));
      return {
        addEventListener: (type, listener) => void listeners.set(type, listener),
        close: () => {
          stream.closed = true;
        },
      };
    },
  };
  return platform;
}
