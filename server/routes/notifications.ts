import type { FastifyInstance } from 'fastify';
import { runCommand } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import { markNotifications, readNotifications } from '../entities/notificationMarks.ts';
import { route } from '../http/route.ts';

/** Notifications (C-18), and each person's read and dismissed marks. */
export function registerNotificationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'notifications', async ({ db, tenantId, session }) => ({
    notifications: await readNotifications(db, { tenantId, accountId: session.user.id }),
    lastUpdated: platform.clock.business().toISOString(),
  }));

  route(app, platform, 'markNotifications', (call) => {
    const { notificationIds, mark } = call.body;
    const [first = '', ...others] = notificationIds;
    const record = {
      action: mark === 'read' ? 'notification.read' : 'notification.dismiss',
      target: others.length === 0 ? first : `${notificationIds.length} notifications`,
      details: { ids: notificationIds.join(' ') },
    };
    return runCommand(call, 'markNotifications', record, (writing) =>
      markNotifications(writing, { accountId: call.session.user.id, notificationIds, mark }),
    );
  });
}
