import type { Kysely } from 'kysely';
import type { KoaContext } from 'oidc-provider';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { type Attempts, createAttempts } from '../attempts.ts';
import { beginningBucket } from '../buckets.ts';
import { busyPage, errorPage } from './page.ts';
import { providerNow } from './store.ts';

/**
 * What strangers may cost at the provider (G-19): whoever begins a sign-in is nobody yet, and each beginning is a row for ten minutes. So its row is small, each address begins at a
 * measured pace, and no more than so many wait at a time.
 */

/** Bytes of a body under `/idp`: a form with an address and a password, a code, or what a passkey answers. */
export const longestBody = 4096;
/** Characters of a parameter that is sent back or signed as it came. The console's own have 43. */
const longestParameter = 256;
/** Characters of all of them. */
const longestQuery = 2048;
/** Sign-ins that may be begun and not ended at a time, on all instances together: beyond, whoever begins is told to come back. */
export const waitingStepsLimit = 2000;

/** Why a body is not read, as a status of HTTP; null where it is. Its length is to be said beforehand: nothing is counted while it comes. */
export function bodyRefusal({ headers: sent }: Pick<FastifyRequest, 'headers'>): 411 | 413 | null {
  if (sent['transfer-encoding'] !== undefined) return 411;
  return Number(sent['content-length'] ?? 0) > longestBody ? 413 : null;
}

/** Measures what begins a sign-in, and keeps what the library can besides and nobody uses from being asked for. */
export function beginningRules(platform: Pick<Platform, 'db' | 'database' | 'clock' | 'log' | 'metrics'>) {
  const attempts = createAttempts(platform);
  return async (ctx: KoaContext, next: () => Promise<void>): Promise<void> => {
    if (ctx.path === '/.well-known/openid-configuration') {
      await next();
      // The library knows three ways and has no setting for them.
      ctx.body = { ...Object(ctx.body), response_modes_supported: ['query'] };
      return undefined;
    }
    if (ctx.path !== '/authorize') return next();
    if (ctx.method !== 'GET' || isMoreThanAsked(ctx)) return refusePage(platform, ctx, 400, errorPage());
    const waitMs = (await waitingSteps(platform.db)) >= waitingStepsLimit ? 60_000 : await attempts.take([beginningBucket(ctx.ip)]);
    if (waitMs === null) return next();
    const waitS = Math.ceil(waitMs / 1000);
    ctx.set('retry-after', String(waitS));
    return refusePage(platform, ctx, 429, busyPage(waitS));
  };
}

/** A sign-in that was ended costs its address nothing: many people may stand behind one. */
export async function endedWell(attempts: Attempts, ip: string): Promise<void> {
  await attempts.succeeded([beginningBucket(ip)]);
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
