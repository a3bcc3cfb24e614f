import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { type EveryAnswer as Answer, everyEndpoint, type EveryEndpointId as EndpointId } from '../../src/contracts/everyEndpoint.ts';
import { encodeLeftOut, leftOutHeader } from '../../src/contracts/leftOut.ts';
import { z } from '../../src/contracts/zod.ts';
import { isSpoken, unsaidProtocol } from '../../src/contracts/version.ts';
import { isOlderBuild } from '../../src/domain/build.ts';
import { mayDisplayCall } from '../../src/domain/wall/mayDisplayCall.ts';
import { answerTold, isTold } from '../../src/domain/wall/told.ts';
import { isKept, replay, requestHash } from '../commands/idempotency.ts';
import { platformWord } from '../commands/platformWord.ts';
import type { Platform } from '../context.ts';
import { isReadOnly } from '../db/readOnly.ts';
import type { Database } from '../db/schema.ts';
import { needsProof } from '../identity/sessions/freshProof.ts';
import { noteMisuse } from '../identity/sessions/keyMisuse.ts';
import type { AuthSession } from '../identity/sessions/sessions.ts';
import { NoLongerMay } from '../identity/sessions/stillMay.ts';
import { readCookie, sessionCookieName } from './cookies.ts';
import { meterChange } from './meter.ts';
import { isForeignRead, isSameOrigin } from './origins.ts';
import { type Refusal, httpStatusOf, isRefusal, problemAnswer, refuse } from './problem.ts';
import { refused } from './refused.ts';
import { servedOf } from './served.ts';

type Row<Id extends EndpointId> = (typeof everyEndpoint)[Id];
type Parsed<Id extends EndpointId, Part extends 'query' | 'body'> =
  Row<Id> extends Record<Part, infer S extends z.core.$ZodType> ? z.output<S> : null;

