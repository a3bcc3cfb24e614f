import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { KoaContext } from 'oidc-provider';
import { deviceGrant } from '../../../src/contracts/deviceGrant.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { createAttempts } from '../attempts.ts';
import { pairingBucket } from '../buckets.ts';
import { atRest, providerNow } from './store.ts';

/** How long a user code is good for, seconds. */
export const deviceCodeTtlS = 600;
/** How often a wall may ask whether it was approved, seconds (RFC 8628, 3.2). */
const intervalS = 5;
/** A network may bring two polls closer together than they were sent, milliseconds. */
const toleranceMs = 500;
/** Codes that may wait for approval at a time, on all instances together: beyond, whoever asks is told to come back. */
const pendingCodesLimit = 500;

/** The client that walls are: it has the device grant and nothing else, and may only be told who it is. */
export const wallClient = {
  client_id: deviceGrant.clientId,
  token_endpoint_auth_method: 'none',
  grant_types: [deviceGrant.grantType],
  response_types: [],
  redirect_uris: [],
  scope: deviceGrant.scope,
} as const;

/** The provider's settings of the device grant. Letters without vowels: 34 bits, and no words. */
export const deviceFlow = {
  enabled: true,
  charset: 'base-20',
  mask: '****-****',
  deviceInfo: (ctx: KoaContext) => ({ ip: ctx.ip, ua: ctx.get('user-agent').slice(0, 400) }),
} as const;

/**
 * Bends the provider's device grant to this platform:
 * - its own pages for typing a code in are closed: anybody who can sign in could approve there. Approval is an administrator's, by our own call;
 * - the answer with the codes names the console's screen, and the interval;
 * - codes are given out at a measured pace;
 * - a code that is asked for more often than that is told to slow down, which oidc-provider leaves out.
 */
export function deviceRules({ db, database, clock }: Pick<Platform, 'db' | 'database' | 'clock'>, origin: string) {
  const attempts = createAttempts({ database, clock });
  return async (ctx: KoaContext, next: () => Promise<void>): Promise<void> => {
    if (/^\/device/i.test(ctx.path)) {
      if (ctx.path !== '/device/auth' || ctx.method !== 'POST') {
        ctx.status = 404;
        return;
      }
      // Whoever asks is nobody yet, and each code costs a row.
      const waitMs = (await pendingCodes(db)) >= pendingCodesLimit ? 60_000 : await attempts.take([pairingBucket('ask', ctx.ip)]);
      if (waitMs !== null) {
        ctx.status = 429;
        ctx.set('retry-after', String(Math.ceil(waitMs / 1000)));
        ctx.body = { error: 'temporarily_unavailable' };
        return;
      }
    }
    await next();
    const body = Object(ctx.body) as Record<string, unknown>; // the provider's answer: an object, or nothing of interest
    if (typeof body['user_code'] === 'string') {
      const address = `${origin}/system/displays`;
      ctx.body = {
        ...body,
        verification_uri: address,
        verification_uri_complete: `${address}?code=${body['user_code']}`,
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

/** Notes that this code was asked for now, and answers whether that was too soon after the last time. */
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

/** A wall that waits to be approved. */
export interface WaitingWall {
  /** Hash of its code, which is what is kept of it. */
  readonly pairing: string;
  readonly userAgent: string;
  readonly address: string;
  readonly expiresAt: string;
}

/** A code as it is kept: capitals, no dash. */
function bare(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z]/g, '');
}

/** The wall that shows this code; null where none does, or it was approved, or its time is over. */
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

/** Ties the code to a display, within the transaction that makes it. False where another administrator was faster. */
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

/** How many codes wait. */
async function pendingCodes(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('oidc_payloads')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', '=', 'DeviceCode')
    .where('expires_at', '>', providerNow().toISOString())
    .executeTakeFirstOrThrow();
  return count;
}
