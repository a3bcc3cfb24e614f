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
import { needsProof } from '../identity/freshProof.ts';
import { noteMisuse } from '../identity/keyMisuse.ts';
import type { AuthSession } from '../identity/sessions.ts';
import { NoLongerMay } from '../identity/stillMay.ts';
import { readCookie, sessionCookieName } from './cookies.ts';
import { meterChange } from './meter.ts';
import { isForeignRead, isSameOrigin } from './origins.ts';
import { type Refusal, httpStatusOf, isRefusal, problemAnswer, refuse } from './problem.ts';
import { refused } from './refused.ts';
import { servedOf } from './served.ts';

type Row<Id extends EndpointId> = (typeof everyEndpoint)[Id];
type Parsed<Id extends EndpointId, Part extends 'query' | 'body'> =
  Row<Id> extends Record<Part, infer S extends z.core.$ZodType> ? z.output<S> : null;

/** What a handler is given: everything already checked against the table of calls. */
export interface Call<Id extends EndpointId> {
  readonly platform: Platform;
  /** Reads go through this: the snapshot's transaction on GET, else the database. */
  readonly db: Kysely<Database>;
  readonly session: Row<Id>['needs'] extends 'public' ? AuthSession | null : AuthSession;
  /** The tenant the call is for: the session's; empty on public calls. */
  readonly tenantId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Parsed<Id, 'query'>;
  readonly body: Parsed<Id, 'body'>;
  readonly correlationId: string;
  readonly ip: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<Id extends EndpointId> = (call: Call<Id>) => Promise<z.input<Row<Id>['answer']> | Answer<Id> | Refusal | undefined>;

export interface RouteOptions {
  /** False for streams and files: no database snapshot is held while they run, and no X-As-Of-Seq is given. */
  readonly snapshot?: boolean;
  /** Reads over the connections kept for what must be answered whatever else goes on. */
  readonly vital?: true;
  /** What of the query belongs to what a command asks for, as parameters of it: one key with another is another command. */
  readonly asked?: (query: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
  /** Largest body in bytes where the general limit does not fit. */
  readonly bodyLimit?: number;
}

/**
 * With the answer that ends somebody's stay in a browser: its own cache of what was fetched goes. Never 'storage' or 'cookies': those would take the service worker, the shell, the theme,
 * the anchors (D-9) and the mark of the log-out with them. What a device holds of a person is wiped by the hub (D-31).
 */
export const forgetCopies = { 'clear-site-data': '"cache"' } as const;

/** Fastify's form of a path of the table: `{packId}` is `:packId`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Whether a decoded path parameter may be looked up: one part of a path, of one line, in well-formed Unicode. Not narrower, since the
 * names of files are people's own: spaces, quotes, `%`, `#` and `?` are legal in them (D-7).
 */
function isPathValue(value: string): boolean {
  return /^[^/\\\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]{1,255}$/u.test(value);
}

/**
 * Serves one row of the table of calls. In this order: origin and correlation id on changes, session, tenant, permission, a fresh proof, build,
 * read-only mode, shapes; then the handler. A handler that answers by itself (stream, file) calls `reply.hijack()` or `reply.send` and returns undefined.
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
    // Before the body is read: who may not call need not send.
    onRequest: async (request, reply) => {
      const admitted = await admit(platform, id, request);
      if (isRefusal(admitted)) {
        if (admitted.refused === 'gone') reply.headers(forgetCopies);
        return sendProblem(reply, request, admitted);
      }
      request.caller = admitted;
      // A wall display decides nothing.
      if (admitted === null || admitted.session.user.display !== undefined) return;
      const word = await platformWord(platform, admitted.session.user.id);
      if (word !== null) reply.header(headers.platformWord, word);
    },
    handler: async (request, reply) => {
      const caller = request.caller;
      if (caller?.barred !== undefined) {
        const before = await answerBefore(platform, { id, options }, request, caller);
        return before === null
          ? sendProblem(reply, request, await refused(platform, request, caller.barred, caller.session))
          : sendAnswer(reply, before);
      }
      const query = parse(endpoint.query, request.query);
      const body = parse(endpoint.body, request.body ?? null);
      const params = paramsOf(request, options);
      if (query === malformed || body === malformed || !Object.values(params).every(isPathValue)) {
        const before = caller && (await answerBefore(platform, { id, options }, request, caller));
        if (before) return sendAnswer(reply, before);
        const malformedCall = refuse('bad_request');
        // Who may change more than his own and sends what no console sends is on record: it may be an attempt.
        const guarded = endpoint.method !== 'GET' && endpoint.needs !== 'session' && caller !== null && caller !== undefined;
        return sendProblem(reply, request, guarded ? await refused(platform, request, malformedCall, caller.session) : malformedCall);
      }

      const run = (db: Kysely<Database>, by: Caller | null | undefined) =>
        // The table's row gives the shapes; TypeScript cannot follow `Id` through the parse above.
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
        // Their rights ended while it waited: on record like one that was refused at the door.
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
      // Its place is the next one's whatever became of it: a judgement that fails too, since the database is away.
      const answered = await answering().finally(end);
      if (answered === 'gone') return reply.hijack();
      const { answer, asOfSeq } = answered;
      if (answer === undefined || reply.sent) return reply;
      if (isRefusal(answer)) return sendProblem(reply, request, answer);
      // A display is told what its wall draws (G-17); what of which answer, one table says: others it may not ask for, but for polls, whose events are told one by one, and what is anybody's.
      const told = caller?.session.user.display !== undefined && isTold(id) ? answerTold(id, answer) : answer;
      if (platform.config.checkAnswers) z.parse(endpoint.answer, told);
      // What a command has done is answered as it was done: its rows were judged as they were written.
      const served = endpoint.method === 'GET' ? servedOf(platform, endpoint, caller?.tenantId ?? '', told) : { answer: told, leftOut: [] };
      if (served === null) return sendProblem(reply, request, refuse('internal', withheldWords));
      if (asOfSeq !== null) reply.header(headers.asOfSeq, String(asOfSeq));
      if (platform.config.checkAnswers && served.leftOut.length > 0) throw new Error(`left out: ${served.leftOut.join(', ')}`);
      if (served.leftOut.length > 0) reply.header(leftOutHeader, encodeLeftOut(served.leftOut));
      return sendAnswer(reply, served.answer);
    },
  });
}

/** Of a read that would answer with what its own schema refuses. */
const withheldWords = 'What the platform holds of this is damaged and was not sent. Whoever runs it finds in its log which it is';

/** Told when whoever asks has hung up: a page that is loaded anew leaves a line full of reads that nobody waits for. */
function hangsUp({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** In which line a read waits (readLines.ts): who is in, and whether the switch is on, is asked beside what may be long. */
function lineOf({ path }: Endpoint, { vital }: RouteOptions, { user }: AuthSession): string {
  return `${vital === true || path.startsWith('/api/auth/') ? 'short' : 'read'} ${user.id}`;
}

/** A read that waited for longer than this is judged anew, and answered to whom its sender is by then, milliseconds: rights end within five seconds (D-19), and a line may be longer. */
const judgedForMs = 1000;

const tooManyReads = (): Refusal => refuse('rate_limited', 'More is being asked with your account at once than is answered', 2000);

function sendAnswer(reply: FastifyReply, answer: unknown): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** A command of this account by the call's key; null where the call bears none. */
function keyOf(id: EndpointId, request: FastifyRequest, { session, tenantId }: Pick<Caller, 'session' | 'tenantId'>) {
  const { command }: Endpoint = everyEndpoint[id];
  const key = command === undefined ? null : idempotencyKeyOf(request);
  return key === null ? null : { tenantId, accountId: session.user.id, key };
}

/**
 * What a command was answered that took effect, and is sent again because its answer was lost: as it was, though its sender may not give it any more, or a deploy has made its
 * shape narrower. Refused, it would stand at its sender's as not done. Null where it did not take effect, or where the key stands for another one.
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

/** What a call names besides its body. */
function paramsOf(request: FastifyRequest, { asked }: RouteOptions): Record<string, string> {
  const named = Object(request.params) as Record<string, string>; // find-my-way gives strings by name
  return asked === undefined ? named : { ...named, ...asked(Object(request.query) as Record<string, unknown>) }; // an object of whatever was sent
}

interface Caller {
  readonly session: AuthSession;
  readonly tenantId: string;
  /** May not give this command any more; one of this key took effect when they might, and is answered if it is the same. */
  readonly barred?: Refusal;
}
declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `route` before the handler runs; null on public calls without a session. */
    caller: Caller | null;
  }
}

/** Judges who calls, before anything is read or done. */
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
    // Who asks whether he is in, with the token that he once had, is told that it was taken from him: his console then keeps nothing (C-73).
    const asks = id === 'me' || id === 'refresh';
    const revoked = asks && token !== null && (await platform.sessions.wasRevoked(token));
    return revoked ? refuse('gone', 'Your access was ended') : refuse('unauthenticated');
  }
  // Its device is locked: it is for nothing but what opens that, and leaving. Public calls are nobody's then.
  if (session?.isParked === true && !whileParked.has(id)) return endpoint.needs === 'public' ? null : refuse('locked');
  // Not that person's session any more: their console asks who is in, and keeps what was decided for the one who decided it.
  if (session !== null && endpoint.needs !== 'public' && id !== 'me' && isForAnother(session, request))
    return refuse('unauthenticated', 'Another person is signed in in this browser');
  if (session?.user.display !== undefined && !mayDisplayCall(id, session.user.display.reads))
    return refused(platform, request, refuse('forbidden', 'A wall display only shows'), session);
  const caller = session === null ? null : tenantOf(session, request);
  if (isRefusal(caller)) return endpoint.needs === 'public' ? null : refused(platform, request, caller, session);
  // A display's calls were judged above, one by one: its permissions are for what it follows.
  const isJudged = session?.user.display !== undefined || endpoint.needs === 'public' || endpoint.needs === 'session';
  if (!isJudged && !caller?.session.permissions.has(endpoint.needs)) {
    const named = caller === null ? null : keyOf(id, request, caller);
    if (caller !== null && named !== null && (await isKept(platform.db, named))) return { ...caller, barred: refuse('forbidden') };
    return refused(platform, request, refuse('forbidden'), session);
  }
  // Before anything waits for the tenant's turn, and whether it has been done already: what costs is that it is sent.
  const tooMuch =
    changes && endpoint.needs !== 'public' && caller !== null
      ? meterChange(platform.meter, { id, endpoint }, { accountId: caller.session.user.id, tenantId: caller.tenantId })
      : null;
  if (tooMuch !== null) return refused(platform, request, tooMuch, session);
  const unproved = endpoint.proof === true && session !== null ? needsProof(session, platform.clock) : null;
  if (unproved !== null && caller !== null) {
    platform.metrics.count('ukweli_refusals_total', { code: unproved.refused });
    const named = keyOf(id, request, caller);
    return named !== null && (await isKept(platform.db, named)) ? { ...caller, barred: unproved } : unproved;
  }
  const build = request.headers[headers.build.toLowerCase()];
  // Signing in and out, staying signed in and telling stay open to old consoles: they must live long enough to reload.
  const exempt = endpoint.needs === 'public' || endpoint.path.startsWith('/api/auth/') || endpoint.path === '/api/telemetry';
  if (changes && !exempt && typeof build === 'string' && isOlderBuild(build, platform.config.minimumBuild)) return refuse('build_too_old');
  // A client that speaks a version of the wire from before what is understood here may look and leave, and is told to reload.
  const speaks = isSpoken(protocolOf(request));
  if (!speaks && ((changes && !exempt) || id === 'events' || id === 'poll')) return refuse('build_too_old');
  // A command asks again under the tenant's lock, where an answer it was given before the switch was pulled is given again.
  if (changes && endpoint.inReadOnlyMode !== 'open' && endpoint.command === undefined && caller !== null) {
    if (await isReadOnly(platform.database.vital, caller.tenantId)) return refused(platform, request, refuse('read_only_mode'), session);
  }
  const keyNamed = request.headers[headers.idempotency.toLowerCase()] !== undefined;
  if ((endpoint.command === true || (endpoint.command === 'keyOptional' && keyNamed)) && idempotencyKeyOf(request) === null)
    return refuse('bad_request', 'The Idempotency-Key header is missing or not well formed');
  return caller;
}

