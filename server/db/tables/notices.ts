import type { MaybeMoment, Moment } from './identity.ts';

/** What one person has made of one notification. What is dismissed is read. */
interface NotificationMarkRow {
  tenant_id: string;
  account_id: string;
  notification_id: string;
  read_at: Moment;
  dismissed_at: MaybeMoment;
  /** Changes of this row: added to the notification's own, so that a console takes the later word (D-13). */
  version: number;
}

export interface NoticeTables {
  notification_marks: NotificationMarkRow;
}
