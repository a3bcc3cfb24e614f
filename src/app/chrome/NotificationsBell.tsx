import { Bell } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { markNotices, useNotices } from '../../bridge/notices.ts';
import { useFreshness } from '../../bridge/useFreshness.ts';
import type { Person } from '../../bridge/useMay.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { plural } from '../../domain/format.ts';
import { unreadOf } from '../../domain/notices.ts';
import { screenAt } from '../../domain/places.ts';
import { mayOpen } from '../../domain/screens.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { FeedList } from '../../ui/panel/FeedList.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { usePopover } from './usePopover.ts';

const words = { warning: 'Warning', info: 'Information', success: 'Success' } as const;
const statuses = { warning: 'warn', info: 'info', success: 'ok' } as const;
const keys = ['notifications'] as const;
const acts = () => import('../../screens/overview/NoticeActs.tsx');
const { Part: NoticeActs, preload } = lazyPart(() => acts().then((code) => code.NoticeActs));
const { Part: ReadAll } = lazyPart(() => acts().then((code) => code.ReadAll));
/** Where the code of the acts does not come, the list is as good as before. */
const without = () => undefined;

/** How many of the tenant's notifications the person has not read, on the bell; under it all of them, with what can be done about each. */
export function NotificationsBell({ person }: { readonly person: Person }) {
  useWanted(keys);
  const stored = useNotices();
  const freshness = useFreshness('notifications');
  const { open, setOpen, box, button } = usePopover<HTMLDivElement>();
  const headingId = useId();
  const notices = stored.value?.rows ?? [];
  const unread = unreadOf(notices);
  return (
    <div className="app-bell" ref={box}>
      <IconButton
        ref={button}
        label={unread === 0 ? 'Notifications' : `Notifications, ${plural(unread, 'item')} unread`}
        icon={Bell}
        count={unread}
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <section className="app-bell-list" aria-labelledby={headingId}>
          <div className="app-bell-head">
            <h2 className="uk-h2" id={headingId}>
              Notifications
            </h2>
            <span className="uk-sp" />
            {unread > 0 && <ReadAll notices={notices} onMissing={without} />}
            <FreshnessChip value={freshness} />
          </div>
          {notices.length === 0 ? (
            <p className="app-bell-empty">
              {stored.state === 'loading' ? 'Reading what this device holds.' : 'Nothing to report. Warnings of the platform appear here.'}
            </p>
          ) : (
            <FeedList
              label="Notifications"
              Link={({ onClick, ...props }) => (
                <Link
                  {...props}
                  onClick={() => {
                    onClick?.();
                    setOpen(false);
                  }}
                />
              )}
              items={notices.map(({ notificationId, level, title, body, time, link, readAt }) => {
                const screen = link === null ? null : screenAt(link.replace(/[?#].*$/, ''));
                return {
                  id: notificationId,
                  status: statuses[level],
                  statusWord: words[level],
                  title,
                  detail: body,
                  at: time,
                  read: readAt !== undefined,
                  // A way that ends at Access Denied is none.
                  ...(link !== null && screen !== null && mayOpen(screen, person.permissions) && { href: link }),
                  ...(readAt === undefined && { onOpen: () => void markNotices([notificationId], 'read') }),
                };
              })}
              acts={(id) => <NoticeActs notices={notices} id={id} onMissing={without} />}
            />
          )}
        </section>
      )}
    </div>
  );
}
