import { KeyRound } from 'lucide-react';
import { hub } from '../../bridge/hub/hub.ts';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { z } from '../../contracts/zod.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { LockOwner } from '../../domain/lock/pin.ts';
import { pinChange } from './lockModel.ts';
import { newPinLabels, repeatedPinSchema } from './newPin.ts';
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
  const { texts, field, complete, submit, busy, problem } = useActForm({
    form: 'lock.change',
    start: { pin: '', newPin: '', repeated: '' },
    draft: null,
    schema: ({ newPin }) =>
      z.object({ pin: z.string().check(z.minLength(1)), newPin: z.string(), repeated: repeatedPinSchema(newPin, user) }),
    asked: ({ pin, newPin }) => ({ from: pin, to: newPin }),
    about: { forbidden: 'pin', rate_limited: 'pin' },
    act: {
      route: 'now',
      send: (pins) => hub.lock({ act: 'change', ...pins }),
      done: () => {
        toast({ claim: deedDone('lock', { deed: 'pinChanged', problem: null }), text: 'The old PIN or password no longer works.' });
        onClose();
      },
    },
  });
  const words = newPinLabels(texts.newPin, texts.repeated, user);
  return (
    <FormDialog
      icon={KeyRound}
      title={pinChange(digits)}
      action={pinChange(digits)}
      busy={busy}
      busyText="Changing..."
      notReady={!complete ? 'Enter the current one, and a valid new one twice' : null}
      failure={problem === null ? null : failureText(`The ${digits ? 'PIN' : 'password'} stays as it was`, problem)}
      onSubmit={() => complete && submit()}
      onClose={onClose}
    >
      <PinField label={digits ? 'Current PIN' : 'Current lock password'} digits={digits} {...field('pin')} first />
      <div className="profile-pins">
        <PinField label="New PIN or password" {...field('newPin')} error={words.pin} />
        <PinField label="Repeat the new one" {...field('repeated')} error={words.repeated} />
      </div>
    </FormDialog>
  );
}
