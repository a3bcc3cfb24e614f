import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { failureText, mayUsePassword, repeatWords } from '../../domain/accountWords.ts';
import { plural } from '../../domain/format.ts';
import { judgePassword } from '../../domain/password.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { RuleList } from '../../ui/fields/RuleList.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useOwnAccount } from './queries.ts';

/** Current, new and repeated password (I-7). Every other session ends with it. */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { changePassword } = useOwnAccount();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly text: string; readonly ofCurrent: boolean } | null>(null);
  const repeat = repeatWords(password, repeated);
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
    toast({ tone: 'ok', title: 'Password changed', text: others });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      icon={KeyRound}
      title="Change Password"
      description="Every other device that is signed in as you is signed out."
      note="Written to the audit trail"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy}
            busyText="Changing..."
            onClick={() => void save()}
            {...(!ready && { disabledReason: 'Please meet all password requirements' })}
          >
            Change Password
          </Button>
        </>
      }
    >
      <form
        className="profile-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1024}
          data-autofocus=""
          value={current}
          onChange={setCurrent}
          {...(failure?.ofCurrent === true && { error: failure.text })}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          maxLength={1024}
          value={password}
          onChange={setPassword}
        />
        <RuleList label="Password requirements" rules={judgePassword(password)} />
        <TextField
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          required
          maxLength={1024}
          value={repeated}
          onChange={setRepeated}
          {...(repeat !== null && (repeat.match ? { success: repeat.text } : { error: repeat.text }))}
        />
        {/* Who presses Enter in a field means Change. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
        {failure !== null && !failure.ofCurrent && (
          <p className="profile-failure" role="alert">
            {failure.text}
          </p>
        )}
      </form>
    </Dialog>
  );
}
