import { FingerprintPattern } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { Passkey } from '../../contracts/passkey.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { makePasskey } from './makePasskey.ts';
import { passkeyNameProblem, suggestedPasskeyName } from './model.ts';
import { usePasskeys, wrongPassword } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Asks for a name and the password, then the browser asks for the passkey (I-7). Nothing is stored before the device confirms. */
export function AddPasskeyDialog({ known, onClose }: { readonly known: readonly Passkey[]; readonly onClose: () => void }) {
  const { begin, add } = usePasskeys();
  const [name, setName] = useState(() => suggestedPasskeyName(navigator.userAgent, known));
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [step, setStep] = useState<'begin' | 'device' | 'saving'>('begin');
  const { busy, problem, fields, run } = useAct({
    route: 'now',
    send: async (asked: { readonly name: string; readonly password: string }): Promise<Result<Passkey>> => {
      setStep('begin');
      const begun = await begin(asked.password);
      if (!begun.ok) return begun;
      setStep('device');
      const made = await makePasskey(begun.value);
      if (!made.ok) return { ok: false, problem: { code: 'cancelled', message: made.why, retry: false } };
      setStep('saving');
      return add(asked.name, made.credential);
    },
    fieldsOf: (refused) => (step === 'begin' ? wrongPassword(refused) : {}),
    done: (_answer, { value }) => {
      toast({
        claim: deedDone(value.name, { deed: 'passkeyAdded', problem: null }),
        text: `${value.name} signs you in from now on. Other sessions stay open: end them below.`,
      });
      onClose();
    },
  });
  const wrong = { name: passkeyNameProblem(name), password: password === '' ? 'Enter your current password' : null };

  const save = (): void => {
    setTried(true);
    if (wrong.name === null && wrong.password === null) void run({ name: name.trim(), password });
  };
  /** Before the last step nothing was sent that could have added it. */
  const failedText = (why: Problem): string =>
    step === 'saving'
      ? failureText('Failed to add the passkey', why)
      : step === 'device'
        ? why.message
        : `Failed to add the passkey. ${problemSentence(why)}`;
  return (
    <FormDialog
      icon={FingerprintPattern}
      title="Add a Passkey"
      description="Your device or password manager keeps it, and asks for your fingerprint, face or PIN."
      note="Recorded in the audit trail"
      action="Continue"
      busy={busy}
      busyText={step === 'saving' ? 'Saving...' : 'Waiting for your device...'}
      failure={problem === null ? null : failedText(problem)}
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
      <CurrentPasswordField first value={password} onChange={setPassword} error={fields['password'] ?? (tried ? wrong.password : null)} />
    </FormDialog>
  );
}
