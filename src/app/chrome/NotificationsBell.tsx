import { Bell } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { useFreshness } from '../../bridge/useFreshness.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { plural } from '../../domain/format.ts';
import { readNotifications } from '../../store/read.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { FeedList } from '../../ui/panel/FeedList.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { usePopover } from './usePopover.ts';

const words = { warning: 'Warning', info: 'Information', success: 'Success' } as const;
const statuses = { warning: 'warn', info: 'info', success: 'ok' } as const;
const keys = ['notifications'] as const;

/** The tenant's notifications as the device holds them: the count on the bell, the list under it. */
export function NotificationsBell() {
  useWanted(keys);
  const stored = useStored(readNotifications, []);
  const freshness = useFreshness('notifications');
  const { open, setOpen, box, button } = usePopover<HTMLDivElement>();
  const headingId = useId();
  const notifications = stored.value?.rows ?? [];

  const label = notifications.length === 0 ? 'Notifications' : `Notifications, ${plural(notifications.length, 'item')}`;
  return (
    <div className="app-bell" ref={box}>
      <IconButton ref={button} label={label} icon={Bell} count={notifications.length} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <section className="app-bell-list" aria-labelledby={headingId}>
          <div className="app-bell-head">
            <h2 className="uk-h2" id={headingId}>
              Notifications
            </h2>
            <FreshnessChip value={freshness} />
          </div>
          {notifications.length === 0 ? (
            <p className="app-bell-empty">
              {stored.state === 'loading' ? 'Reading what this device holds.' : 'Nothing to report. Warnings of the platform appear here.'}
            </p>
          ) : (
            <FeedList
              label="Notifications"
              Link={(props) => <Link {...props} onClick={() => setOpen(false)} />}
              items={notifications.map(({ notificationId, level, title, body, time, link }) => ({
                id: notificationId,
                status: statuses[level],
                statusWord: words[level],
                title,
                detail: body,
                at: time,
                ...(link === null ? {} : { href: link }),
              }))}
            />
          )}
        </section>
      )}
    </div>
  );
}
