import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { Passkey } from '../../contracts/passkey.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { usePasskeys, wrongPassword } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Confirms the removal of a passkey with the password, because the owner may need it to sign in. */
export function RemovePasskeyDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { remove } = usePasskeys();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, problem, fields, run } = useAct({
    route: 'now',
    send: (currentPassword: string) => remove(passkey.id, currentPassword),
    fieldsOf: wrongPassword,
    done: () => {
      toast({
        claim: deedDone(passkey.id, { deed: 'passkeyRemoved', problem: null }),
        text: `${passkey.name} no longer signs in. Other sessions stay open: end them below.`,
      });
      onClose();
    },
  });

  const send = (): void => {
    setTried(true);
    if (password !== '') void run(password);
  };
  const error = fields['password'] ?? (tried && password === '' ? 'Enter your current password' : null);
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
      failure={problem === null ? null : failureText('Failed to remove the passkey', problem)}
      onSubmit={send}
      onClose={onClose}
    >
      <CurrentPasswordField
        first
        hint="Your device may still offer it; delete it there too."
        value={password}
        onChange={setPassword}
        {...(error !== null && { error })}
      />
    </FormDialog>
  );
}
