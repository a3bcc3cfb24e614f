import { useId } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { markNotices, type useNotices } from '../../bridge/notices.ts';
import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import type { Person } from '../../bridge/acts/useMay.ts';
import { pathOf, receivedHref } from '../../domain/screens/link.ts';
import { noticeTold } from '../../domain/claims/device.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { unreadOf } from '../../domain/notices.ts';
import { screenAt } from '../../domain/places.ts';
import { mayOpen } from '../../domain/screens/screens.ts';
import { NoticeActs, ReadAll } from '../../screens/overview/NoticeActs.tsx';
import { useBackCloses } from '../../ui/overlay/backCloses.ts';
import { FeedList } from '../../ui/panel/FeedList.tsx';
import { UnreadLine } from '../../ui/page/UnreadLine.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';

interface NotificationsListProps {
  readonly stored: ReturnType<typeof useNotices>;
  readonly person: Person;
  readonly onClose: () => void;
}

/** The list under the bell. Its code is loaded on demand. */
export function NotificationsList({ stored, person, onClose }: NotificationsListProps) {
  const { state, problem, unread: damaged, cameDamaged, freshness } = usePanel('notifications', stored, listRead);
  const headingId = useId();
  useBackCloses(true, onClose);
  const notices = stored.value?.rows ?? [];
  const unread = unreadOf(notices);
  return (
    <section className="app-bell-list" aria-labelledby={headingId}>
      <div className="app-bell-head">
        <h2 className="uk-h2" id={headingId}>
          Notifications
        </h2>
        <span className="uk-sp" />
        {unread > 0 && <ReadAll notices={notices} />}
        <FreshnessChip value={freshness} />
      </div>
      {notices.length === 0 ? (
        <p className="app-bell-empty">
          {state === 'loading'
            ? stored.state === 'loading'
              ? 'Reading this device.'
              : 'The platform has not sent any yet.'
            : state === 'empty'
              ? isLost(freshness)
                ? 'Not known now: there was nothing to report when last known.'
                : 'Nothing to report. Warnings of the platform appear here.'
              : (problem?.message ?? 'They could not be loaded.')}
        </p>
      ) : (
        <FeedList
          label="Notifications"
          Link={({ onClick, ...props }) => (
            <Link
              {...props}
              onClick={() => {
                onClick?.();
                onClose();
              }}
            />
          )}
          items={notices.map(({ notificationId, level, title, body, time, link, readAt }) => {
            const way = receivedHref(link);
            const screen = way === null ? null : screenAt(pathOf(way));
            const told = noticeTold(notificationId, level);
            return {
              id: notificationId,
              status: told,
              statusWord: told.word,
              title,
              detail: body,
              at: time,
              read: readAt !== undefined,
              // No link to a page that would end at Access Denied.
              ...(way !== null && screen !== null && mayOpen(screen, person.permissions) && { href: way }),
              ...(readAt === undefined && { onOpen: () => void markNotices([notificationId], 'read') }),
            };
          })}
          acts={(id) => <NoticeActs notices={notices} id={id} />}
        />
      )}
      {notices.length > 0 && damaged > 0 && (
        <div className="app-bell-empty">
          <UnreadLine unread={damaged} cameDamaged={cameDamaged} what="notification" />
        </div>
      )}
    </section>
  );
}
