import { FingerprintPattern } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { passwordSchema } from '../../contracts/identity.ts';
import { z } from '../../contracts/zod.ts';
import { type Passkey, passkeyNameSchema } from '../../contracts/passkey.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { makePasskey } from './makePasskey.ts';
import { suggestedPasskeyName } from './model.ts';
import { usePasskeys } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

const passkeyForm = z.object({ name: passkeyNameSchema, password: passwordSchema });

/** Asks for a name and the password, then the browser asks for the passkey (I-7). Nothing is stored before the device confirms. */
export function AddPasskeyDialog({ known, onClose }: { readonly known: readonly Passkey[]; readonly onClose: () => void }) {
  const { begin, add } = usePasskeys();
  const [suggested] = useState(() => suggestedPasskeyName(navigator.userAgent, known));
  const [step, setStep] = useState<'begin' | 'device' | 'saving'>('begin');
  const { field, submit, busy, problem } = useActForm({
    form: 'profile.passkey',
    start: { name: suggested, password: '' },
    draft: null,
    schema: passkeyForm,
    asked: (entered) => entered,
    // The platform refuses a wrong password as `forbidden`.
    about: step === 'begin' ? { forbidden: 'password' } : {},
    act: {
      route: 'now',
      send: async ({ name, password }): Promise<Result<Passkey>> => {
        setStep('begin');
        const begun = await begin(password);
        if (!begun.ok) return begun;
        setStep('device');
        const made = await makePasskey(begun.value);
        if (!made.ok) return { ok: false, problem: { code: 'cancelled', message: made.why, retry: false } };
        setStep('saving');
        return add(name, made.credential);
      },
      done: (_answer, { value }) => {
        toast({
          claim: deedDone(value.name, { deed: 'passkeyAdded', problem: null }),
          text: `${value.name} signs you in from now on. Other sessions stay open: end them below.`,
        });
        onClose();
      },
    },
  });
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
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={60} autoComplete="off" hint="To recognise it in the list" {...field('name')} />
      <CurrentPasswordField first {...field('password')} />
    </FormDialog>
  );
}
