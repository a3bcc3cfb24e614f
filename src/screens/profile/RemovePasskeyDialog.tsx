import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '../../contracts/passkey.ts';
import { failureText } from '../../domain/accountLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { usePasskeys } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Confirms the removal of a passkey with the password, because the owner may need it to sign in. */
export function RemovePasskeyDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { remove } = usePasskeys();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly text: string; readonly ofPassword: boolean } | null>(null);

  const send = async (): Promise<void> => {
    setTried(true);
    if (busy || password === '') return;
    setBusy(true);
    setFailure(null);
    const problem = await remove(passkey.id, password);
    setBusy(false);
    if (problem !== null) {
      const ofPassword = problem.code === 'forbidden';
      return setFailure({ ofPassword, text: ofPassword ? problem.message : failureText('Failed to remove the passkey', problem) });
    }
    toast({
      claim: deedDone(passkey.id, { deed: 'passkeyRemoved', problem }),
      text: `${passkey.name} no longer signs in. Other sessions stay open: end them below.`,
    });
    return onClose();
  };
  const error = failure?.ofPassword === true ? failure.text : tried && password === '' ? 'Enter your current password' : null;
  return (
    <FormDialog
      icon={Trash2}
      title="Remove Passkey"
      description={`“${passkey.name}” will no longer sign you in. Your password and your other passkeys still work.`}
      note="Recorded in the audit trail"
      action="Remove"
      kind="danger"
      actionIcon={Trash2}
      busy={busy}
      busyText="Removing..."
      failure={failure !== null && !failure.ofPassword ? failure.text : null}
      onSubmit={send}
      onClose={onClose}
    >
      <CurrentPasswordField
        first
        hint="Your device may still offer it; delete it there too."
        value={password}
        onChange={setPassword}
        error={error}
      />
    </FormDialog>
  );
}