/** Input of a handler, already checked against the table of calls. */
export interface Call<Id extends EndpointId> {
  readonly platform: Platform;
  /** For reads: the snapshot's transaction on GET, otherwise the database. */
  readonly db: Kysely<Database>;
  readonly session: Row<Id>['needs'] extends 'public' ? AuthSession | null : AuthSession;
  /** The session's tenant; empty on public calls. */
  readonly tenantId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Parsed<Id, 'query'>;
  readonly body: Parsed<Id, 'body'>;
  readonly correlationId: string;
  readonly ip: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers a call, refuses it, or has replied itself (undefined). */
export type Handler<Id extends EndpointId> = (call: Call<Id>) => Promise<z.input<Row<Id>['answer']> | Answer<Id> | Refusal | undefined>;

/** How the server treats a call, beyond what the table of calls says. */
export interface RouteOptions {
  /** False for streams and files: no database snapshot is held while they run, and X-As-Of-Seq is not sent. */
  readonly snapshot?: boolean;
  /** Reads over the connections reserved for calls that must be answered under any load. */
  readonly vital?: true;
  /** Query members that are part of a command's parameters: the same idempotency key with other values is another command. */
  readonly asked?: (query: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
  /** Maximum body size in bytes, if the general limit does not fit. */
  readonly bodyLimit?: number;
}

/**
 * Header of the answer that ends a session in a browser: clears the HTTP cache. Never 'storage' or 'cookies': those would also delete the service worker, the shell, the theme, the
 * anchors (D-9) and the log-out mark. The hub wipes personal data on the device (D-31).
 */
export const forgetCopies = { 'clear-site-data': '"cache"' } as const;

/** Fastify's form of a path of the table: `{packId}` becomes `:packId`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * True if a decoded path parameter may be looked up: one path segment, one line, well-formed Unicode. Not stricter, since people name files freely: spaces, quotes, `%`, `#` and
 * `?` are legal (D-7).
 */
function isPathValue(value: string): boolean {
  return /^[^/\\\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]{1,255}$/u.test(value);
}

/**
 * Serves one row of the table of calls. Checks in this order: origin and correlation id on changes, session, tenant, permission, rate limit, re-authentication, build, read-only
 * mode, schemas; then runs the handler. A handler that answers itself (stream, file) calls `reply.hijack()` or `reply.send` and returns undefined.
 */
export function route<Id extends EndpointId>(
  app: FastifyInstance,
  platform: Platform,
  id: Id,
  handler: Handler<Id>,
  options: RouteOptions = {},
): void {
  const endpoint: Endpoint = everyEndpoint[id];
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    exposeHeadRoute: false,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    // Before the body is read, so that a caller without the right need not send it.
    onRequest: async (request, reply) => {
      const admitted = await admit(platform, id, request);
      if (isRefusal(admitted)) {
        if (admitted.refused === 'gone') reply.headers(forgetCopies);
        return sendProblem(reply, request, admitted);
      }
      request.caller = admitted;
      // A wall display issues no commands.
      if (admitted === null || admitted.session.user.display !== undefined) return;
      const word = await platformWord(platform, admitted.session.user.id);
      if (word !== null) reply.header(headers.platformWord, word);
    },
    handler: async (request, reply) => {
      const caller = request.caller;
      if (caller?.refusal !== undefined) {
        const before = await answerBefore(platform, { id, options }, request, caller);
        return before === null
          ? sendProblem(reply, request, await refused(platform, request, caller.refusal, caller.session))
          : sendAnswer(reply, before);
      }
      const query = parse(endpoint.query, request.query);
      const body = parse(endpoint.body, request.body ?? null);
      const params = paramsOf(request, options);
      if (query === malformed || body === malformed || !Object.values(params).every(isPathValue)) {
        const before = caller && (await answerBefore(platform, { id, options }, request, caller));
        if (before) return sendAnswer(reply, before);
        const malformedCall = refuse('bad_request');
        // A malformed change to an endpoint that needs a permission is recorded: no console sends it, so it may be an attack.
        const guarded = endpoint.method !== 'GET' && endpoint.needs !== 'session' && caller !== null && caller !== undefined;
        return sendProblem(reply, request, guarded ? await refused(platform, request, malformedCall, caller.session) : malformedCall);
      }

      const run = (db: Kysely<Database>, by: Caller | null | undefined) =>
        // The table's row determines the types; TypeScript cannot follow `Id` through `parse` above.
        handler({
          platform,
          db,
          session: by?.session ?? null,
          tenantId: by?.tenantId ?? '',
          params,
          query,
          body,
          correlationId: request.id,
          ip: request.ip,
          request,
          reply,
        } as unknown as Call<Id>);

      const judged = (failure: unknown): Promise<{ answer: Refusal; asOfSeq: null }> => {
        // The caller's rights ended while the command waited: recorded like a refusal at admission.
        if (!(failure instanceof NoLongerMay)) throw failure;
        return refused(platform, request, failure.refusal, caller?.session ?? null).then((answer) => ({ answer, asOfSeq: null }));
      };
      const snapshot = options.snapshot ?? (endpoint.method === 'GET' && endpoint.needs !== 'public');
      const reads = snapshot && caller !== null && caller !== undefined ? caller : null;
      const leave = reads === null ? null : platform.reads.enter(lineOf(endpoint, options, reads.session), hangsUp(reply));
      if (leave === null && reads !== null)
        return sendProblem(reply, request, await refused(platform, request, tooManyReads(), reads.session));
      const fromMs = platform.clock.now().getTime();
      const end = await leave;
      const answering = async (): Promise<'gone' | { readonly answer: unknown; readonly asOfSeq: number | null }> => {
        if (reads === null) return run(platform.db, caller).then((answer) => ({ answer, asOfSeq: null }), judged);
        if (reply.raw.destroyed) return 'gone';
        const waitedMs = Math.abs(platform.clock.now().getTime() - fromMs);
        const now = waitedMs > judgedForMs ? await admit(platform, id, request) : reads;
        if (isRefusal(now)) return { answer: now, asOfSeq: null };
        request.caller = now;
        return inSnapshot({ db: options.vital === true ? platform.database.vital : platform.db }, now?.tenantId ?? '', (db) =>
          run(db, now),
        );
      };
      // Frees the place in every case, also if the second check fails because the database is away.
      const answered = await answering().finally(end);
      if (answered === 'gone') return reply.hijack();
      const { answer, asOfSeq } = answered;
      if (answer === undefined || reply.sent) return reply;
      if (isRefusal(answer)) return sendProblem(reply, request, answer);
      // A display gets only what its dashboards draw (G-17), by the table `toldAnswers`. It may call no other rows except polls, which filter each event, and public calls.
      const told = caller?.session.user.display !== undefined && isTold(id) ? answerTold(id, answer) : answer;
      if (platform.config.checkAnswers) z.parse(endpoint.answer, told);
      // A command's answer is sent unchanged: its rows were validated when written.
      const served = endpoint.method === 'GET' ? servedOf(platform, endpoint, caller?.tenantId ?? '', told) : { answer: told, leftOut: [] };
      if (served === null) return sendProblem(reply, request, refuse('internal', withheldLabels));
      if (asOfSeq !== null) reply.header(headers.asOfSeq, String(asOfSeq));
      if (platform.config.checkAnswers && served.leftOut.length > 0) throw new Error(`left out: ${served.leftOut.join(', ')}`);
      if (served.leftOut.length > 0) reply.header(leftOutHeader, encodeLeftOut(served.leftOut));
      return sendAnswer(reply, served.answer);
    },
  });
}