/** The version of the wire that the client speaks: a header, or in the address where there can be none; for a console that names its build alone that of then, and null for who is none. */
export function protocolOf({ headers: sent, query }: Pick<FastifyRequest, 'headers' | 'query'>): number | null {
  const named = sent[headers.protocol.toLowerCase()] ?? (query as { readonly protocol?: unknown } | undefined)?.protocol; // whatever the address says
  if (named !== undefined) return Number(named);
  return sent[headers.build.toLowerCase()] === undefined ? null : unsaidProtocol;
}

/** The command's key: 16 to 128 visible characters, made by the client; null where there is none that can be used. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[headers.idempotency.toLowerCase()];
  return typeof key === 'string' && /^[\w.:-]{16,128}$/.test(key) ? key : null;
}

/**
 * The tenant that a call names must be the one that the session works in, and no other of its account's: what is still on its way when somebody has
 * switched is refused, not answered. Streams and links cannot send the header and may name it in the query.
 */
function tenantOf(session: AuthSession, request: FastifyRequest): Caller | Refusal {
  const named = request.headers[headers.tenant.toLowerCase()];
  const asked = typeof named === 'string' ? named : session.user.tenantId;
  const inQuery = Object(request.query)['tenantId'] as unknown; // the query is not parsed yet: any shape
  if (asked !== session.user.tenantId || (inQuery !== undefined && inQuery !== asked)) return refuse('wrong_tenant');
  return { session, tenantId: asked };
}

/** What a session whose device is locked is still for: the way back, and the lock itself (D-55). Leaving is public. */
const whileParked: ReadonlySet<EndpointId> = new Set(['refresh', 'parkSession', 'countLockTry']);

/** Whether a call names somebody as whose session it takes this to be, who it is not. A call that names nobody is the session's. */
function isForAnother(session: AuthSession, request: FastifyRequest): boolean {
  const named = request.headers[headers.account.toLowerCase()];
  return named !== undefined && named !== session.user.id;
}

/** Runs a read in one snapshot together with the tenant's newest seq, so that the seq tells exactly what the answer holds (D-32). */
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

/** Answers with a problem. */
export function sendProblem(reply: FastifyReply, request: FastifyRequest, refusal: Refusal, status?: number): FastifyReply {
  if (refusal.retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfterMs / 1000)));
  return reply
    .code(status ?? httpStatusOf(refusal.refused))
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(problemAnswer(refusal, request.id)));
}
