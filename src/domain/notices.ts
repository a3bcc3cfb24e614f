import type { OutboxItem } from '../contracts/outbox.ts';
import { maxMarked, type Notification } from '../contracts/overview.ts';

/** Notifications with this device's own marks applied at once, before the platform has received them. Refused marks do not count. */
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

/** True if there may be older notifications than those listed: the platform sends only the newest. */
export const mayHaveOlder = (notifications: readonly Notification[]): boolean => notifications.length >= maxMarked;

/** Text below a list of the newest `shown`: how many more there are, as far as known; null if all are shown. */
export function moreNotices(notifications: readonly Notification[], shown: number): string | null {
  const more = notifications.length - shown;
  if (more <= 0) return null;
  return `and ${more}${mayHaveOlder(notifications) ? ' or more' : ' more'}`;
}

/** Number of unread notifications. */
export function unreadOf(notifications: readonly Notification[]): number {
  return notifications.filter(({ readAt }) => readAt === undefined).length;
}