/** Message for a read whose answer does not fit its own schema. */
const withheldLabels = 'The platform’s data for this is damaged and was not sent. The platform’s log names it';

/** Aborted when the caller disconnects, so that a reloaded page leaves no abandoned reads in the queue. */
function hangsUp({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** The line in which a read waits (readLines.ts): session and kill-switch reads do not wait behind long reads. */
function lineOf({ path }: Endpoint, { vital }: RouteOptions, { user }: AuthSession): string {
  return `${vital === true || path.startsWith('/api/auth/') ? 'short' : 'read'} ${user.id}`;
}

/** A read that waited longer than this (milliseconds) is admitted again with the caller's current rights: rights end within five seconds (D-19), and a wait may be longer. */
const judgedForMs = 1000;

const tooManyReads = (): Refusal => refuse('rate_limited', 'Your account is making too many requests at once', 2000);

function sendAnswer(reply: FastifyReply, answer: unknown): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** The call's idempotency key with tenant and account; null if it carries none. */
function keyOf(id: EndpointId, request: FastifyRequest, { session, tenantId }: Pick<Caller, 'session' | 'tenantId'>) {
  const { command }: Endpoint = everyEndpoint[id];
  const key = command === undefined ? null : idempotencyKeyOf(request);
  return key === null ? null : { tenantId, accountId: session.user.id, key };
}

/**
 * The stored answer of a completed command that is sent again because its answer was lost. Returned even if the sender has lost the right since, or a deploy has narrowed the
 * schema; a refusal would make it look as not done. Null if the command did not take effect, or the key belongs to another one.
 */
async function answerBefore(
  platform: Platform,
  { id, options }: { readonly id: EndpointId; readonly options: RouteOptions },
  request: FastifyRequest,
  caller: Caller,
): Promise<unknown> {
  const named = keyOf(id, request, caller);
  if (named === null) return null;
  const hash = requestHash({ call: id, params: paramsOf(request, options), body: request.body ?? null });
  const before = await replay(platform.db, { call: id, ...named, requestHash: hash, parsedHash: hash }, platform.config);
  return before === null || isRefusal(before) ? null : before.answer;
}

/** A call's parameters besides its body. */
function paramsOf(request: FastifyRequest, { asked }: RouteOptions): Record<string, string> {
  const named = Object(request.params) as Record<string, string>; // find-my-way gives strings by name
  return asked === undefined ? named : { ...named, ...asked(Object(request.query) as Record<string, unknown>) }; // an object with any members
}

interface Caller {
  readonly session: AuthSession;
  readonly tenantId: string;
  /** The caller may no longer give this command. If the same command took effect under this key earlier, its answer is repeated; otherwise the call is refused. */
  readonly refusal?: Refusal;
}
declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `route` before the handler runs; null on public calls without a session. */
    caller: Caller | null;
  }
}

