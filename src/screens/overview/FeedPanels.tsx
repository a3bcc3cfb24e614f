import { Bell, History } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { allNotices, markNotices } from '../../bridge/notices.ts';
import type { Permission } from '../../contracts/access.ts';
import { mayHaveOlder, moreNotices, unreadOf } from '../../domain/notices.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { FeedList } from '../../ui/panel/FeedList.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { activityLines, notificationLines } from './model.ts';
import { PanelContent } from './PanelContent.tsx';
import type { Overview } from './queries.ts';

const lines = (count: number, height: number) => (
  <ul className="uk-feed">
    {Array.from({ length: count }, (_, line) => (
      <li key={line}>
        <div className="uk-feed-line" style={{ minHeight: height }}>
          <Skeleton w={14} h={14} />
          <div>
            <Skeleton w="72%" h={12} />
          </div>
          <Skeleton w={34} h={11} />
        </div>
      </li>
    ))}
  </ul>
);

/** Recent activity (C-16). */
export function ActivityPanel({
  activities,
  held,
}: {
  readonly activities: Overview['activities'];
  readonly held: ReadonlySet<Permission>;
}) {
  return (
    <Panel title="Recent Activity" freshness={activities.freshness}>
      <PanelContent
        resource={activities}
        skeleton={lines(5, 38)}
        empty={{ icon: History, title: 'No activity yet', text: 'Verifications, payments and packs show here as they happen.' }}
      >
        {(value) => <FeedList label="Recent Activity" Link={Link} items={activityLines(value, held)} />}
      </PanelContent>
    </Panel>
  );
}

const { Part: NoticeActs } = lazyPart(() => import('./NoticeActs.tsx').then(({ NoticeActs: component }) => component));
const { Part: ReadAll } = lazyPart(() => import('./NoticeActs.tsx').then(({ ReadAll: component }) => component));
/** If the code of the actions fails to load, the list works without them. */
const without = () => undefined;

/** Maximum number of notifications in the panel; the bell lists all. */
const maxShown = 8;

/** Notifications of the platform (C-18); warnings under 'Attention Required' (C-12). */
export function NotificationsPanel({
  notifications,
  held,
}: {
  readonly notifications: Overview['notifications'];
  readonly held: ReadonlySet<Permission>;
}) {
  const list = notifications.value ?? [];
  const unread = unreadOf(list);
  const acts = (id: string) => <NoticeActs notices={list} id={id} onMissing={without} />;
  return (
    <Panel
      title="Notifications"
      aside={
        unread > 0 && (
          <>
            <span className="uk-count overview-count">
              {unread}
              {mayHaveOlder(list) && '+'}
              <span className="uk-sr"> unread</span>
            </span>
            <ReadAll notices={list} onMissing={without} />
          </>
        )
      }
      freshness={notifications.freshness}
    >
      <PanelContent
        resource={notifications}
        skeleton={lines(3, 63)}
        empty={{ icon: Bell, title: 'Nothing to report', text: 'Warnings and messages of the platform appear here.' }}
      >
        {(value) => {
          const { attention, rest } = notificationLines(value.slice(0, maxShown), held, (id) => void markNotices([id], 'read'));
          const more = moreNotices(value, maxShown);
          return (
            <>
              {[
                { label: 'Attention Required', items: attention },
                { label: 'For your information', items: rest },
              ].map(
                ({ label, items }) =>
                  items.length > 0 && (
                    <Fragment key={label}>
                      <h3 className="overview-feed-head">{label}</h3>
                      <FeedList label={label} Link={Link} items={items} acts={acts} />
                    </Fragment>
                  ),
              )}
              {more !== null && (
                <button
                  type="button"
                  className="overview-feed-more"
                  aria-label={`${more}: show all notifications`}
                  onClick={() => void allNotices.emit(null)}
                >
                  {more}
                </button>
              )}
            </>
          );
        }}
      </PanelContent>
    </Panel>
  );
}
