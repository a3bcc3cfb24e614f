import { LockKeyholeOpen } from 'lucide-react';
import { useState } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import { askPasskey } from '../../bridge/keys/passkey.ts';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { LockKind, PasskeyRef } from '../../contracts/lock.ts';
import type { Result } from '../../contracts/problem.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { FormDialog } from './FormDialog.tsx';
import { PinField } from './PinField.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface TakeOffLockDialogProps {
  readonly kind: LockKind;
  /** Undefined if unknown: a lock from before passwords were allowed. */
  readonly digits: boolean | undefined;
  /** Null for a PIN. */
  readonly passkey: PasskeyRef | null;
  readonly onClose: () => void;
}

/** Decrypts the rows and removes the lock. Asks for the secret, because the console may have been left unlocked. */
export function TakeOffLockDialog({ kind, digits = true, passkey, onClose }: TakeOffLockDialogProps) {
  const [pin, setPin] = useState('');
  const ready = kind === 'passkey' || pin !== '';

  const takeOff = async (typed: string): Promise<Result<null>> => {
    if (passkey === null) return hub.lock({ act: 'takeOff', secret: { kind: 'pin', pin: typed } });
    const secret = await askPasskey(passkey);
    return secret.ok ? hub.lock({ act: 'takeOff', secret: secret.value }) : secret;
  };
  const { busy, problem, run } = useAct({
    route: 'now',
    send: takeOff,
    done: () => {
      toast({ claim: deedDone('lock', { deed: 'lockTakenOff', problem: null }), text: 'Your data on this device is no longer encrypted.' });
      onClose();
    },
  });
  const save = (): void => {
    if (ready) void run(pin);
  };
  return (
    <FormDialog
      icon={LockKeyholeOpen}
      title="Remove App Lock"
      description="Your data on this device will no longer be encrypted. After 30 minutes without activity you must sign in."
      action={kind === 'pin' ? 'Remove' : 'Remove with Passkey'}
      kind="danger"
      busy={busy}
      busyText="Removing..."
      notReady={!ready ? `Please enter the ${digits ? 'PIN' : 'password'}` : null}
      failure={kind === 'passkey' && problem !== null ? problem.message : null}
      onSubmit={save}
      onClose={onClose}
    >
      {kind === 'pin' && (
        <PinField label={digits ? 'PIN' : 'Lock password'} digits={digits} value={pin} onChange={setPin} first error={problem?.message} />
      )}
    </FormDialog>
  );
}
