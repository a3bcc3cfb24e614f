import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { failureText, mayUsePassword } from '../../domain/accountLabels.ts';
import { plural } from '../../domain/format.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { NewPasswordFields, noPasswordYet } from '../../ui/fields/NewPasswordFields.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useOwnAccount } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Current, new and repeated password (I-7). Changing it ends all other sessions. */
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
      // `bad_request` can only refer to the new password: too easy to guess, or the same as the current one.
      const field = problem.code === 'forbidden' ? 'current' : problem.code === 'bad_request' ? 'new' : null;
      return setFailure({ of: field, text: field !== null ? problem.message : failureText('Failed to change the password', problem) });
    }
    const others = outcome.ended === 0 ? 'You had no other sessions.' : `${plural(outcome.ended, 'other session')} ended.`;
    toast({ claim: deedDone('password', { deed: 'passwordChanged', problem: null }), text: others });
    onClose();
  };
  return (
    <FormDialog
      icon={KeyRound}
      title="Change Password"
      description="This signs out all your other devices."
      note="Recorded in the audit trail"
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
          // The error was about the previous input.
          setFailure((before) => (before?.of === 'new' ? null : before));
          setEntered(change);
        }}
        error={failure?.of === 'new' ? failure.text : null}
      />
    </FormDialog>
  );
}
