import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import { useAct } from '../../bridge/acts/useAct.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
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
  const { busy, problem, fields, run } = useAct({
    route: 'now',
    send: (pins: { readonly from: string; readonly to: string }) => hub.lock({ act: 'change', ...pins }),
    fieldsOf: ({ code, message }) => (code === 'forbidden' || code === 'rate_limited' ? { current: message } : {}),
    done: () => {
      toast({ claim: deedDone('lock', { deed: 'pinChanged', problem: null }), text: 'The old PIN or password no longer works.' });
      onClose();
    },
  });
  const words = newPinLabels(pin, repeated, user);
  const ready = words.ready && current !== '';

  const save = (): void => {
    if (ready) void run({ from: current, to: pin });
  };
  return (
    <FormDialog
      icon={KeyRound}
      title={pinChange(digits)}
      action={pinChange(digits)}
      busy={busy}
      busyText="Changing..."
      notReady={!ready ? 'Enter the current one, and a valid new one twice' : null}
      failure={problem === null ? null : failureText(`The ${digits ? 'PIN' : 'password'} stays as it was`, problem)}
      onSubmit={save}
      onClose={onClose}
    >
      <PinField
        label={digits ? 'Current PIN' : 'Current lock password'}
        digits={digits}
        value={current}
        onChange={setCurrent}
        first
        error={fields['current']}
      />
      <div className="profile-pins">
        <PinField label="New PIN or password" value={pin} onChange={setPin} error={words.pin} />
        <PinField label="Repeat the new one" value={repeated} onChange={setRepeated} error={words.repeated} />
      </div>
    </FormDialog>
  );
}
