import type { FastifyInstance } from 'fastify';
import type { KillSwitch } from '../../src/contracts/killSwitch.ts';
import { notBefore } from '../clock.ts';
import type { Platform } from '../context.ts';
import { moveKillSwitch, readKillSwitch } from '../entities/killSwitch.ts';
import { type Refusal, isRefusal, refuse } from '../http/problem.ts';
import { refused } from '../http/refused.ts';
import { type Call, route } from '../http/route.ts';
import { needsProof } from '../identity/freshProof.ts';
import { stillMay } from '../identity/stillMay.ts';
import { writeTransaction } from '../realtime/log.ts';

/**
 * The kill switch (D-23): whoever holds view:dashboard may pull it, only an administrator may release it. It is no command of the outbox:
 * one that went off hours later, or twice, would do harm, so it happens at once or not at all.
 */
export function registerKillSwitchRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'killSwitch', ({ db, tenantId }) => readKillSwitch({ trx: db, tenantId }), { vital: true });

  route(app, platform, 'changeKillSwitch', async (call) => {
    if (!call.body.active && !call.session.permissions.has('action:release_kill_switch'))
      return refused(platform, call.request, refuse('forbidden', 'Only an administrator may release the kill switch'), call.session);
    // Whoever finds a session left open may stop everything, and not let it go on again (issue 17, point 25).
    const unproved = call.body.active ? null : needsProof(call.session, platform.clock);
    const outcome = unproved ?? (await change(call));
    if (isRefusal(outcome) && outcome.refused === 'proof_required') return outcome;
    if (isRefusal(outcome)) await refused(platform, call.request, outcome, call.session);
    return outcome;
  });
}

/** In one transaction with its line of the record, under the tenant's lock: a change under way ends before it, none begins after it. */
async function change(call: Call<'changeKillSwitch'>): Promise<KillSwitch | Refusal> {
  const { platform, tenantId, session, body, correlationId, ip } = call;
  return writeTransaction(
    platform,
    tenantId,
    async (trx, emit, now, day) => {
      await stillMay(trx, call, 'changeKillSwitch', { needs: body.active ? [] : ['action:release_kill_switch'] });
      const writing = { trx, emit, tenantId, now, day, correlationId };
      const held = await readKillSwitch(writing);
      // Two people who press at once both have what they wanted; the first one's reason stands.
      if (held.active === body.active) return held;
      if (!body.active && held.version !== body.version) return refuse('conflict', 'The kill switch was pulled again meanwhile');
      const moved = await moveKillSwitch(writing, {
        active: body.active,
        reason: body.reason,
        by: session.user,
        at: notBefore(platform.clock.now(), held.since),
        version: held.version + 1,
      });
      await platform.audit.record(trx, {
        tenantId,
        actor: { id: session.user.id, name: session.user.name },
        action: body.active ? 'kill_switch.activate' : 'kill_switch.release',
        target: tenantId,
        outcome: 'done',
        correlationId,
        ip,
        details: { reason: body.reason, version: moved.version },
      });
      return moved;
    },
    { exempt: true, urgent: true },
  );
}
