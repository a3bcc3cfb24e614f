import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { Profile } from '../../contracts/identity.ts';
import { addressProblem, failureText, nameProblem } from '../../domain/accounts/accountLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { changesOf } from './model.ts';
import { useOwnAccount, wrongPassword } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Changes name and address. A new address requires the password, and applies only after it is confirmed (D-22). */
export function EditProfileDialog({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const { change } = useOwnAccount();
  // With an app lock, autofill is off: the browser's form history is outside the lock's encryption (G-4).
  const fills = useHubStatus().lock.state === 'none';
  // Snapshot taken when the dialog opens: later updates do not change what is being decided on.
  const [seen] = useState(profile);
  const [name, setName] = useState(seen.name);
  const [email, setEmail] = useState(seen.email);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, problem, fields, run } = useAct({
    route: 'now',
    send: (wanted: ReturnType<typeof changesOf>) => change(wanted, seen.version),
    fieldsOf: wrongPassword,
    done: (_answer, { value }) => {
      if (value.email !== undefined)
        toast({ tone: 'info', title: 'Confirm the new address', text: `A link was sent to ${value.email}. Until then nothing changes.` });
      else toast({ claim: deedDone('profile', { deed: 'profileSaved', problem: null }) });
      onClose();
    },
  });
  const changes = changesOf(seen, { name, email, password });
  const moves = changes.email !== undefined;
  const wrong = {
    name: nameProblem(name),
    email: addressProblem(email),
    password: moves && password === '' ? 'Enter your current password' : null,
  };
  const none = Object.keys(changes).length === 0;

  const save = (): void => {
    setTried(true);
    if (!none && wrong.name === null && wrong.email === null && wrong.password === null) void run(changes);
  };
  const told = (text: string | null): { error?: string } => (tried && text !== null ? { error: text } : {});
  return (
    <FormDialog
      icon={Pencil}
      title="Edit Profile"
      description="Your role and status are changed by an administrator."
      note="Recorded in the audit trail"
      action="Save Changes"
      busy={busy}
      busyText="Saving..."
      notReady={none ? 'Nothing was changed' : null}
      failure={problem === null ? null : failureText('Failed to save', problem)}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Full Name"
        autoComplete={fills ? 'name' : 'off'}
        required
        maxLength={200}
        data-autofocus=""
        value={name}
        onChange={setName}
        {...told(wrong.name)}
      />
      <TextField
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete={fills ? 'email' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={320}
        value={email}
        onChange={setEmail}
        hint="A new address is used once the link sent to it has been opened."
        {...told(wrong.email)}
      />
      {moves && (
        <CurrentPasswordField value={password} onChange={setPassword} error={fields['password'] ?? (tried ? wrong.password : null)} />
      )}
    </FormDialog>
  );
}
