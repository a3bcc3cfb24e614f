import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { route } from '../http/route.ts';
import { stillMay } from './stillMay.ts';

/**
 * The keys by which the outbox of a lock that was given up is opened (G-3, key escrow): made of a secret of the platform's, of the account and of the name that the device gave the lock. They go to this
 * account alone, and only within five minutes of its owner's proof; nothing is stored. On record each time: whoever asks can open what a device keeps.
 */
export function registerLockEscrow(app: FastifyInstance, platform: Platform): void {
  const { database, audit, secrets } = platform;
  route(app, platform, 'lockEscrow', async (call) => {
    const { session, body, correlationId, ip } = call;
    const held = await secrets.held('lock.escrow');
    await database.write(recordLine(session.user.tenantId), async (trx) => {
      await stillMay(trx, call, 'lockEscrow', { own: true });
      await audit.record(trx, {
        tenantId: session.user.tenantId,
        actor: session.user,
        action: 'session.lock_escrow',
        target: body.id,
        outcome: 'done',
        correlationId,
        ip,
      });
    });
    return { keys: held.map(({ text }) => createHmac('sha256', text).update(`${session.user.id}\n${body.id}`).digest('base64url')) };
  });
}
