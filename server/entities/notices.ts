import { sql } from 'kysely';
import type { Activity, Notification } from '../../src/contracts/overview.ts';
import { nextNumber } from './counters.ts';
import type { Writing } from './writing.ts';

/** Lines kept; the newest fifty are ever shown. */
const ACTIVITIES_KEPT = 200;
const NOTIFICATIONS_KEPT = 100;

/** Adds a line to Recent Activity and tells consoles to refetch it. */
export async function addActivity(
  { trx, emit, tenantId, now, correlationId }: Writing,
  text: string,
  link: string,
  status: Activity['status'],
): Promise<void> {
  const number = await nextNumber(trx, tenantId, 'activity');
  await trx
    .insertInto('activities')
    .values({ tenant_id: tenantId, activity_id: activityId(number), text, at: now.toISOString(), link, status, version: 1 })
    .execute();
  if (number > ACTIVITIES_KEPT)
    await trx
      .deleteFrom('activities')
      .where('tenant_id', '=', tenantId)
      .where(numberOf('activity_id'), '<=', number - ACTIVITIES_KEPT)
      .execute();
  emit({ type: 'system.notice', resourceId: 'activity', data: { changed: 'activity' }, correlationId });
}

/** Adds a notification. One that replaces another (a count that grew, say) takes the place of those with the same link and level; one that is `about`
 * something leaves with it, wherever it leads. */
export async function addNotification(
  { trx, emit, tenantId, now, correlationId }: Writing,
  level: Notification['level'],
  title: string,
  body: string,
  link: string,
  options: { readonly replaces: boolean; readonly about?: string },
): Promise<void> {
  const number = await nextNumber(trx, tenantId, 'notification');
  if (options.replaces)
    await trx.deleteFrom('notifications').where('tenant_id', '=', tenantId).where('link', '=', link).where('level', '=', level).execute();
  await trx
    .insertInto('notifications')
    .values({
      tenant_id: tenantId,
      notification_id: notificationId(number),
      level,
      title,
      body,
      at: now.toISOString(),
      link,
      about: options.about ?? null,
      version: 1,
    })
    .execute();
  if (number > NOTIFICATIONS_KEPT)
    await trx
      .deleteFrom('notifications')
      .where('tenant_id', '=', tenantId)
      .where(numberOf('notification_id'), '<=', number - NOTIFICATIONS_KEPT)
      .execute();
  emit({ type: 'system.notice', resourceId: 'notifications', data: { changed: 'notifications' }, correlationId });
}

/** Takes notifications with this link and level away: what they warned of is over. */
export async function withdrawNotifications(
  { trx, emit, tenantId, correlationId }: Writing,
  level: Notification['level'],
  link: string,
): Promise<void> {
  const gone = await trx
    .deleteFrom('notifications')
    .where('tenant_id', '=', tenantId)
    .where('link', '=', link)
    .where('level', '=', level)
    .returning('notification_id')
    .execute();
  if (gone.length > 0) emit({ type: 'system.notice', resourceId: 'notifications', data: { changed: 'notifications' }, correlationId });
}

/** Takes away what warned of this one thing (`incident:INC-0042`): it is over. */
export async function withdrawAbout({ trx, emit, tenantId, correlationId }: Writing, about: string): Promise<void> {
  const gone = await trx
    .deleteFrom('notifications')
    .where('tenant_id', '=', tenantId)
    .where('about', '=', about)
    .returning('notification_id')
    .execute();
  if (gone.length > 0) emit({ type: 'system.notice', resourceId: 'notifications', data: { changed: 'notifications' }, correlationId });
}

/** The number at the end of an id. As text the millionth would stand before all since the hundred thousandth, and be taken away with the oldest as it is written. */
const numberOf = (column: 'activity_id' | 'notification_id') => sql<number>`substring(${sql.ref(column)} from '[0-9]+$')::bigint`;

const activityId = (number: number): string => `ACT-${String(number).padStart(6, '0')}`;
const notificationId = (number: number): string => `NTF-${String(number).padStart(6, '0')}`;
