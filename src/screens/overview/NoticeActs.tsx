import { markNotices } from '../../bridge/notices.ts';
import type { Notification, notificationMarks } from '../../contracts/overview.ts';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { FeedActs } from '../../ui/panel/FeedActs.tsx';

async function mark(ids: readonly string[], as: (typeof notificationMarks)[number], said: string): Promise<void> {
  const kept = await markNotices(ids, as);
  if (kept.ok) announce(said);
  else toast({ tone: 'bad', title: 'Not kept', text: kept.problem.message });
}

/** Actions for one notification; loaded after the rows. */
export function NoticeActs({ notices, id }: { readonly notices: readonly Notification[]; readonly id: string }) {
  const notice = notices.find(({ notificationId }) => notificationId === id);
  if (notice === undefined) return null;
  return (
    <FeedActs
      title={notice.title}
      read={notice.readAt !== undefined}
      onRead={() => void mark([id], 'read', 'Marked as read')}
      onDismiss={() => void mark([id], 'dismissed', 'Dismissed')}
    />
  );
}

/** Marks all listed notifications as read. */
export function ReadAll({ notices }: { readonly notices: readonly Notification[] }) {
  const unread = notices.filter(({ readAt }) => readAt === undefined).map(({ notificationId }) => notificationId);
  return (
    <button type="button" className="uk-link overview-read-all" onClick={() => void mark(unread, 'read', 'All marked as read')}>
      Mark all read
    </button>
  );
}
