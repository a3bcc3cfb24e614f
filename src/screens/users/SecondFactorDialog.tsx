import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
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
  const [chosen, setChosen] = useState<readonly LoginRole[] | null>(null);
  const { busy, problem, run } = useAct({
    route: 'now',
    send: (wanted: readonly LoginRole[], send) => send(calls.setSecondFactor, { body: { roles: [...wanted] } }),
    touches: [calls.secondFactor],
    done: onDone,
  });
  const roles = chosen ?? panel.value?.roles ?? [];
  const save = (): void => {
    if (panel.value !== null) void run(roles);
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
          <PageAge freshness={panel.freshness} refreshing={panel} />
        </span>
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy}
            busyText="Saving..."
            onClick={save}
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
        {problem !== null && (
          <p className="users-failure" role="alert">
            {failedTitle('Not saved', problem)}. {problemSentence(problem)}
            {lostLabels(problem)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
