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

/** Default maximum of a JSON body, bytes; routes may set another. */
const bodyLimit = 1024 * 1024;
/**
 * A body above the limit is still read and discarded up to this many bytes. Otherwise the sender's connection would break before it reads
 * the refusal; a proxy would take that for a dead platform and block it for everybody for ten seconds.
 */
const drainedBody = 16 * 1024 * 1024;
/** Retry-After for clients while the database is unavailable, milliseconds. */
const retryAfterMs = 5000;
/** Streaming routes; their durations say nothing about response times. */
const streams: ReadonlySet<string> = new Set([endpoints.events.path, '/tenants/:tenantId']);
/** Maximum time that requests under way may delay shutdown, milliseconds. */
const finishWithinMs = 4000;

/** Builds the HTTP server of a platform without listening: `main.ts` listens, tests inject requests. */
export async function createApp(platform: Platform): Promise<FastifyInstance> {
  const { config, log, metrics, clock } = platform;
  const fixed = securityHeaders(config);
  const always = () => ({ ...fixed, 'content-security-policy': platform.policy.text() });
  /**
   * Headers of every response, also of very early ones: the echoed correlation id tells a console that the platform answered and not an
   * intermediary (D-50).
   */
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
    // Slower request bodies are cut off (A-14); responses, above all streams, may take any time.
    requestTimeout: 20_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
    // At shutdown requests under way are finished; idle connections are closed at once.
    forceCloseConnections: 'idle',
    // Fastify's own 503 while closing would lack our headers, so late requests are still served.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: (request) => correlationIdOf(request.headers[headers.correlation.toLowerCase()]),
    routerOptions: { maxParamLength: 256 },
    // A URL that cannot be decoded runs no hook; request and reply differ from the usual types in generics only.
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
    const forwarded = addressesOnly(given['x-forwarded-for'] as string | undefined); // Node joins repeated headers
    // Emptied instead of deleted if nothing in it is valid: its presence shows that there is a proxy.
    if (given['x-forwarded-for'] !== undefined) given['x-forwarded-for'] = forwarded ?? '';
    reply.headers(told(request.id));
  });
  app.addHook('onResponse', async (request, reply) => {
    const tookMs = performance.now() - (startedAt.get(request) ?? performance.now());
    const route = request.routeOptions.url ?? 'none';
    metrics.count('ukweli_http_requests_total', { method: request.method, route, status: String(reply.statusCode) });
    if (!streams.has(route)) metrics.observe('ukweli_http_request_duration_seconds', tookMs / 1000, { route });
    // Log the route's pattern, not the URL, which may contain tokens and names (A-15).
    if (route.startsWith('/api/'))
      log.info('http', { method: request.method, route, status: reply.statusCode, ms: Math.round(tookMs), correlationId: request.id });
  });

  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Every call carries the JSON content type, including those without a body (C-74).
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

/** Answers malformed or too slow HTTP and closes the connection. Only the correlation id of the request is used, if there is one. */
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

/** The caller's correlation id if it is valid, else a new one. */
function correlationIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(given) ? given : randomUUID();
}

/** Maps a thrown error to a refusal; its own message is never sent. */
function refusalOf(failure: { statusCode?: number; code?: string }): Refusal {
  if (failure instanceof ReadOnlyMode) return refuse('read_only_mode');
  if (failure.statusCode === 413) return refuse('too_large');
  if (failure.statusCode !== undefined && failure.statusCode >= 400 && failure.statusCode < 500) return refuse('bad_request');
  if (isUnreachable(failure)) return refuse('unavailable', undefined, retryAfterMs);
  return refuse('internal');
}
