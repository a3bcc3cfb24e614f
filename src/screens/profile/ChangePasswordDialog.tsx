import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import { failureText, mayUsePassword } from '../../domain/accounts/accountLabels.ts';
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
  const { busy, problem, fields, run, reset } = useAct({
    route: 'now',
    send: changePassword,
    // `bad_request` can only refer to the new password: too easy to guess, or the same as the current one.
    fieldsOf: ({ code, message }) => (code === 'forbidden' ? { current: message } : code === 'bad_request' ? { new: message } : {}),
    done: ({ endedSessions }) => {
      const others = endedSessions === 0 ? 'You had no other sessions.' : `${plural(endedSessions, 'other session')} ended.`;
      toast({ claim: deedDone('password', { deed: 'passwordChanged', problem: null }), text: others });
      onClose();
    },
  });
  const { password, repeated } = entered;
  const ready = current !== '' && mayUsePassword(password, repeated);

  const save = (): void => {
    if (ready) void run({ currentPassword: current, newPassword: password });
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
      failure={problem === null ? null : failureText('Failed to change the password', problem)}
      onSubmit={save}
      onClose={onClose}
    >
      <CurrentPasswordField first value={current} onChange={setCurrent} error={fields['current'] ?? null} />
      <NewPasswordFields
        value={entered}
        onChange={(change) => {
          // The error was about the previous input.
          if (fields['new'] !== undefined) reset();
          setEntered(change);
        }}
        error={fields['new'] ?? null}
      />
    </FormDialog>
  );
}
