import type { OutboxItem } from '../contracts/outbox.ts';
import { mostMarked, type Notification } from '../contracts/overview.ts';

/**
 * Notifications as their reader left them: what was decided on this device counts at once, whether or not it has reached the platform. What the platform
 * refused does not.
 */
export function withMarks(notifications: readonly Notification[], outbox: readonly OutboxItem[]): readonly Notification[] {
  const read = new Map<string, string>();
  const dismissed = new Set<string>();
  for (const { command, state, decidedAt } of outbox) {
    if (command.kind !== 'markNotifications' || state === 'refused') continue;
    for (const id of command.notificationIds) {
      if (command.mark === 'dismissed') dismissed.add(id);
      else read.set(id, new Date(decidedAt).toISOString());
    }
  }
  if (read.size === 0 && dismissed.size === 0) return notifications;
  return notifications.flatMap((one) => {
    const readAt = one.readAt ?? read.get(one.notificationId);
    return dismissed.has(one.notificationId) ? [] : [readAt === undefined ? one : { ...one, readAt }];
  });
}

/** Whether there may be older ones than those listed: the platform tells the newest alone. */
export const mayHaveOlder = (notifications: readonly Notification[]): boolean => notifications.length >= mostMarked;

/** What stands under a list of the newest `shown` of them: that there are more, and how many as far as is known; null where all are there. */
export function moreNotices(notifications: readonly Notification[], shown: number): string | null {
  const more = notifications.length - shown;
  if (more <= 0) return null;
  return `and ${more}${mayHaveOlder(notifications) ? ' or more' : ' more'}`;
}

/** How many of them want to be read. */
export function unreadOf(notifications: readonly Notification[]): number {
  return notifications.filter(({ readAt }) => readAt === undefined).length;
}
