import { MonitorSmartphone, Smartphone } from 'lucide-react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { ReadPanel } from '../../bridge/reads/useReadPanel.ts';
import type { DeviceSession } from '../../contracts/identity.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { failedTitle, lostLabels } from '../../domain/lostAnswer.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { CameDamagedLines } from '../../ui/page/CameDamagedLines.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { Ago } from '../../ui/time/Ago.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { useOwnAccount, useUnreachable } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Where the user is signed in. Ending a session ends its streams at once and closes the console on that device (D-22). */
export function SessionsPanel({ panel }: { readonly panel: ReadPanel<{ sessions: DeviceSession[] }> }) {
  const { revoke, revokeOthers } = useOwnAccount();
  const unreachable = useUnreachable();
  const sessions = panel.value?.sessions ?? [];
  const tellFailure = (title: string, problem: Problem): void =>
    toast({ tone: 'bad', title: failedTitle(title, problem), text: `${problemSentence(problem)}${lostLabels(problem)}` });
  const one = useAct({
    route: 'now',
    send: ({ id }: Pick<DeviceSession, 'id' | 'device'>) => revoke(id),
    about: ({ id }) => id,
    done: (_answer, { value: { id, device } }) =>
      toast({ claim: deedDone(id, { deed: 'sessionEnded', problem: null }), text: `${device} is signed out.` }),
    failed: (problem) => tellFailure('Session not ended', problem),
  });
  const all = useAct({
    route: 'now',
    send: async (_others: null): Promise<Result<unknown>> => revokeOthers(),
    done: () => toast({ claim: deedDone('others', { deed: 'othersEnded', problem: null }) }),
    failed: (problem) => tellFailure('Sessions not ended', problem),
  });
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <Panel
      title="Active Sessions"
      note={sessions.length > 0 ? `${sessions.length}` : undefined}
      freshness={panel.freshness}
      {...(others + panel.cameDamaged.length > 1 && {
        footer: (
          <div className="profile-acts">
            <Button
              size="sm"
              kind="dangerText"
              busy={all.busy}
              busyText="Ending..."
              onClick={() => void all.run(null)}
              {...(unreachable !== null && { disabledReason: unreachable })}
            >
              End all other sessions
            </Button>
          </div>
        ),
      })}
    >
      {panel.state === 'loading' && <Skeleton w="100%" h={72} block />}
      {panel.state === 'failed' && <ProblemPanel problem={panel.problem} onRetry={panel.refresh} busy={panel.busy} />}
      <CameDamagedLines rows={panel.cameDamaged} />
      {sessions.length > 0 && (
        <ul className="profile-sessions">
          {sessions.map((session) => {
            const { id, device, location, createdAt, lastActive, current } = session;
            const Icon = /Android|iOS/.test(device) ? Smartphone : MonitorSmartphone;
            return (
              <li key={id}>
                <Icon size={20} strokeWidth={1.75} aria-hidden />
                <div>
                  <b>
                    {device} {current && <Tag>This session</Tag>}
                  </b>
                  <span className="uk-fg2">
                    {location} · since <Time at={createdAt} as="when" beside="server" />
                  </span>
                </div>
                <span className="profile-active uk-fg2">
                  Active <Ago at={lastActive} suffix=" ago" />
                </span>
                {!current && (
                  <Button
                    size="sm"
                    kind="dangerText"
                    busy={one.state.at === 'pending' && one.state.value.id === id}
                    busyText="Ending..."
                    aria-label={`Revoke ${device}, ${location}`}
                    onClick={() => void one.run({ id, device })}
                    {...(unreachable !== null && { disabledReason: unreachable })}
                  >
                    Revoke
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {sessions.length === 1 && sessions[0]?.current === true && (
        <p className="profile-alone uk-fg2">You {isLost(panel.freshness) ? 'were' : 'are'} not signed in elsewhere.</p>
      )}
    </Panel>
  );
}
