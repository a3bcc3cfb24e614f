import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { provenCall } from '../../bridge/provenCall.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { useReadPanel } from '../../bridge/useReadPanel.ts';
import { type LoginRole, loginRoles } from '../../contracts/access.ts';
import { factorEndpoints as calls } from '../../contracts/factors.ts';
import { failedTitle, lostWords } from '../../domain/lostAnswer.ts';
import { problemSentence } from '../../domain/problemWords.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { roleNames } from './model.ts';

interface SecondFactorDialogProps {
  /** Why nothing can be changed now; null where it can. */
  readonly barred: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Of which roles the organisation asks for a second factor. */
export function SecondFactorDialog({ barred, onClose, onDone }: SecondFactorDialogProps) {
  const panel = useReadPanel(calls.secondFactor, {}, () => 1);
  const invalidate = useInvalidate();
  const [chosen, setChosen] = useState<readonly LoginRole[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A try that ended in silence is repeated under its own key.
  const tried = useRef<{ readonly of: string; readonly key: string } | null>(null);
  const roles = chosen ?? panel.value?.roles ?? [];

  const save = async (): Promise<void> => {
    if (busy || panel.value === null) return;
    setBusy(true);
    setFailure(null);
    const of = roles.join(' ');
    const key = tried.current?.of === of ? tried.current.key : crypto.randomUUID();
    tried.current = { of, key };
    const answer = await provenCall(calls.setSecondFactor, { body: { roles: [...roles] }, idempotencyKey: key });
    setBusy(false);
    if (answer.ok || !answer.problem.retry) tried.current = null;
    invalidate(calls.secondFactor);
    if (answer.ok) return onDone();
    setFailure(`${failedTitle('Not saved', answer.problem)}. ${problemSentence(answer.problem)}${lostWords(answer.problem)}`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      icon={ShieldCheck}
      title="Second Factor"
      description="Roles that sign in with more than a password: a passkey, or the code of an authenticator app after the password."
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
            {...(barred !== null && { disabledReason: barred })}
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
              <legend>Asked of</legend>
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
              Whoever has one of these roles and no second factor sets one up at the next sign-in, before anything opens. Sessions that are
              open go on to their end.
            </p>
            {panel.value.provider && (
              <Banner tone="warn" lead="Your organisation’s provider signs people in here.">
                Of these roles it lets in only whom it says to have given more than one factor (amr or acr of its ID token). Make sure that
                it says so before you ask it of your own role.
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
