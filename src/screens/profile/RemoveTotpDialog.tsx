import { Trash2 } from 'lucide-react';
import { useAct } from '../../bridge/acts/useAct.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { deedDone } from '../../domain/claims/told.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useFactors } from './queries.ts';

/** Confirms the removal of the second factor. */
export function RemoveTotpDialog({ onClose }: { readonly onClose: () => void }) {
  const { remove } = useFactors();
  const { busy, problem, run } = useAct({
    route: 'now',
    send: (_nothing: null) => remove(),
    done: () => {
      toast({
        claim: deedDone('app', { deed: 'totpRemoved', problem: null }),
        text: 'Your password signs you in without a code from now on.',
      });
      onClose();
    },
  });
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
      failure={problem === null ? null : failureText('The app was not removed', problem)}
      onSubmit={() => void run(null)}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
