import {
  type Activity,
  type ConfidenceResponse,
  type Notification,
  type RbfSummary,
  type RefinanceSummary,
  activitySchema,
  confidenceResponseSchema,
  notificationSchema,
  rbfSummarySchema,
  refinanceSummarySchema,
} from '../../contracts/overview.ts';
import type { Entity } from './entity.ts';

/** Its id, or what else it is known by. */
export function activityKey({ activityId, time, link, text }: Activity): string {
  return activityId ?? `${time} ${link} ${text}`;
}

export const activityEntity: Entity<Activity> = {
  table: 'activities',
  schema: activitySchema,
  keyOf: activityKey,
  versionOf: (activity) => activity.version ?? 0,
  columnsOf: (activity) => ({ activityId: activityKey(activity), at: Date.parse(activity.time) }),
};

export const notificationEntity: Entity<Notification> = {
  table: 'notifications',
  schema: notificationSchema,
  keyOf: (notification) => notification.notificationId,
  versionOf: (notification) => notification.version,
  columnsOf: (notification) => ({
    notificationId: notification.notificationId,
    at: Date.parse(notification.time),
    level: notification.level,
  }),
};

/** Answers that are one row each, told apart by their key. */
export const confidenceEntity: Entity<ConfidenceResponse> = single('confidence', confidenceResponseSchema);
export const refinanceSummaryEntity: Entity<RefinanceSummary> = single('refinanceSummary', refinanceSummarySchema);
export const rbfSummaryEntity: Entity<RbfSummary> = single('rbfSummary', rbfSummarySchema);

/** An answer that is one row, under its own key. */
export function single<T>(id: string, schema: Entity<T>['schema']): Entity<T> {
  return { table: 'singles', schema, keyOf: () => id, versionOf: () => 0, columnsOf: () => ({ id }) };
}
