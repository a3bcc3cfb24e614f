import type { Kysely } from 'kysely';
import type { KoaContext } from 'oidc-provider';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { type Attempts, createAttempts } from '../guessing/attempts.ts';
import { deviceCookieName, readCookie } from '../../http/cookies.ts';
import { beginningBucket, knownBeginningsBucket } from '../guessing/buckets.ts';
import { type IssuedMark, openDeviceMarks } from '../sessions/device.ts';
import { busyPage, errorPage } from './page.ts';
import { providerNow } from './store.ts';

/**
 * Limits what anonymous callers cost at the provider (G-19): each started sign-in is a row for ten minutes. So rows are small, starts are
 * rate-limited by address, and the number of open sign-ins is limited.
 */

/** Maximum body under `/idp`, bytes: a form with address and password, a code, or a passkey's answer. */
export const longestBody = 4096;
/** Maximum characters of a parameter that is returned or signed unchanged (the console's have 43). */
const longestParameter = 256;
/** Maximum characters of all parameters. */
const longestQuery = 2048;
/** Maximum of open sign-ins over all instances; above it, callers are told to retry later. */
export const waitingStepsLimit = 2000;
/** The maximum for known devices: anonymous callers cannot use the capacity between the two. */
export const knownStepsLimit = 3000;

/** HTTP status for refusing a body unread; null if acceptable. A content-length is required, since nothing is counted while reading. */
export function bodyRefusal({ headers: sent }: Pick<FastifyRequest, 'headers'>): 411 | 413 | null {
  if (sent['transfer-encoding'] !== undefined) return 411;
  return Number(sent['content-length'] ?? 0) > longestBody ? 413 : null;
}

/** Middleware: rate-limits the start of sign-ins and refuses parameters of library features that are not used. */
export function beginningRules(platform: Pick<Platform, 'db' | 'database' | 'clock' | 'log' | 'metrics' | 'config' | 'secrets'>) {
  const attempts = createAttempts(platform);
  return async (ctx: KoaContext, next: () => Promise<void>): Promise<void> => {
    if (ctx.path === '/.well-known/openid-configuration') {
      await next();
      // The library lists three response modes and has no setting for it.
      ctx.body = { ...Object(ctx.body), response_modes_supported: ['query'] };
      return undefined;
    }
    if (ctx.path !== '/authorize') return next();
    if (ctx.method !== 'GET' || isMoreThanAsked(ctx)) return refusePage(platform, ctx, 400, errorPage());
    const waitMs = await waitOf(platform.db, attempts, ctx.ip, await markOf(platform, ctx));
    if (waitMs === null) return next();
    const waitS = Math.ceil(waitMs / 1000);
    ctx.set('retry-after', String(waitS));
    return refusePage(platform, ctx, 429, busyPage(waitS));
  };
}

/** How long the start of a sign-in has to wait, milliseconds; null if it may proceed. */
async function waitOf(db: Kysely<Database>, attempts: Attempts, ip: string, mark: IssuedMark | null): Promise<number | null> {
  const waiting = await waitingSteps(db);
  if (mark !== null && waiting < knownStepsLimit) {
    // Check the device's own limit first, so that a device that keeps trying does not use up its account's.
    const waitMs = await attempts.take([beginningBucket(ip, mark.nonce)]);
    if (waitMs !== null || (await attempts.take([knownBeginningsBucket(mark.whose)])) === null) return waitMs;
  }
  return waiting >= waitingStepsLimit ? 60_000 : attempts.take([beginningBucket(ip)]);
}

/**
 * Gives a completed sign-in back to its address, behind which many people may be. A known device has a new mark by then, with a count of
 * zero, and also gives one back to its address; that admits nobody whom the mark would not have admitted.
 */
export async function endedWell(attempts: Attempts, ip: string): Promise<void> {
  await attempts.succeeded([beginningBucket(ip)]);
}

/** The request's device mark; null for an unknown device. */
async function markOf({ config, secrets }: Pick<Platform, 'config' | 'secrets'>, ctx: KoaContext): Promise<IssuedMark | null> {
  return (await openDeviceMarks(secrets)).issued(readCookie(ctx.get('cookie'), deviceCookieName(config)));
}

function isMoreThanAsked({ query }: KoaContext): boolean {
  const lengths = Object.entries(query).map(([name, value = '']) => name.length + String(value).length);
  if (lengths.reduce((all, one) => all + one, 0) > longestQuery) return true;
  if (query['response_mode'] !== undefined && query['response_mode'] !== 'query') return true;
  return ['state', 'nonce'].some((name) => String(query[name] ?? '').length > longestParameter);
}

function refusePage({ metrics, log }: Pick<Platform, 'metrics' | 'log'>, ctx: KoaContext, status: 400 | 429, page: string): void {
  metrics.count('ukweli_idp_refusals_total', { event: 'beginning' });
  log.warn('idp.refused', { on: 'beginning', status });
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = page;
}

async function waitingSteps(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('oidc_payloads')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', '=', 'Interaction')
    .where('expires_at', '>', providerNow().toISOString())
    .executeTakeFirstOrThrow();
  return count;
}
