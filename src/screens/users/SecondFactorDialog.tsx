import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { provenCall } from '../../bridge/provenCall.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { useReadPanel } from '../../bridge/useReadPanel.ts';
import { type LoginRole, loginRoles } from '../../contracts/access.ts';
import { factorEndpoints as calls } from '../../contracts/factors.ts';
import { failedTitle, lostLabels } from '../../domain/lostAnswer.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { roleNames } from './model.ts';

interface SecondFactorDialogProps {
  /** Why nothing can be changed now; null if it can. */
  readonly disabledReason: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Selects the roles for which the organisation requires a second factor. */
export function SecondFactorDialog({ disabledReason, onClose, onDone }: SecondFactorDialogProps) {
  const panel = useReadPanel(calls.secondFactor, {}, () => 1);
  const invalidate = useInvalidate();
  const [chosen, setChosen] = useState<readonly LoginRole[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // An attempt without an answer is repeated under the same idempotency key.
  const tried = useRef<{ readonly of: string; readonly key: string } | null>(null);
  const roles = chosen ?? panel.value?.roles ?? [];

  const save = async (): Promise<void> => {
    if (busy || panel.value === null) return;
    setBusy(true);
    setFailure(null);
    const chosenRoles = roles.join(' ');
    const key = tried.current?.of === chosenRoles ? tried.current.key : crypto.randomUUID();
    tried.current = { of: chosenRoles, key };
    const answer = await provenCall(calls.setSecondFactor, { body: { roles: [...roles] }, idempotencyKey: key });
    setBusy(false);
    if (answer.ok || !answer.problem.retry) tried.current = null;
    invalidate(calls.secondFactor);
    if (answer.ok) return onDone();
    setFailure(`${failedTitle('Not saved', answer.problem)}. ${problemSentence(answer.problem)}${lostLabels(answer.problem)}`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      icon={ShieldCheck}
      title="Second Factor"
      description="Roles that need more than a password: a passkey, or an authenticator code after the password."
      note={
        <span className="uk-actions">
          <PageAge freshness={panel.freshness} busy={panel.busy} onRefresh={panel.refresh} />
        </span>
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy}
            busyText="Saving..."
            onClick={() => void save()}
            {...(disabledReason !== null && { disabledReason: disabledReason })}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="users-form">
        {panel.state === 'loading' && <Skeleton w="100%" h={120} block />}
        {panel.state === 'failed' && <ProblemPanel problem={panel.problem} onRetry={panel.refresh} busy={panel.busy} />}
        {panel.value !== null && (
          <>
            <fieldset className="users-second">
              <legend>Required for</legend>
              {loginRoles.map((role) => (
                <Checkbox
                  key={role}
                  label={roleNames[role]}
                  showLabel
                  checked={roles.includes(role)}
                  onChange={(checked) => setChosen(loginRoles.filter((one) => (one === role ? checked : roles.includes(one))))}
                />
              ))}
            </fieldset>
            <p className="uk-fg2">
              People with these roles and no second factor must set one up at their next sign-in. Open sessions are not ended.
            </p>
            {panel.value.provider && (
              <Banner tone="warn" lead="Your organisation’s provider handles sign-in here.">
                For these roles, it must confirm more than one factor (amr or acr in its ID token). Check this before you require it for
                your own role.
              </Banner>
            )}
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
