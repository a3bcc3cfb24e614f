import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { hub } from '../../bridge/hub.ts';
import { failureText } from '../../domain/accountLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { LockOwner } from '../../domain/lock/pin.ts';
import { pinChange } from './lockModel.ts';
import { newPinLabels } from './newPin.ts';
import { PinField } from './PinField.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface ChangePinDialogProps {
  readonly user: LockOwner;
  /** Undefined if unknown: a lock from before passwords were allowed. */
  readonly digits: boolean | undefined;
  readonly onClose: () => void;
}

/** Changes the PIN or password of the same lock; encrypted rows are unchanged. Works offline. */
export function ChangePinDialog({ user, digits = true, onClose }: ChangePinDialogProps) {
  const [current, setCurrent] = useState('');
  const [pin, setPin] = useState('');
  const [repeated, setRepeated] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly text: string; readonly ofCurrent: boolean } | null>(null);
  const words = newPinLabels(pin, repeated, user);
  const ready = words.ready && current !== '';

  const save = async (): Promise<void> => {
    if (!ready || busy) return;
    setBusy(true);
    setFailure(null);
    const outcome = await hub.lock({ act: 'change', from: current, to: pin });
    setBusy(false);
    if (!outcome.ok) {
      const { code, message } = outcome.problem;
      const ofCurrent = code === 'forbidden' || code === 'rate_limited';
      return setFailure({
        ofCurrent,
        text: ofCurrent ? message : failureText(`The ${digits ? 'PIN' : 'password'} stays as it was`, outcome.problem),
      });
    }
    toast({ claim: deedDone('lock', { deed: 'pinChanged', problem: null }), text: 'The old PIN or password no longer works.' });
    onClose();
  };
  return (
    <FormDialog
      icon={KeyRound}
      title={pinChange(digits)}
      action={pinChange(digits)}
      busy={busy}
      busyText="Changing..."
      notReady={!ready ? 'Enter the current one, and a valid new one twice' : null}
      failure={failure !== null && !failure.ofCurrent ? failure.text : null}
      onSubmit={save}
      onClose={onClose}
    >
      <PinField
        label={digits ? 'Current PIN' : 'Current lock password'}
        digits={digits}
        value={current}
        onChange={setCurrent}
        first
        error={failure?.ofCurrent === true ? failure.text : undefined}
      />
      <div className="profile-pins">
        <PinField label="New PIN or password" value={pin} onChange={setPin} error={words.pin} />
        <PinField label="Repeat the new one" value={repeated} onChange={setRepeated} error={words.repeated} />
      </div>
    </FormDialog>
  );
}
