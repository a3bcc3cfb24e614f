import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { Passkey } from '../../contracts/passkey.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
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
  const { busy, problem, run } = useAct({
    route: 'now',
    send: (wanted: string) => rename(passkey.id, wanted),
    done: () => {
      toast({ claim: deedDone(passkey.id, { deed: 'passkeyRenamed', problem: null }) });
      onClose();
    },
  });
  const wrong = passkeyNameProblem(name);
  const same = name.trim() === passkey.name;

  const save = (): void => {
    if (!same && wrong === null) void run(name.trim());
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
      failure={problem === null ? null : failureText('Failed to rename the passkey', problem)}
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
