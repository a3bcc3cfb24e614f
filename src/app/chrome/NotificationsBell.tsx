import { Bell } from 'lucide-react';
import { useSignal } from '../../bridge/hub/useHubStatus.ts';
import { allNotices, useNotices } from '../../bridge/notices.ts';
import type { Person } from '../../bridge/acts/useMay.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import { plural } from '../../domain/format.ts';
import { mayHaveOlder, unreadOf } from '../../domain/notices.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';
import { usePopover } from './usePopover.ts';

const keys = ['notifications'] as const;
const { Part: NotificationsList, preload } = lazyOverlay(() => import('./NotificationsList.tsx').then((code) => code.NotificationsList));

/** The bell with the number of unread notifications of the tenant; opens the list with its actions. */
export function NotificationsBell({ person }: { readonly person: Person }) {
  useSubscription(keys);
  const stored = useNotices();
  const { open, setOpen, box, button } = usePopover<HTMLDivElement>();
  useSignal(allNotices, () => {
    setOpen(true);
    // Keyboard users continue from here.
    button.current?.focus();
  });
  const notices = stored.value?.rows ?? [];
  const unread = unreadOf(notices);
  const orMore = mayHaveOlder(notices);
  return (
    <div className="app-bell" ref={box}>
      <IconButton
        ref={button}
        label={unread === 0 ? 'Notifications' : `Notifications, ${plural(unread, 'item')}${orMore ? ' or more' : ''} unread`}
        icon={Bell}
        count={unread}
        orMore={orMore}
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <NotificationsList
          stored={stored}
          person={person}
          onClose={() => setOpen(false)}
          onMissing={() => {
            setOpen(false);
            sayPartMissing();
          }}
        />
      )}
    </div>
  );
}
