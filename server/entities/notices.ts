import type { Href } from '../../src/domain/screens/link.ts';
import { sql } from 'kysely';
import type { Activity, Notification } from '../../src/contracts/overview.ts';
import { nextNumber } from './counters.ts';
import type { Writing } from './writing.ts';

/** Rows kept; at most the newest fifty are shown. */
const ACTIVITIES_KEPT = 200;
const NOTIFICATIONS_KEPT = 100;

/** Adds an activity and tells consoles to refetch the list. */
export async function addActivity(
  { trx, emit, tenantId, now, correlationId }: Writing,
  text: string,
  link: Href,
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

/**
 * Adds a notification. With `replaces` it takes the place of those with the same link and level (for example a count that grew); with
 * `about` it is withdrawn together with its subject, whatever its link.
 */
export async function addNotification(
  { trx, emit, tenantId, now, correlationId }: Writing,
  level: Notification['level'],
  title: string,
  body: string,
  link: Href,
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

/** Removes the notifications with this link and level, because their cause is over. */
export async function withdrawNotifications(
  { trx, emit, tenantId, correlationId }: Writing,
  level: Notification['level'],
  link: Href,
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

/** Removes the notifications about one thing (`incident:INC-0042`), because it is over. */
export async function withdrawAbout({ trx, emit, tenantId, correlationId }: Writing, about: string): Promise<void> {
  const gone = await trx
    .deleteFrom('notifications')
    .where('tenant_id', '=', tenantId)
    .where('about', '=', about)
    .returning('notification_id')
    .execute();
  if (gone.length > 0) emit({ type: 'system.notice', resourceId: 'notifications', data: { changed: 'notifications' }, correlationId });
}

/**
 * The number at the end of an id. Compared as text, number 1,000,000 would sort before 100,000 and be deleted with the oldest when
 * written.
 */
const numberOf = (column: 'activity_id' | 'notification_id') => sql<number>`substring(${sql.ref(column)} from '[0-9]+$')::bigint`;

const activityId = (number: number): string => `ACT-${String(number).padStart(6, '0')}`;
const notificationId = (number: number): string => `NTF-${String(number).padStart(6, '0')}`;
