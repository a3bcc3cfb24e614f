import { Download, ListChecks } from 'lucide-react';
import { useAct } from '../../bridge/acts/useAct.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { saveFile } from '../../ui/controls/saveFile.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useFactors } from './queries.ts';

/** Shows the recovery codes once; after closing they cannot be shown again. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const save = (): void => saveFile('ukweli-recovery-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }));
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      icon={ListChecks}
      title="Your Recovery Codes"
      description="Each signs you in once, with your password, when you do not have your app. They are shown only now: keep them in a safe place."
      actions={
        <>
          <Button icon={Download} onClick={save}>
            Save as a file
          </Button>
          <Button kind="primary" onClick={onClose}>
            I have stored them safely
          </Button>
        </>
      }
    >
      <ul className="profile-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Asks before the old recovery codes are invalidated, then shows the new ones. */
export function RenewCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const { renewCodes } = useFactors();
  const { state, busy, problem, run } = useAct({ route: 'now', send: (_nothing: null) => renewCodes() });
  if (state.at === 'done') return <RecoveryCodes codes={state.answer.recoveryCodes} onClose={onClose} />;
  return (
    <FormDialog
      icon={ListChecks}
      title="Make New Recovery Codes"
      description="Ten new codes, shown once. The previous codes stop working."
      note="Recorded in the audit trail"
      size="question"
      action="Make new codes"
      busy={busy}
      busyText="Making codes..."
      failure={problem === null ? null : failureText('No new codes were made', problem)}
      onSubmit={() => void run(null)}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
