import type { MaybeMoment, Moment } from './identity.ts';

/** One person's mark on one notification. A dismissed notification counts as read. */
interface NotificationMarkRow {
  tenant_id: string;
  account_id: string;
  notification_id: string;
  read_at: Moment;
  dismissed_at: MaybeMoment;
  /** Number of changes of this row; added to the notification's version, so that a console keeps the newer state (D-13). */
  version: number;
}

/** Which notifications a person has read or dismissed. */
export interface NoticeTables {
  notification_marks: NotificationMarkRow;
}
