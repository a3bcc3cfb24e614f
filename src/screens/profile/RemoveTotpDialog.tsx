import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../domain/accountLabels.ts';
import { deedDone } from '../../domain/claims/told.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useFactors } from './queries.ts';

/** Confirms the removal of the second factor. */
export function RemoveTotpDialog({ onClose }: { readonly onClose: () => void }) {
  const { remove } = useFactors();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const problem = await remove();
    setBusy(false);
    if (problem !== null) return setFailure(failureText('The app was not removed', problem));
    toast({ claim: deedDone('app', { deed: 'totpRemoved', problem }), text: 'Your password signs you in without a code from now on.' });
    return onClose();
  };
  return (
    <FormDialog
      icon={Trash2}
      title="Remove Authenticator App"
      description="Anyone who knows your password can then sign in with it alone. The recovery codes are removed too."
      note="Recorded in the audit trail"
      size="question"
      action="Remove"
      kind="danger"
      actionIcon={Trash2}
      busy={busy}
      busyText="Removing..."
      failure={failure}
      onSubmit={send}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
