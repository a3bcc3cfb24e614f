import { Bell, History } from 'lucide-react';
import { Link } from 'wouter';
import type { Permission } from '../../contracts/access.ts';
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

/** What happened last (C-16). */
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

/** What the platform wants known (C-18); warnings under 'Attention Required' (C-12). */
export function NotificationsPanel({
  notifications,
  held,
}: {
  readonly notifications: Overview['notifications'];
  readonly held: ReadonlySet<Permission>;
}) {
  const count = notifications.value?.length ?? 0;
  return (
    <Panel
      title="Notifications"
      aside={
        count > 0 && (
          <span className="uk-count overview-count">
            {count}
            <span className="uk-sr"> in all</span>
          </span>
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
          const { attention, rest } = notificationLines(value, held);
          return (
            <>
              {attention.length > 0 && (
                <>
                  <h3 className="overview-feed-head">Attention Required</h3>
                  <FeedList label="Attention Required" Link={Link} items={attention} />
                </>
              )}
              {rest.length > 0 && (
                <>
                  <h3 className="overview-feed-head">For your information</h3>
                  <FeedList label="For your information" Link={Link} items={rest} />
                </>
              )}
            </>
          );
        }}
      </PanelContent>
    </Panel>
  );
}
