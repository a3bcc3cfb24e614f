import { UserRound } from 'lucide-react';
import { Column, Columns, Page, Stack } from '../../ui/page/Page.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ActivityPanel } from './ActivityPanel.tsx';
import { AppLockPanel } from './AppLockPanel.tsx';
import { FactorsPanel } from './FactorsPanel.tsx';
import { InformationPanel } from './InformationPanel.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { useProfile } from './queries.ts';
import { SessionsPanel } from './SessionsPanel.tsx';
import './profile.css';

/** The user's own account (I-7): profile, activity, sign-in methods and sessions. */
export function ProfileScreen() {
  const { profile, sessions, passkeys, factors, activity } = useProfile();
  const refresh = (): void => {
    profile.refresh();
    sessions.refresh();
    passkeys.refresh();
    factors.refresh();
    activity.refresh();
  };
  return (
    <Page
      title="Profile"
      lead="Your account, your sessions and your recent activity"
      actions={<PageAge freshness={profile.freshness} refreshing={{ busy: profile.busy, refresh }} />}
    >
      <Stack>
        <LoadStates
          frame={profile}
          refreshing={{ busy: profile.busy, refresh }}
          empty={{ icon: UserRound, title: 'No profile', text: 'The platform has no data about your account.' }}
          skeleton={
            <Columns>
              <Column span={5}>
                <Skeleton w="100%" h={360} block />
              </Column>
              <Column span={7}>
                <Skeleton w="100%" h={360} block />
              </Column>
            </Columns>
          }
        >
          {() =>
            profile.value !== null && (
              <Columns>
                <Column span={5}>
                  <Stack>
                    <InformationPanel profile={profile.value} freshness={profile.freshness} />
                    <PasskeysPanel panel={passkeys} hasPassword={profile.value.hasPassword} />
                    <FactorsPanel
                      panel={factors}
                      hasPassword={profile.value.hasPassword}
                      hasPasskey={(passkeys.value?.passkeys.length ?? 0) > 0}
                    />
                    <AppLockPanel />
                  </Stack>
                </Column>
                <Column span={7}>
                  <Stack>
                    <SessionsPanel panel={sessions} />
                    <ActivityPanel panel={activity} />
                  </Stack>
                </Column>
              </Columns>
            )
          }
        </LoadStates>
      </Stack>
    </Page>
  );
}
