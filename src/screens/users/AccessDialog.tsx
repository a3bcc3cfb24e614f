import { KeyRound, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { Result } from '../../contracts/problem.ts';
import type { Deed } from '../../domain/claims/told.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { failedTitle, lostLabels } from '../../domain/lostAnswer.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { CameDamagedLines } from '../../ui/page/CameDamagedLines.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { Passkeys, ProviderPart, SecondStep, Sessions } from './AccessParts.tsx';
import { useUserAccess } from './accessSource.ts';

interface Ending {
  /** Id of the session or passkey, or the name of what there is one of. */
  readonly what: string;
  readonly deed: Deed;
  /** Title if it fails. */
  readonly failed: string;
  readonly work: () => Promise<Result<unknown>>;
}

interface AccessDialogProps {
  readonly user: AdminUser;
  /** Why nothing can be ended now; null if it can. */
  readonly disabledReason: string | null;
  readonly onClose: () => void;
  /** Reports an action that leaves the dialog open. */
  readonly onAgain: (deed: Deed) => void;
}

/**
 * How an account signs in: devices, passkeys, authenticator app, password. Each can be ended separately or all at once, without
 * deactivating the account.
 */
export function AccessDialog({ user, disabledReason, onClose, onAgain }: AccessDialogProps) {
  const { panel, endSession, removePasskey, removeTotp, invite, unlink, startAnew } = useUserAccess(user.id);
  /** Of any of the acts: several may be under way. */
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);

  const { state, run } = useAct({
    route: 'now',
    send: ({ work }: Ending) => work(),
    about: ({ what }) => what,
    done: (_answer, { value }) => {
      setAsking(false);
      onAgain(value.deed);
    },
    failed: (problem, { value }) => setFailure(`${failedTitle(value.failed, problem)}. ${problemSentence(problem)}${lostLabels(problem)}`),
  });
  const busy = state.at === 'pending' ? state.value.what : null;
  const act = (what: string, deed: Deed, failed: string, work: Ending['work']): void => {
    setFailure(null);
    void run({ what, deed, failed, work });
  };
  const stopped = disabledReason === null ? {} : { disabledReason: disabledReason };
  return (
    <Dialog
      open
      inAddress
      size="steps"
      onClose={onClose}
      icon={KeyRound}
      title={`Access of ${user.name}`}
      description="Sessions and sign-in methods. Ending them does not change the account."
      note={
        <span className="uk-actions">
          <PageAge freshness={panel.freshness} refreshing={panel} />
        </span>
      }
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="users-form">
        {panel.state === 'loading' && (
          <>
            <Skeleton w="100%" h={88} block />
            <Skeleton w="100%" h={56} />
          </>
        )}
        {panel.state === 'failed' && <ProblemPanel problem={panel.problem} onRetry={panel.refresh} busy={panel.busy} />}
        {panel.value !== null && (
          <>
            <CameDamagedLines rows={panel.cameDamaged} />
            <Sessions
              access={panel.value}
              lost={isLost(panel.freshness)}
              busy={busy}
              stopped={stopped}
              onEnd={(id) => act(id, 'sessionEnded', 'Session not ended', () => endSession(id))}
            />
            <Passkeys
              access={panel.value}
              lost={isLost(panel.freshness)}
              busy={busy}
              stopped={stopped}
              onRemove={(id) => act(id, 'passkeyRemoved', 'Passkey not removed', () => removePasskey(id))}
            />
            <SecondStep
              access={panel.value}
              lost={isLost(panel.freshness)}
              busy={busy}
              stopped={stopped}
              onRemove={() => act('totp', 'totpRemoved', 'Authenticator app not removed', removeTotp)}
            />
            {panel.value.provider !== null && (
              <ProviderPart
                provider={panel.value.provider}
                busy={busy}
                stopped={stopped}
                onInvite={() => act('invite', 'invited', 'Not invited', invite)}
                onUnlink={() => act('unlink', 'unlinked', 'Not unlinked', unlink)}
              />
            )}
            <ResetAccess
              name={user.name}
              asking={asking}
              onAsk={setAsking}
              busy={busy === 'anew'}
              stopped={stopped}
              onReset={() => act('anew', 'startedAnew', 'Access not reset', startAnew)}
            />
          </>
        )}
        {failure !== null && (
          <p className="users-failure" role="alert">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface ResetAccessProps {
  readonly name: string;
  /** Whether the reset is being confirmed. */
  readonly asking: boolean;
  readonly onAsk: (asking: boolean) => void;
  readonly busy: boolean;
  /** Carries the reason if nothing can be ended now. */
  readonly stopped: { readonly disabledReason?: string };
  readonly onReset: () => void;
}

function ResetAccess({ name, asking, onAsk, busy, stopped, onReset }: ResetAccessProps) {
  return (
    <section className="users-letters users-anew" aria-label="Reset access">
      <b>Reset access</b>
      <p className="uk-fg2">
        For an account that somebody else may have taken over: ends all sessions, removes all passkeys and the authenticator app, and voids
        the password. The owner gets an email, with a link for a new password if they sign in here and the account is active.
      </p>
      {asking ? (
        <Banner
          tone="warn"
          lead={`Reset all access of ${name}?`}
          action={
            <span className="uk-actions">
              <Button size="sm" onClick={() => onAsk(false)}>
                Cancel
              </Button>
              <Button size="sm" kind="danger" icon={RotateCcw} busy={busy} busyText="Resetting..." onClick={onReset} {...stopped}>
                Reset access
              </Button>
            </span>
          }
        />
      ) : (
        <Button size="sm" kind="dangerText" icon={RotateCcw} onClick={() => onAsk(true)} {...stopped}>
          Reset access
        </Button>
      )}
    </section>
  );
}
