import { LockKeyholeOpen } from 'lucide-react';
import { useState } from 'react';
import { hub } from '../../bridge/hub.ts';
import { askPasskey } from '../../bridge/passkey.ts';
import type { LockKind, PasskeyRef } from '../../contracts/lock.ts';
import type { Result } from '../../contracts/problem.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { FormDialog } from './FormDialog.tsx';
import { PinField } from './PinField.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface TakeOffLockDialogProps {
  readonly kind: LockKind;
  /** Absent: not known, from before there were passwords. */
  readonly digits: boolean | undefined;
  /** Null for a PIN. */
  readonly passkey: PasskeyRef | null;
  readonly onClose: () => void;
}

/** Opens what is sealed and removes the lock. Whoever sits at an open console must still be the one who set it up. */
export function TakeOffLockDialog({ kind, digits = true, passkey, onClose }: TakeOffLockDialogProps) {
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const ready = kind === 'passkey' || pin !== '';

  const takeOff = async (): Promise<Result<null>> => {
    if (passkey === null) return hub.lock({ act: 'takeOff', secret: { kind: 'pin', pin } });
    const secret = await askPasskey(passkey);
    return secret.ok ? hub.lock({ act: 'takeOff', secret: secret.value }) : secret;
  };
  const save = async (): Promise<void> => {
    if (!ready || busy) return;
    setBusy(true);
    setFailure(null);
    const outcome = await takeOff();
    setBusy(false);
    if (!outcome.ok) return setFailure(outcome.problem.message);
    toast({ claim: deedDone('lock', { deed: 'lockTakenOff', problem: null }), text: 'What this device holds is no longer sealed.' });
    onClose();
  };
  return (
    <FormDialog
      icon={LockKeyholeOpen}
      title="Take Off Lock"
      description="What this device holds for you is no longer sealed. After 30 minutes without you only signing in opens it."
      action={kind === 'pin' ? 'Take Off' : 'Take Off with Passkey'}
      kind="danger"
      busy={busy}
      busyText="Taking off..."
      notReady={!ready ? `Please enter the ${digits ? 'PIN' : 'password'}` : null}
      failure={kind === 'passkey' && failure !== null ? failure : null}
      onSubmit={save}
      onClose={onClose}
    >
      {kind === 'pin' && (
        <PinField
          label={digits ? 'PIN' : 'Lock password'}
          digits={digits}
          value={pin}
          onChange={setPin}
          first
          error={failure ?? undefined}
        />
      )}
    </FormDialog>
  );
}
