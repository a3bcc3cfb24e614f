import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { maxViews, type SavedView } from '../../src/contracts/savedView.ts';
import { runCommand } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import type { Writing } from '../entities/writing.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';

type Row = Selectable<Database['saved_views']>;

function toSavedView(row: Row): SavedView {
  return {
    viewId: row.view_id,
    screen: row.screen,
    name: row.name,
    query: row.query,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/**
 * Each person's named filters. If two devices of one person change the same view, the later one names an outdated version and is refused
 * as a conflict; nothing is overwritten unseen. Names are unique per screen, ignoring case.
 */
export function registerSavedViewRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'savedViews', async ({ db, tenantId, session }) => {
    const rows = await db
      .selectFrom('saved_views')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', session.user.id)
      .orderBy('name')
      .orderBy('view_id')
      .execute();
    return { views: rows.map(toSavedView), lastUpdated: platform.clock.now().toISOString() };
  });

  route(app, platform, 'saveView', (call) => {
    const viewId = call.params['viewId'] ?? '';
    const { screen, name, query, version } = call.body;
    const record = { action: 'view.save', target: viewId, details: { screen, name, query } };
    return runCommand(call, 'saveView', record, (writing) =>
      save(writing, {
        tenant_id: writing.tenantId,
        account_id: call.session.user.id,
        view_id: viewId,
        screen,
        name,
        query,
        // Personal data in real time, independent of the tenant's simulated day.
        updated_at: platform.clock.now().toISOString(),
        version,
      }),
    );
  });

  route(app, platform, 'removeView', (call) => {
    const viewId = call.params['viewId'] ?? '';
    const { version } = call.body;
    const record = { action: 'view.remove', target: viewId, details: { version } };
    return runCommand(call, 'removeView', record, async ({ trx, tenantId }) => {
      const { numDeletedRows } = await trx
        .deleteFrom('saved_views')
        .where('tenant_id', '=', tenantId)
        .where('account_id', '=', call.session.user.id)
        .where('view_id', '=', viewId)
        .where('version', '=', version)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n ? { viewId } : changedSince();
    });
  });
}

const changedSince = (): Refusal => refuse('conflict', 'This view was changed or removed on another device. Look at it again.');

/** Runs under the tenant's lock: what is read here still holds when it is written. */
async function save({ trx }: Writing, wanted: Row): Promise<{ readonly view: SavedView } | Refusal> {
  const own = await trx
    .selectFrom('saved_views')
    .selectAll()
    .where('tenant_id', '=', wanted.tenant_id)
    .where('account_id', '=', wanted.account_id)
    .execute();
  const held = own.find(({ view_id }) => view_id === wanted.view_id);
  if ((held?.version ?? 0) !== wanted.version) return changedSince();
  const namesake = own.find(
    ({ view_id, screen, name }) =>
      view_id !== wanted.view_id && screen === wanted.screen && name.toLowerCase() === wanted.name.toLowerCase(),
  );
  if (namesake !== undefined) return refuse('conflict', `You have a view called ${namesake.name} on this page already`);
  if (held === undefined && own.length >= maxViews) return refuse('conflict', `You have ${maxViews} views, the maximum. Remove one first`);
  const row: Row = { ...wanted, version: wanted.version + 1 };
  await trx
    .insertInto('saved_views')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id', 'view_id'])
        .doUpdateSet({ screen: row.screen, name: row.name, query: row.query, updated_at: row.updated_at, version: row.version }),
    )
    .execute();
  return { view: toSavedView(row) };
}
