import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '../../contracts/passkey.ts';
import { failureText } from '../../domain/accountLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { passkeyNameProblem } from './model.ts';
import { usePasskeys } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Renames a passkey; it keeps working. */
export function RenamePasskeyDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { rename } = usePasskeys();
  const [name, setName] = useState(passkey.name);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const wrong = passkeyNameProblem(name);
  const same = name.trim() === passkey.name;

  const save = async (): Promise<void> => {
    if (busy || same || wrong !== null) return;
    setBusy(true);
    setFailure(null);
    const problem = await rename(passkey.id, name.trim());
    setBusy(false);
    if (problem !== null) return setFailure(failureText('Failed to rename the passkey', problem));
    toast({ claim: deedDone(passkey.id, { deed: 'passkeyRenamed', problem }) });
    return onClose();
  };
  return (
    <FormDialog
      icon={Pencil}
      size="question"
      title="Rename Passkey"
      action="Save"
      busy={busy}
      busyText="Saving..."
      notReady={same ? 'Nothing was changed' : null}
      failure={failure}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={60}
        autoComplete="off"
        data-autofocus=""
        value={name}
        onChange={setName}
        {...(wrong !== null && { error: wrong })}
      />
    </FormDialog>
  );
}
