import {
  type Activity,
  type ConfidenceResponse,
  type Notification,
  type RbfSummary,
  type RefinanceSummary,
  activityKey,
  activitySchema,
  confidenceResponseSchema,
  notificationSchema,
  rbfSummarySchema,
  refinanceSummarySchema,
} from '../../contracts/overview.ts';
import { type Entity, ownVersion } from './entity.ts';

export const activityEntity: Entity<Activity> = {
  table: 'activities',
  schema: activitySchema,
  keyOf: activityKey,
  versionOf: ownVersion,
  columnsOf: (activity) => ({ activityId: activityKey(activity), at: Date.parse(activity.time) }),
};

export const notificationEntity: Entity<Notification> = {
  table: 'notifications',
  schema: notificationSchema,
  keyOf: (notification) => notification.notificationId,
  versionOf: ownVersion,
  columnsOf: (notification) => ({
    notificationId: notification.notificationId,
    at: Date.parse(notification.time),
    level: notification.level,
  }),
};

/** Answers that are one row each, distinguished by key. */
export const confidenceEntity: Entity<ConfidenceResponse> = single('confidence', confidenceResponseSchema);
export const refinanceSummaryEntity: Entity<RefinanceSummary> = single('refinanceSummary', refinanceSummarySchema);
export const rbfSummaryEntity: Entity<RbfSummary> = single('rbfSummary', rbfSummarySchema);

/** Entity of an answer that is one row, with its own key. */
export function single<T>(id: string, schema: Entity<T>['schema']): Entity<T> {
  return { table: 'singles', schema, keyOf: () => id, versionOf: () => 0, columnsOf: () => ({ id }) };
}
