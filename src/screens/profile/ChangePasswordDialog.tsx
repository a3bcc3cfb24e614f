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
  const [failure, setFailure] = useState<{ readonly text: string; readonly ofCurrent: boolean } | null>(null);
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
      const ofCurrent = problem.code === 'forbidden';
      return setFailure({ ofCurrent, text: ofCurrent ? problem.message : failureText('Failed to change the password', problem) });
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
      failure={failure !== null && !failure.ofCurrent ? failure.text : null}
      onSubmit={save}
      onClose={onClose}
    >
      <CurrentPasswordField first value={current} onChange={setCurrent} error={failure?.ofCurrent === true ? failure.text : null} />
      <NewPasswordFields value={entered} onChange={setEntered} />
    </FormDialog>
  );
}