/** Decides whether the caller may make this call, before anything is read or done. */
async function admit(platform: Platform, id: EndpointId, request: FastifyRequest): Promise<Caller | null | Refusal> {
  const endpoint: Endpoint = everyEndpoint[id];
  const changes = endpoint.method !== 'GET';
  if (!changes && endpoint.needs !== 'public' && isForeignRead(platform, request, id === 'events'))
    return refused(platform, request, refuse('csrf'));
  if (changes) {
    if (!isSameOrigin(platform, request)) return refused(platform, request, refuse('csrf'));
    if (typeof request.headers[headers.correlation.toLowerCase()] !== 'string')
      return refused(platform, request, refuse('csrf', 'The X-Correlation-ID header is missing'));
  }
  const token = readCookie(request.headers.cookie, sessionCookieName(platform.config));
  const session =
    token === null
      ? null
      : await platform.sessions.authenticate(token, id === 'me' ? 'self' : id === 'refresh' ? 'renewal' : 'any', 'told');
  if (endpoint.needs !== 'public' && session === null) {
    if (token !== null) await noteMisuse(platform, { why: 'spent', token }, { correlationId: request.id, ip: request.ip });
    // Tells a caller whose session was revoked so, when the console asks for its session: the console then keeps nothing (C-73).
    const asks = id === 'me' || id === 'refresh';
    const revoked = asks && token !== null && (await platform.sessions.wasRevoked(token));
    return revoked ? refuse('gone', 'Your access was ended') : refuse('unauthenticated');
  }
  // The session's device is locked: only unlocking and leaving are possible. Public calls count as anonymous.
  if (session?.isParked === true && !whileParked.has(id)) return endpoint.needs === 'public' ? null : refuse('locked');
  // The session belongs to another person now: the console asks who is signed in, and keeps queued commands for their author.
  if (session !== null && endpoint.needs !== 'public' && id !== 'me' && isForAnother(session, request))
    return refuse('unauthenticated', 'Another person is signed in in this browser');
  if (session?.user.display !== undefined && !mayDisplayCall(id, session.user.display.reads))
    return refused(platform, request, refuse('forbidden', 'A wall display only shows'), session);
  const caller = session === null ? null : tenantOf(session, request);
  if (isRefusal(caller)) return endpoint.needs === 'public' ? null : refused(platform, request, caller, session);
  // Calls of displays were checked above; their permissions only control which topics they follow.
  const isJudged = session?.user.display !== undefined || endpoint.needs === 'public' || endpoint.needs === 'session';
  if (!isJudged && !caller?.session.permissions.has(endpoint.needs)) {
    const named = caller === null ? null : keyOf(id, request, caller);
    if (caller !== null && named !== null && (await isKept(platform.db, named))) return { ...caller, refusal: refuse('forbidden') };
    return refused(platform, request, refuse('forbidden'), session);
  }
  // Before the call waits for the tenant's lock, and even if it is a repeat: sending it already causes the load.
  const tooMuch =
    changes && endpoint.needs !== 'public' && caller !== null
      ? meterChange(platform.meter, { id, endpoint }, { accountId: caller.session.user.id, tenantId: caller.tenantId })
      : null;
  if (tooMuch !== null) return refused(platform, request, tooMuch, session);
  const unproved = endpoint.proof === true && session !== null ? needsProof(session, platform.clock) : null;
  if (unproved !== null && caller !== null) {
    platform.metrics.count('ukweli_refusals_total', { code: unproved.refused });
    const named = keyOf(id, request, caller);
    return named !== null && (await isKept(platform.db, named)) ? { ...caller, refusal: unproved } : unproved;
  }
  const build = request.headers[headers.build.toLowerCase()];
  // Sign-in, log-out, refresh and telemetry stay open to old consoles, which must live long enough to reload.
  const exempt = endpoint.needs === 'public' || endpoint.path.startsWith('/api/auth/') || endpoint.path === '/api/telemetry';
  if (changes && !exempt && typeof build === 'string' && isOlderBuild(build, platform.config.minimumBuild)) return refuse('build_too_old');
  // A client with a protocol version that is no longer supported may read and log out, and is told to reload.
  const speaks = isSpoken(protocolOf(request));
  if (!speaks && ((changes && !exempt) || id === 'events' || id === 'poll')) return refuse('build_too_old');
  // Commands are checked again under the tenant's lock, where a repeat of a command from before the switch gets its stored answer.
  if (changes && endpoint.inReadOnlyMode !== 'open' && endpoint.command === undefined && caller !== null) {
    if (await isReadOnly(platform.database.vital, caller.tenantId)) return refused(platform, request, refuse('read_only_mode'), session);
  }
  const keyNamed = request.headers[headers.idempotency.toLowerCase()] !== undefined;
  if ((endpoint.command === true || (endpoint.command === 'keyOptional' && keyNamed)) && idempotencyKeyOf(request) === null)
    return refuse('bad_request', 'The Idempotency-Key header is missing or not well formed');
  return caller;
}

