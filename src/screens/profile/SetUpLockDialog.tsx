import { Fingerprint, KeyRound, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hub } from '../../bridge/hub.ts';
import { createPasskey, passkeyBarred } from '../../bridge/passkey.ts';
import type { LockKind } from '../../contracts/lock.ts';
import type { Result } from '../../contracts/problem.ts';
import { failureText } from '../../domain/accountWords.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { FormDialog } from './FormDialog.tsx';
import { newPinWords } from './newPin.ts';
import { PinField } from './PinField.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface SetUpLockDialogProps {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly onClose: () => void;
}

/** Passkey, or PIN or password (D-31, G-5); what stands on the device is sealed then and there. */
export function SetUpLockDialog({ user, onClose }: SetUpLockDialogProps) {
  const [barred, setBarred] = useState<string | null>(null);
  const [kind, setKind] = useState<LockKind>('passkey');
  const [pin, setPin] = useState('');
  const [repeated, setRepeated] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const words = newPinWords(pin, repeated, user);

  useEffect(() => {
    let shown = true;
    void passkeyBarred().then((reason) => {
      if (!shown || reason === null) return;
      setBarred(reason);
      setKind('pin');
    });
    return () => {
      shown = false;
    };
  }, []);

  const setUp = async (): Promise<Result<null>> => {
    if (kind === 'pin') return hub.lock({ act: 'setUp', secret: { kind: 'pin', pin }, passkey: null });
    const made = await createPasskey(user);
    return made.ok ? hub.lock({ act: 'setUp', ...made.value }) : made;
  };
  const notReady = kind === 'pin' && !words.ready ? 'Please enter the same good PIN or password twice' : null;
  const save = async (): Promise<void> => {
    if (busy || notReady !== null) return;
    setBusy(true);
    setFailure(null);
    const outcome = await setUp();
    setBusy(false);
    if (!outcome.ok) return setFailure(failureText('The lock was not set up', outcome.problem));
    toast({ claim: deedDone('lock', { deed: 'lockSetUp', problem: null }), text: 'What this device holds is sealed.' });
    onClose();
  };
  return (
    <FormDialog
      icon={LockKeyhole}
      title="Set Up App Lock"
      description="Seals what this device holds for you. After 30 minutes without you it opens by this lock alone, also without the network."
      action="Set Up"
      busy={busy}
      busyText="Setting up..."
      notReady={notReady}
      failure={failure}
      onSubmit={save}
      onClose={onClose}
    >
      <fieldset className="profile-ways">
        <legend className="uk-sr">How it is opened</legend>
        <label data-barred={barred === null ? undefined : ''}>
          <input type="radio" name="way" checked={kind === 'passkey'} disabled={barred !== null} onChange={() => setKind('passkey')} />
          <Fingerprint size={20} strokeWidth={1.75} aria-hidden />
          <span>
            <b>Passkey</b>
            <span>{barred ?? 'Fingerprint, face or the device’s own lock. Cannot be guessed.'}</span>
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
              Eight digits or more, or eight characters. On a copy of this device’s disk nothing slows guessing: eight digits are found
              within a day, several words of your own are not.
            </span>
          </span>
        </label>
      </fieldset>
      {kind === 'pin' && (
        <div className="profile-pins">
          <PinField label="PIN or password" value={pin} onChange={setPin} error={words.pin} />
          <PinField label="The same again" value={repeated} onChange={setRepeated} error={words.repeated} />
        </div>
      )}
      <p className="profile-lock-note">
        Ten wrong tries, which take an hour at least, or signing out, remove what is held and the lock with it. Nobody can open it for you:
        forgotten, everything is fetched anew, and what was not sent yet is lost.
      </p>
      <p className="profile-lock-note">
        What is here already is written over at once, but no page can promise that the disk itself keeps none of the old bytes, nor take
        back a copy that was made before.
      </p>
    </FormDialog>
  );
}
