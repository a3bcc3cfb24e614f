import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { endpoints, headers } from '../src/contracts/endpoints.ts';
import type { Platform } from './context.ts';
import { ReadOnlyMode } from './db/readOnly.ts';
import { refusalByRule } from './db/brokenRule.ts';
import { isUnreachable } from './db/unreachable.ts';
import { addressesOnly, createProxyWarning } from './http/forwarded.ts';
import { problemAnswer, type Refusal, refuse } from './http/problem.ts';
import { sendProblem } from './http/route.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { modules } from './modules.ts';

/** Largest JSON body, bytes; routes that need more or less say so. */
const bodyLimit = 1024 * 1024;
/**
 * A body above the limit is still read to its end, and dropped, up to this many bytes: who sends it would otherwise meet a closed door in the middle of
 * sending and never hear why. A proxy takes that for a dead platform, and keeps everybody from it for ten seconds.
 */
const drainedBody = 16 * 1024 * 1024;
/** What a client is told to wait at least while the database is away. */
const retryAfterMs = 5000;
/** Routes whose answers last as long as their readers stay: no measure of how fast the platform answers. */
const streams: ReadonlySet<string> = new Set([endpoints.events.path, '/tenants/:tenantId']);
/** Longest that calls under way may hold up the end of the platform. */
const finishWithinMs = 4000;

/** Builds the HTTP side over a platform. It listens to nothing: `main.ts` does, tests inject. */
export async function createApp(platform: Platform): Promise<FastifyInstance> {
  const { config, log, metrics, clock } = platform;
  const fixed = securityHeaders(config);
  const always = () => ({ ...fixed, 'content-security-policy': platform.policy.text() });
  /** On every answer, however early it is given: by the echo of its call's id a console knows the platform from whoever else stands in between (D-50). */
  const told = (correlationId: string) => ({
    ...always(),
    'cache-control': 'no-store',
    [headers.correlation]: correlationId,
    [headers.serverTime]: clock.now().toISOString(),
  });
  const app = Fastify({
    logger: false,
    bodyLimit,
    trustProxy: (_address, hop) => hop < (config.trustedProxies ?? 0),
    // A body that trickles in for longer than this is cut off (A-14); answers, streams above all, may take as long as they like.
    requestTimeout: 20_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
    // At the end, calls under way are finished and answered; who holds a connection without asking anything is let go at once.
    forceCloseConnections: 'idle',
    // Fastify's own refusal while closing would go out without our headers; what still comes in is served.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: (request) => correlationIdOf(request.headers[headers.correlation.toLowerCase()]),
    routerOptions: { maxParamLength: 256 },
    // An address that cannot be decoded meets no hook; request and reply differ from the usual ones in generics only.
    frameworkErrors: (_failure, request, reply) =>
      void sendProblem(reply.headers(told(request.id)) as never, request as never, refuse('bad_request')),
    clientErrorHandler: (failure, socket) => answerUnparsed(failure, socket, told),
  });
  const startedAt = new WeakMap<object, number>();
  const warnOfProxy = createProxyWarning(config, log);

  app.decorateRequest('caller', null);
  app.addHook('preClose', async () => {
    platform.drain();
    setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (platform.draining) reply.header('connection', 'close');
  });
  app.addHook('onRequest', async (request, reply) => {
    startedAt.set(request, performance.now());
    const { headers: given } = request.raw;
    warnOfProxy(given);
    const forwarded = addressesOnly(given['x-forwarded-for'] as string | undefined); // Node joins what came more than once
    // Left empty where nothing of it counts, and not taken away: that there is a proxy is told by its being there.
    if (given['x-forwarded-for'] !== undefined) given['x-forwarded-for'] = forwarded ?? '';
    reply.headers(told(request.id));
  });
  app.addHook('onResponse', async (request, reply) => {
    const tookMs = performance.now() - (startedAt.get(request) ?? performance.now());
    const route = request.routeOptions.url ?? 'none';
    metrics.count('ukweli_http_requests_total', { method: request.method, route, status: String(reply.statusCode) });
    if (!streams.has(route)) metrics.observe('ukweli_http_request_duration_seconds', tookMs / 1000, { route });
    // The route's pattern, never the address itself: addresses carry tokens and names (A-15).
    if (route.startsWith('/api/'))
      log.info('http', { method: request.method, route, status: reply.statusCode, ms: Math.round(tookMs), correlationId: request.id });
  });

  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Every call carries the JSON content type, those without a body too (C-74).
    if (body === '') done(null, null);
    else void parseJson(request, body as string, done); // parseAs: 'string'
  });

  app.setNotFoundHandler((request, reply) => sendProblem(reply, request, refuse('not_found')));
  app.setErrorHandler((failure: { statusCode?: number; code?: string }, request, reply) => {
    const byRule = refusalByRule(failure);
    const refusal = byRule ?? refusalOf(failure);
    if (byRule !== null || refusal.refused === 'internal' || refusal.refused === 'unavailable')
      log.error('http.failed', failure, { route: request.routeOptions.url ?? 'none', correlationId: request.id });
    if (refusal.refused === 'too_large' && Number(request.headers['content-length'] ?? 0) <= drainedBody) reply.removeHeader('connection');
    return sendProblem(reply, request, refusal, failure.statusCode === 415 ? 415 : undefined);
  });

  for (const register of modules) await register(app, platform);
  return app;
}

/** Answers what was not HTTP at all, or came too slowly, and hangs up. Of what came, only the id is read, where there is one. */
function answerUnparsed(
  failure: { code?: string; rawPacket?: unknown },
  socket: Socket,
  told: (correlationId: string) => Readonly<Record<string, string>>,
): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status =
    failure.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : failure.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
  const packet = Buffer.isBuffer(failure.rawPacket) ? failure.rawPacket.toString('latin1') : '';
  const given = /^x-correlation-id:[ \t]*(\S+)/im.exec(packet)?.[1];
  const correlationId = correlationIdOf(given);
  const body = JSON.stringify(problemAnswer(refuse('bad_request'), correlationId));
  const lines = Object.entries({
    ...told(correlationId),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });
  return void socket.end(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
}

/** The caller's correlation id if it is one, else a new one. */
function correlationIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(given) ? given : randomUUID();
}

/** What a thrown failure becomes on the wire: never its own words. */
function refusalOf(failure: { statusCode?: number; code?: string }): Refusal {
  if (failure instanceof ReadOnlyMode) return refuse('read_only_mode');
  if (failure.statusCode === 413) return refuse('too_large');
  if (failure.statusCode !== undefined && failure.statusCode >= 400 && failure.statusCode < 500) return refuse('bad_request');
  if (isUnreachable(failure)) return refuse('unavailable', undefined, retryAfterMs);
  return refuse('internal');
}
