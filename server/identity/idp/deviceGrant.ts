import { href } from '../../../src/domain/screens/address.ts';
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { KoaContext } from 'oidc-provider';
import { deviceGrant } from '../../../src/contracts/deviceGrant.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { pairingBucket } from '../guessing/buckets.ts';
import { atRest, providerNow } from './store.ts';

/** Lifetime of a user code, seconds. */
export const deviceCodeTtlS = 600;
/** Minimum polling interval of a display that waits for approval, seconds (RFC 8628, 3.2). */
const intervalS = 5;
/** Tolerance for network jitter between two polls, milliseconds. */
const toleranceMs = 500;
/** Maximum of codes waiting for approval, over all instances; above it, callers are told to retry later. */
const pendingCodesLimit = 500;

/** The OAuth client of displays: device grant only, with a scope that reveals nothing but its identity. */
export const wallClient = {
  client_id: deviceGrant.clientId,
  token_endpoint_auth_method: 'none',
  grant_types: [deviceGrant.grantType],
  response_types: [],
  redirect_uris: [],
  scope: deviceGrant.scope,
} as const;

/** Provider settings of the device grant. Codes use consonants only: 34 bits, and no words. */
export const deviceFlow = {
  enabled: true,
  charset: 'base-20',
  mask: '****-****',
  deviceInfo: (ctx: KoaContext) => ({ ip: ctx.ip, ua: ctx.get('user-agent').slice(0, 400) }),
} as const;

/**
 * Adapts the provider's device grant:
 * - its own pages for entering a code are closed, since anybody who can sign in could approve there; only administrators approve, through
 * our own call;
 * - the answer with the codes names the console's page and the polling interval;
 * - issuing codes is rate-limited;
 * - polling faster than the interval is answered with `slow_down`, which oidc-provider does not do.
 */
export function deviceRules({ db, database, clock }: Pick<Platform, 'db' | 'database' | 'clock'>, origin: string) {
  const attempts = createAttempts({ database, clock });
  return async (ctx: KoaContext, next: () => Promise<void>): Promise<void> => {
    if (/^\/device/i.test(ctx.path)) {
      if (ctx.path !== '/device/auth' || ctx.method !== 'POST') {
        ctx.status = 404;
        return;
      }
      // Callers are anonymous, and each code costs a row.
      const waitMs = (await pendingCodes(db)) >= pendingCodesLimit ? 60_000 : await attempts.take([pairingBucket('ask', ctx.ip)]);
      if (waitMs !== null) {
        ctx.status = 429;
        ctx.set('retry-after', String(Math.ceil(waitMs / 1000)));
        ctx.body = { error: 'temporarily_unavailable' };
        return;
      }
    }
    await next();
    const body = Object(ctx.body) as Record<string, unknown>; // the provider's answer; anything but an object is ignored
    if (typeof body['user_code'] === 'string') {
      ctx.body = {
        ...body,
        verification_uri: `${origin}${href('displays')}`,
        verification_uri_complete: `${origin}${href('displays', { code: body['user_code'] })}`,
        interval: intervalS,
      };
      return;
    }
    if (ctx.path !== '/oauth/token' || body['error'] !== 'authorization_pending') return;
    const asked = ctx.oidc.params?.['device_code'];
    if (typeof asked === 'string' && (await polledTooSoon(db, asked)))
      ctx.body = { error: 'slow_down', error_description: `ask every ${intervalS} seconds at most` };
  };
}

/** Records a poll for this code; true if it came too soon after the previous one. */
async function polledTooSoon(db: Kysely<Database>, deviceCode: string): Promise<boolean> {
  const row = db.selectFrom('oidc_payloads').select('polled_at').where('kind', '=', 'DeviceCode').where('id', '=', atRest(deviceCode));
  const before = (await row.executeTakeFirst())?.polled_at ?? null;
  const now = providerNow().getTime();
  await db
    .updateTable('oidc_payloads')
    .set({ polled_at: new Date(now) })
    .where('kind', '=', 'DeviceCode')
    .where('id', '=', atRest(deviceCode))
    .execute();
  return before !== null && now - Date.parse(before) < intervalS * 1000 - toleranceMs;
}

/** A display waiting for approval. */
export interface WaitingWall {
  /** Hash of its code; the code itself is not kept. */
  readonly pairing: string;
  readonly userAgent: string;
  readonly address: string;
  readonly expiresAt: string;
}

/** A code as stored: capitals, no dash. */
function bare(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z]/g, '');
}

/** The display that shows this code; null if there is none, or the code was approved or has expired. */
export async function findWaitingWall(db: Kysely<Database>, userCode: string): Promise<WaitingWall | null> {
  const row = await db
    .selectFrom('oidc_payloads')
    .select(['payload', 'expires_at'])
    .where('kind', '=', 'DeviceCode')
    .where('user_code', '=', bare(userCode))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', providerNow().toISOString())
    .executeTakeFirst();
  if (row === undefined || row.payload['accountId'] !== undefined || row.expires_at === null) return null;
  const info = Object(row.payload['deviceInfo']) as { readonly ip?: unknown; readonly ua?: unknown }; // written by `deviceFlow.deviceInfo`
  return {
    pairing: createHash('sha256')
      .update(`${bare(userCode)}\n${row.expires_at}`)
      .digest('hex'),
    userAgent: typeof info.ua === 'string' ? info.ua : '',
    address: typeof info.ip === 'string' ? info.ip : '',
    expiresAt: row.expires_at,
  };
}

/** Ties a code to a display, in the transaction that creates the display. False if another administrator was first. */
export async function grantWaitingWall(
  trx: Kysely<Database>,
  userCode: string,
  to: { readonly displayId: string; readonly grantId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('oidc_payloads')
    .select('payload')
    .where('kind', '=', 'DeviceCode')
    .where('user_code', '=', bare(userCode))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', providerNow().toISOString())
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.payload['accountId'] !== undefined) return false;
  const granted = {
    accountId: to.displayId,
    grantId: to.grantId,
    scope: deviceGrant.scope,
    authTime: Math.floor(providerNow().getTime() / 1000),
  };
  await trx
    .updateTable('oidc_payloads')
    .set({ payload: JSON.stringify({ ...row.payload, ...granted }), grant_id: to.grantId })
    .where('kind', '=', 'DeviceCode')
    .where('user_code', '=', bare(userCode))
    .execute();
  return true;
}

/** Number of codes waiting for approval. */
async function pendingCodes(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('oidc_payloads')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', '=', 'DeviceCode')
    .where('expires_at', '>', providerNow().toISOString())
    .executeTakeFirstOrThrow();
  return count;
}
