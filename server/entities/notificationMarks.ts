import type { Kysely } from 'kysely';
import { maxMarked, type Notification, type notificationMarks } from '../../src/contracts/overview.ts';
import type { Database } from '../db/schema.ts';
import { toNotification } from './operations.ts';
import type { Writing } from './writing.ts';

/** The owner of marks: one person within a tenant. */
interface Person {
  readonly tenantId: string;
  readonly accountId: string;
}

/** The tenant's newest notifications with this person's marks, without those they dismissed. */
export async function readNotifications(db: Kysely<Database>, { tenantId, accountId }: Person): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('notification_marks as mark', (join) =>
      join
        .onRef('mark.tenant_id', '=', 'notifications.tenant_id')
        .onRef('mark.notification_id', '=', 'notifications.notification_id')
        .on('mark.account_id', '=', accountId),
    )
    .selectAll('notifications')
    .select(['mark.read_at as read_at', 'mark.version as marks'])
    .where('notifications.tenant_id', '=', tenantId)
    .where('mark.dismissed_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('notifications.notification_id', 'desc')
    .limit(maxMarked)
    .execute();
  return rows.map(({ read_at: readAt, marks, ...row }) => toNotification(row, { readAt, marks }));
}

/**
 * Marks notifications as read or dismissed for this person, and has consoles refetch the list. Notifications that are gone or already
 * marked are skipped: a late command from an offline device must not become a conflict.
 */
export async function markNotifications(
  { trx, emit, tenantId, now, correlationId }: Writing,
  { accountId, notificationIds, mark }: { accountId: string; notificationIds: readonly string[]; mark: (typeof notificationMarks)[number] },
): Promise<{ readonly marked: string[] }> {
  const at = now.toISOString();
  const there = await trx
    .selectFrom('notifications')
    .select('notification_id')
    .where('tenant_id', '=', tenantId)
    .where('notification_id', 'in', [...new Set(notificationIds)])
    .orderBy('notification_id')
    .execute();
  if (there.length === 0) return { marked: [] };
  const changed = await trx
    .insertInto('notification_marks')
    .values(
      there.map(({ notification_id }) => ({
        tenant_id: tenantId,
        account_id: accountId,
        notification_id,
        read_at: at,
        dismissed_at: mark === 'dismissed' ? at : null,
        version: 1,
      })),
    )
    .onConflict((conflict) =>
      mark === 'read'
        ? conflict.doNothing()
        : conflict
            .columns(['tenant_id', 'account_id', 'notification_id'])
            .doUpdateSet(({ eb }) => ({ dismissed_at: at, version: eb('notification_marks.version', '+', 1) }))
            .where('notification_marks.dismissed_at', 'is', null),
    )
    .returning('notification_id')
    .execute();
  const marked = changed.map(({ notification_id }) => notification_id);
  // Broadcast to the tenant without naming the reader; other users refetch an unchanged list.
  if (marked.length > 0) emit({ type: 'system.notice', resourceId: 'notifications', data: { changed: 'notifications' }, correlationId });
  return { marked };
}
