import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { failureText, mayUsePassword } from '../../domain/accountWords.ts';
import { plural } from '../../domain/format.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { NewPasswordFields, noPasswordYet } from '../../ui/fields/NewPasswordFields.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useOwnAccount } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Current, new and repeated password (I-7). Every other session ends with it. */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { changePassword } = useOwnAccount();
  const [current, setCurrent] = useState('');
  const [entered, setEntered] = useState(noPasswordYet);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly text: string; readonly of: 'current' | 'new' | null } | null>(null);
  const { password, repeated } = entered;
  const ready = current !== '' && mayUsePassword(password, repeated);

  const save = async (): Promise<void> => {
    if (!ready || busy) return;
    setBusy(true);
    setFailure(null);
    const outcome = await changePassword(current, password);
    setBusy(false);
    if ('problem' in outcome) {
      const { problem } = outcome;
      // What the platform cannot take of this form is the new password: one that is tried first, or the current one again.
      const of = problem.code === 'forbidden' ? 'current' : problem.code === 'bad_request' ? 'new' : null;
      return setFailure({ of, text: of !== null ? problem.message : failureText('Failed to change the password', problem) });
    }
    const others = outcome.ended === 0 ? 'You were signed in nowhere else.' : `${plural(outcome.ended, 'other session')} ended.`;
    toast({ claim: deedDone('password', { deed: 'passwordChanged', problem: null }), text: others });
    onClose();
  };
  return (
    <FormDialog
      icon={KeyRound}
      title="Change Password"
      description="Every other device that is signed in as you is signed out."
      note="Written to the audit trail"
      action="Change Password"
      busy={busy}
      busyText="Changing..."
      notReady={!ready ? 'Please meet all password requirements' : null}
      failure={failure?.of === null ? failure.text : null}
      onSubmit={save}
      onClose={onClose}
    >
      <CurrentPasswordField first value={current} onChange={setCurrent} error={failure?.of === 'current' ? failure.text : null} />
      <NewPasswordFields
        value={entered}
        onChange={(change) => {
          // What was said was said of another.
          setFailure((before) => (before?.of === 'new' ? null : before));
          setEntered(change);
        }}
        error={failure?.of === 'new' ? failure.text : null}
      />
    </FormDialog>
  );
}