/**
 * The client's protocol version: from the header, or from the query where headers cannot be set. A console that sends only its build has the version from before versions were
 * sent; null if the client is no console.
 */
export function protocolOf({ headers: sent, query }: Pick<FastifyRequest, 'headers' | 'query'>): number | null {
  const named = sent[headers.protocol.toLowerCase()] ?? (query as { readonly protocol?: unknown } | undefined)?.protocol; // unparsed: any shape
  if (named !== undefined) return Number(named);
  return sent[headers.build.toLowerCase()] === undefined ? null : unsaidProtocol;
}

/** The command's idempotency key: 16 to 128 visible characters, made by the client; null if missing or malformed. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[headers.idempotency.toLowerCase()];
  return typeof key === 'string' && /^[\w.:-]{16,128}$/.test(key) ? key : null;
}

/**
 * The tenant named by a call must be the session's current one, not another tenant of the account: a request in flight during a tenant switch is refused. Streams and links cannot
 * send the header and may name it in the query.
 */
function tenantOf(session: AuthSession, request: FastifyRequest): Caller | Refusal {
  const named = request.headers[headers.tenant.toLowerCase()];
  const asked = typeof named === 'string' ? named : session.user.tenantId;
  const inQuery = Object(request.query)['tenantId'] as unknown; // the query is not parsed yet: any shape
  if (asked !== session.user.tenantId || (inQuery !== undefined && inQuery !== asked)) return refuse('wrong_tenant');
  return { session, tenantId: asked };
}

/** Calls allowed while the session's device is locked: unlocking and the lock itself (D-55). Log-out is public. */
const whileParked: ReadonlySet<EndpointId> = new Set(['refresh', 'parkSession', 'countLockTry']);

/** True if the call names an account other than the session's. A call that names none belongs to the session. */
function isForAnother(session: AuthSession, request: FastifyRequest): boolean {
  const named = request.headers[headers.account.toLowerCase()];
  return named !== undefined && named !== session.user.id;
}

/** Runs a read in one snapshot together with the tenant's newest seq, so that the seq describes exactly this answer (D-32). */
export async function inSnapshot<T>(
  platform: Pick<Platform, 'db'>,
  tenantId: string,
  run: (db: Kysely<Database>) => Promise<T>,
): Promise<{ answer: T; asOfSeq: number }> {
  return platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set transaction read only`.execute(trx);
      const head = await trx.selectFrom('event_heads').select('seq').where('tenant_id', '=', tenantId).executeTakeFirst();
      return { answer: await run(trx), asOfSeq: head?.seq ?? 0 };
    });
}

const malformed = Symbol('malformed');
function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return null;
  const result = z.safeParse(schema, value);
  return result.success ? result.data : malformed;
}

/** Sends a refusal as a problem answer. */
export function sendProblem(reply: FastifyReply, request: FastifyRequest, refusal: Refusal, status?: number): FastifyReply {
  if (refusal.retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfterMs / 1000)));
  return reply
    .code(status ?? httpStatusOf(refusal.refused))
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(problemAnswer(refusal, request.id)));
}
