import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { maxTriesTold } from '../../../src/contracts/lockEndpoints.ts';
import { triesAtMost } from '../../../src/domain/lock/tries.ts';
import type { Platform } from '../../context.ts';
import { route } from '../../http/route.ts';
import { stillMay } from './stillMay.ts';

/**
 * The platform's count of wrong attempts at the app lock of a session's device (G-5). The device has its own count, which its holder may
 * reset; the larger of the two applies on both sides. Recorded at every tenth attempt, which is also when a lock ends, since single
 * typing errors need no record.
 */
export function registerLockTries(app: FastifyInstance, platform: Platform): void {
  const { database, clock, audit } = platform;

  route(app, platform, 'countLockTry', (call) =>
    database.write(`session ${call.session.sessionId}`, async (trx) => {
      const { session, body, correlationId, ip } = call;
      await stillMay(trx, call, 'countLockTry', { own: true });
      const held = await trx
        .selectFrom('lock_tries')
        .select('wrong')
        .where('session_id', '=', session.sessionId)
        .forUpdate()
        .executeTakeFirst();
      const { wrong } = await trx
        .insertInto('lock_tries')
        .values({ session_id: session.sessionId, wrong: body.wrong, last_at: clock.now() })
        .onConflict((conflict) =>
          conflict.column('session_id').doUpdateSet({
            wrong: sql`least(greatest(lock_tries.wrong + 1, excluded.wrong), ${maxTriesTold})`,
            last_at: sql`excluded.last_at`,
          }),
        )
        .returning('wrong')
        .executeTakeFirstOrThrow();
      if (tens(wrong) > tens(held?.wrong ?? 0))
        await audit.record(trx, {
          tenantId: session.user.tenantId,
          actor: session.user,
          action: 'session.lock_tries',
          target: session.sessionId,
          outcome: 'refused',
          correlationId,
          ip,
          details: { wrong },
        });
      return { wrong };
    }),
  );

  route(app, platform, 'clearLockTries', (call) =>
    database.write(`session ${call.session.sessionId}`, async (trx) => {
      await stillMay(trx, call, 'clearLockTries', { own: true });
      await trx.deleteFrom('lock_tries').where('session_id', '=', call.session.sessionId).execute();
      return null;
    }),
  );
}

const tens = (wrong: number): number => Math.floor(wrong / triesAtMost);
