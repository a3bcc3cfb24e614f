import type { FastifyInstance } from 'fastify';
import type { KillSwitch } from '../../src/contracts/killSwitch.ts';
import { notBefore } from '../clock.ts';
import type { Platform } from '../context.ts';
import { moveKillSwitch, readKillSwitch } from '../entities/killSwitch.ts';
import { type Refusal, isRefusal, refuse } from '../http/problem.ts';
import { refused } from '../http/refused.ts';
import { type Call, route } from '../http/route.ts';
import { needsProof } from '../identity/sessions/freshProof.ts';
import { stillMay } from '../identity/sessions/stillMay.ts';
import { writeTransaction } from '../realtime/log.ts';

/**
 * The kill switch (D-23): view:dashboard may activate it, only an administrator may release it. It does not go through the outbox:
 * delayed by hours or executed twice it would do harm, so it happens at once or not at all.
 */
export function registerKillSwitchRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'killSwitch', ({ db, tenantId }) => readKillSwitch({ trx: db, tenantId }), { vital: true });

  route(app, platform, 'changeKillSwitch', async (call) => {
    if (!call.body.active && !call.session.permissions.has('action:release_kill_switch'))
      return refused(platform, call.request, refuse('forbidden', 'Only an administrator may release the kill switch'), call.session);
    // Without re-authentication, someone at an unattended session may stop everything but not release it (issue 17, point 25).
    const unproved = call.body.active ? null : needsProof(call.session, platform.clock);
    const outcome = unproved ?? (await change(call));
    if (isRefusal(outcome) && outcome.refused === 'proof_required') return outcome;
    if (isRefusal(outcome)) await refused(platform, call.request, outcome, call.session);
    return outcome;
  });
}

/** One transaction with its audit line, under the tenant's lock: a write in progress ends before it, none begins after it. */
async function change(call: Call<'changeKillSwitch'>): Promise<KillSwitch | Refusal> {
  const { platform, tenantId, session, body, correlationId, ip } = call;
  return writeTransaction(
    platform,
    tenantId,
    async (trx, emit, now, day) => {
      await stillMay(trx, call, 'changeKillSwitch', { needs: body.active ? [] : ['action:release_kill_switch'] });
      const writing = { trx, emit, tenantId, now, day, correlationId };
      const held = await readKillSwitch(writing);
      // If two people activate it at the same time, both succeed and the first one's reason stays.
      if (held.active === body.active) return held;
      if (!body.active && held.version !== body.version) return refuse('conflict', 'The kill switch was activated again meanwhile');
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
