import { randomUUID } from 'node:crypto';
import type { Display, Pairing } from '../../../src/contracts/display.ts';
import type { Platform } from '../../context.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import type { Call } from '../../http/route.ts';
import { writeTransaction } from '../../realtime/log.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { pairingBucket } from '../guessing/buckets.ts';
import { describeDevice } from '../sessions/device.ts';
import { type WaitingWall, findWaitingWall, grantWaitingWall } from '../idp/deviceGrant.ts';
import type { EmbeddedProvider } from '../idp/provider.ts';
import { stillMay } from '../sessions/stillMay.ts';
import { columnsOf, toDisplay } from './displays.ts';

/** Gives no reason, so that guessing does not reveal whether a code existed or was approved by somebody else. */
const noSuchCode = (): Refusal => refuse('not_found', 'No display shows this code now. Codes last ten minutes; check the display again');

/** The approving side of the device grant (RFC 8628). */
export interface PairingDesk {
  lookUp(call: Call<'lookUpPairing'>): Promise<Pairing | Refusal>;
  approve(call: Call<'approveDisplay'>): Promise<Display | Refusal>;
}

/** Every code that an administrator enters counts as a try before it is looked up, so that codes cannot be found by guessing. */
export function createPairingDesk(platform: Platform, provider: Pick<EmbeddedProvider, 'grantFor'>): PairingDesk {
  const { db, clock, audit } = platform;
  const attempts = createAttempts(platform);

  /** Counts the attempt before checking it, so that nobody, administrators included, finds codes by guessing. */
  const find = async (accountId: string, code: string): Promise<WaitingWall | Refusal> => {
    const bucket = [pairingBucket('approve', accountId)];
    const waitMs = await attempts.take(bucket);
    if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
    const waiting = await findWaitingWall(db, code);
    if (waiting === null) return noSuchCode();
    await attempts.succeeded(bucket);
    return waiting;
  };

  return {
    async lookUp({ session, body }) {
      const waiting = await find(session.user.id, body.code);
      if ('refused' in waiting) return waiting;
      return { device: describeDevice(waiting.userAgent), address: waiting.address, expiresAt: waiting.expiresAt };
    },

    async approve(call) {
      const { session, tenantId, body, correlationId, ip } = call;
      const waiting = await find(session.user.id, body.code);
      if ('refused' in waiting) return waiting;
      const { code, ...settings } = body;
      const displayId = `dsp-${randomUUID()}`;
      // Outside the transaction, which holds the embedded database's only session. An unused grant expires.
      const grantId = await provider.grantFor(displayId);
      return writeTransaction(platform, tenantId, async (trx) => {
        await stillMay(trx, call, 'approveDisplay');
        if (!(await grantWaitingWall(trx, code, { displayId, grantId }))) return noSuchCode();
        const row = await trx
          .insertInto('displays')
          .values({
            display_id: displayId,
            tenant_id: tenantId,
            version: 1,
            ...columnsOf(settings),
            pairing: waiting.pairing,
            device: describeDevice(waiting.userAgent),
            approved_by: session.user.name,
            approved_by_id: session.user.id,
            approved_at: clock.now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit.record(trx, {
          tenantId,
          actor: { id: session.user.id, name: session.user.name },
          action: 'display.approve',
          target: displayId,
          outcome: 'done',
          correlationId,
          ip,
          details: { name: settings.name, playlist: settings.playlist.join(' '), address: waiting.address },
        });
        return toDisplay(row);
      });
    },
  };
}
