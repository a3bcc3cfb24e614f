import { FingerprintPattern } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '../../contracts/passkey.ts';
import { failureText } from '../../domain/accountLabels.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { makePasskey } from './makePasskey.ts';
import { passkeyNameProblem, suggestedPasskeyName } from './model.ts';
import { usePasskeys } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Asks for a name and the password, then the browser asks for the passkey (I-7). Nothing is stored before the device confirms. */
export function AddPasskeyDialog({ known, onClose }: { readonly known: readonly Passkey[]; readonly onClose: () => void }) {
  const { begin, add } = usePasskeys();
  const [name, setName] = useState(() => suggestedPasskeyName(navigator.userAgent, known));
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [step, setStep] = useState<'asking' | 'device' | 'saving'>('asking');
  const [failure, setFailure] = useState<{ readonly text: string; readonly ofPassword: boolean } | null>(null);
  const wrong = { name: passkeyNameProblem(name), password: password === '' ? 'Enter your current password' : null };

  const save = async (): Promise<void> => {
    setTried(true);
    if (step !== 'asking' || wrong.name !== null || wrong.password !== null) return;
    setFailure(null);
    setStep('device');
    const stop = (text: string, ofPassword = false): void => {
      setStep('asking');
      setFailure({ text, ofPassword });
    };
    const begun = await begin(password);
    if (!begun.ok) {
      const ofPassword = begun.problem.code === 'forbidden';
      return stop(ofPassword ? begun.problem.message : `Failed to add the passkey. ${problemSentence(begun.problem)}`, ofPassword);
    }
    const made = await makePasskey(begun.value.value);
    if (!made.ok) return stop(made.why);
    setStep('saving');
    const problem = await add(name.trim(), made.credential);
    if (problem !== null) return stop(failureText('Failed to add the passkey', problem));
    toast({
      claim: deedDone(name.trim(), { deed: 'passkeyAdded', problem }),
      text: `${name.trim()} signs you in from now on. Other sessions stay open: end them below.`,
    });
    return onClose();
  };
  return (
    <FormDialog
      icon={FingerprintPattern}
      title="Add a Passkey"
      description="Your device or password manager keeps it, and asks for your fingerprint, face or PIN."
      note="Recorded in the audit trail"
      action="Continue"
      busy={step !== 'asking'}
      busyText={step === 'saving' ? 'Saving...' : 'Waiting for your device...'}
      failure={failure !== null && !failure.ofPassword ? failure.text : null}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={60}
        autoComplete="off"
        hint="To recognise it in the list"
        value={name}
        onChange={setName}
        {...(tried && wrong.name !== null && { error: wrong.name })}
      />
      <CurrentPasswordField
        first
        value={password}
        onChange={setPassword}
        error={failure?.ofPassword === true ? failure.text : tried ? wrong.password : null}
      />
    </FormDialog>
  );
}
