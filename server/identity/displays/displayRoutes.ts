import type { FastifyInstance } from 'fastify';
import { headers } from '../../../src/contracts/endpoints.ts';
import type { Display } from '../../../src/contracts/display.ts';
import { readsOf } from '../../../src/domain/wall/dashboards.ts';
import type { Platform } from '../../context.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import { type Call, route } from '../../http/route.ts';
import { writeTransaction } from '../../realtime/log.ts';
import { displaySeen } from '../sessions/displaySessions.ts';
import { stillMay } from '../sessions/stillMay.ts';
import type { EmbeddedProvider } from '../idp/provider.ts';
import { columnsOf, findDisplay, readDisplays, settingsOf, toDisplay } from './displays.ts';
import { openDisplaySession } from './displaySession.ts';
import { createPairingDesk } from './pairing.ts';

/** Display routes (K-10): administrators approve, name and revoke displays; a display reads only its own playlist. */
export function registerDisplays(app: FastifyInstance, platform: Platform, provider: EmbeddedProvider): void {
  const { db, database, clock } = platform;
  const desk = createPairingDesk(platform, provider);
  const smallBody = { bodyLimit: 16_384 };

  route(app, platform, 'displays', async ({ db: snapshot, tenantId }) => ({
    displays: [...(await readDisplays(snapshot, tenantId))],
    lastUpdated: clock.now().toISOString(),
  }));
  route(app, platform, 'lookUpPairing', desk.lookUp, smallBody);
  route(app, platform, 'approveDisplay', desk.approve, smallBody);
  route(app, platform, 'changeDisplay', (call) => changeDisplay(call), smallBody);
  route(app, platform, 'revokeDisplay', (call) => revokeDisplay(call));
  route(app, platform, 'openDisplaySession', (call) => openDisplaySession(call, provider.walls), { bodyLimit: 32_768 });

  // The display's own call: it reports what it shows and gets what to show. No snapshot, because it writes; the answer contains no figures.
  route(
    app,
    platform,
    'wall',
    async ({ session, tenantId, query, request }) => {
      const row = await findDisplay(db, tenantId, session.user.id);
      if (row === undefined) return refuse('not_found', 'This session is no wall display');
      const build = request.headers[headers.build.toLowerCase()];
      await database.write(`display ${row.display_id}`, async (trx) => {
        await trx
          .updateTable('displays')
          .set({
            seen_at: clock.now(),
            ...(typeof build === 'string' ? { build: build.slice(0, 80) } : {}),
            ...(query.frameAt === undefined || query.dashboard === undefined
              ? {}
              : { frame_at: query.frameAt, frame_dashboard: query.dashboard }),
            ...(query.transport === undefined ? {} : { transport: query.transport }),
            ...(query.viewport === undefined ? {} : { viewport: query.viewport }),
          })
          .where('display_id', '=', row.display_id)
          .execute();
        await displaySeen(trx, clock, session.sessionId);
      });
      return { ...settingsOf(row), displayId: row.display_id, version: row.version };
    },
    { snapshot: false },
  );
}

/**
 * Changes a display's settings. If they change what it may read, it is told to refetch its session; its streams end by themselves
 * (openStreams).
 */
async function changeDisplay(call: Call<'changeDisplay'>): Promise<Display | Refusal> {
  const { platform, tenantId, params, body, session, correlationId, ip } = call;
  const { version, ...settings } = body;
  return writeTransaction(platform, tenantId, async (trx, emit) => {
    await stillMay(trx, call, 'changeDisplay');
    const held = await findDisplay(trx, tenantId, params['displayId'] ?? '');
    if (held === undefined) return refuse('not_found');
    if (held.version !== version) return refuse('conflict');
    const row = await trx
      .updateTable('displays')
      .set({ ...columnsOf(settings), version: version + 1 })
      .where('display_id', '=', held.display_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const told = { resourceId: held.display_id, data: { userId: held.display_id }, correlationId };
    emit({ type: 'system.display_changed', ...told });
    if (readsOf(held.playlist).join() !== readsOf(settings.playlist).join()) emit({ type: 'system.role_changed', ...told });
    await platform.audit.record(trx, {
      tenantId,
      actor: { id: session.user.id, name: session.user.name },
      action: 'display.change',
      target: held.display_id,
      outcome: 'done',
      correlationId,
      ip,
      details: {
        name: settings.name,
        playlist: settings.playlist.join(' '),
        dwellS: settings.dwellS,
        theme: settings.theme,
        interruptFrom: row.interrupt_from,
      },
    });
    return toDisplay(row);
  });
}

/** Revokes a display for good: its session and streams end within seconds, and it deletes its data when it hears of it. */
async function revokeDisplay(call: Call<'revokeDisplay'>): Promise<null | Refusal> {
  const { platform, tenantId, params, session, correlationId, ip } = call;
  const displayId = params['displayId'] ?? '';
  const outcome = await writeTransaction(
    platform,
    tenantId,
    async (trx, emit) => {
      await stillMay(trx, call, 'revokeDisplay');
      const held = await findDisplay(trx, tenantId, displayId);
      if (held === undefined) return refuse('not_found');
      await trx
        .updateTable('displays')
        .set({ revoked_at: platform.clock.now(), version: held.version + 1 })
        .where('display_id', '=', displayId)
        .execute();
      emit({ type: 'system.revoked', resourceId: displayId, data: { userId: displayId }, correlationId });
      await platform.audit.record(trx, {
        tenantId,
        actor: { id: session.user.id, name: session.user.name },
        action: 'display.revoke',
        target: displayId,
        outcome: 'done',
        correlationId,
        ip,
        details: { name: held.name },
      });
      return null;
    },
    { exempt: true }, // allowed in read-only mode too (D-23)
  );
  if (outcome === null) await platform.sessions.endDisplay(displayId, 'revoked');
  return outcome;
}
