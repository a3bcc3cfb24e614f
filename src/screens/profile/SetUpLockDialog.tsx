import { Fingerprint, KeyRound, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import { createPasskey, passkeyDisabledReason } from '../../bridge/keys/passkey.ts';
import { useActForm } from '../../bridge/acts/actForm.ts';
import type { Send } from '../../bridge/acts/useSend.ts';
import { lockEndpoints } from '../../contracts/lockEndpoints.ts';
import type { LockKind } from '../../contracts/lock.ts';
import type { Result } from '../../contracts/problem.ts';
import { z } from '../../contracts/zod.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { FormDialog } from './FormDialog.tsx';
import { newPinLabels, repeatedPinSchema } from './newPin.ts';
import { PinField } from './PinField.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface SetUpLockDialogProps {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly onClose: () => void;
}

/** Sets up a lock by passkey, or by PIN or password (D-31, G-5); rows on the device are encrypted immediately. */
export function SetUpLockDialog({ user, onClose }: SetUpLockDialogProps) {
  const [disabledReason, setDisabledReason] = useState<string | null>(null);
  const [kind, setKind] = useState<LockKind>('passkey');

  useEffect(() => {
    let shown = true;
    void passkeyDisabledReason().then((reason) => {
      if (!shown || reason === null) return;
      setDisabledReason(reason);
      setKind('pin');
    });
    return () => {
      shown = false;
    };
  }, []);

  const setUp = async (typed: string | null, send: Send): Promise<Result<null>> => {
    const id = crypto.randomUUID();
    const given = await send(lockEndpoints.lockEscrow, { body: { id } });
    // A platform without key escrow does not prevent a lock: unsent commands are then lost with the lock, and the lock says so.
    if (!given.ok && given.problem.code !== 'not_found') return given;
    const escrow = given.ok ? { id, keys: given.value.keys } : null;
    if (typed !== null) return hub.lock({ act: 'setUp', secret: { kind: 'pin', pin: typed }, passkey: null, escrow });
    const made = await createPasskey(user);
    return made.ok ? hub.lock({ act: 'setUp', ...made.value, escrow }) : made;
  };
  const { texts, field, complete, submit, busy, problem } = useActForm({
    form: 'lock.setUp',
    start: { pin: '', repeated: '' },
    draft: null,
    schema: ({ pin }) => z.object({ pin: z.string(), repeated: kind === 'pin' ? repeatedPinSchema(pin, user) : z.string() }),
    asked: ({ pin }) => (kind === 'pin' ? pin : null),
    act: {
      route: 'now',
      send: setUp,
      done: () => {
        toast({ claim: deedDone('lock', { deed: 'lockSetUp', problem: null }), text: 'Your data on this device is encrypted.' });
        onClose();
      },
    },
  });
  const words = newPinLabels(texts.pin, texts.repeated, user);
  return (
    <FormDialog
      icon={LockKeyhole}
      title="Set Up App Lock"
      description="Encrypts your data on this device. After 30 minutes without activity only this lock opens it, also offline."
      action="Set Up"
      busy={busy}
      busyText="Setting up..."
      notReady={complete ? null : 'Enter a valid PIN or password twice'}
      failure={problem === null ? null : failureText('The lock was not set up', problem)}
      onSubmit={() => complete && submit()}
      onClose={onClose}
    >
      <fieldset className="profile-ways">
        <legend className="uk-sr">Unlock with</legend>
        <label data-disabled-reason={disabledReason === null ? undefined : ''}>
          <input
            type="radio"
            name="way"
            checked={kind === 'passkey'}
            disabled={disabledReason !== null}
            onChange={() => setKind('passkey')}
          />
          <Fingerprint size={20} strokeWidth={1.75} aria-hidden />
          <span>
            <b>Passkey</b>
            <span>{disabledReason ?? 'Fingerprint, face or the device’s lock. Cannot be guessed.'}</span>
          </span>
        </label>
        <label>
          <input type="radio" name="way" checked={kind === 'pin'} onChange={() => setKind('pin')} />
          <KeyRound size={20} strokeWidth={1.75} aria-hidden />
          <span>
            <b>
              PIN or password <StatusBadge status="warn">Weaker</StatusBadge>
            </b>
            <span>
              Eight digits or more, or eight characters. On a copy of this disk, guessing is not slowed: eight digits are found within a
              day, several words of your own are not.
            </span>
          </span>
        </label>
      </fieldset>
      {kind === 'pin' && (
        <div className="profile-pins">
          <PinField label="PIN or password" {...field('pin')} error={words.pin} />
          <PinField label="Repeat it" {...field('repeated')} error={words.repeated} />
        </div>
      )}
      <p className="profile-lock-note">
        Ten wrong attempts (at least an hour) or signing out remove the data and the lock. Nobody can unlock it for you: if you forget it,
        all data is fetched again, and unsent actions stay encrypted here for 72 hours and are sent after you sign in.
      </p>
      <p className="profile-lock-note">
        Existing data is overwritten at once, but the disk may keep old bytes, and earlier copies are not changed.
      </p>
    </FormDialog>
  );
}
