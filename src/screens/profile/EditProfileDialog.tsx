import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { Profile } from '../../contracts/identity.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { KeptLine } from '../../ui/fields/KeptLine.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { changesOf } from './model.ts';
import { profileSchema } from './profileSchema.ts';
import { useOwnAccount } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Changes name and address. A new address requires the password, and applies only after it is confirmed (D-22). */
export function EditProfileDialog({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const { change } = useOwnAccount();
  // With an app lock, autofill is off: the browser's form history is outside the lock's encryption (G-4).
  const fills = useHubStatus().lock.state === 'none';
  // Snapshot taken when the dialog opens: later updates do not change what is being decided on.
  const [seen] = useState(profile);
  const start = { name: seen.name, email: seen.email, password: '' };
  const draft = useDraft('profile.edit', '', start);
  const moved = (texts: typeof start): boolean => changesOf(seen, texts).email !== undefined;
  const { texts, field, submit, busy, problem } = useActForm({
    form: 'profile.edit',
    start,
    draft,
    schema: (entered) => profileSchema(moved(entered)),
    input: (entered) => ({ ...entered, email: entered.email.trim() }),
    asked: (entered) => changesOf(seen, entered),
    // The platform refuses a change with a wrong password as `forbidden`.
    about: { forbidden: 'password' },
    act: {
      route: 'now',
      send: (wanted) => change(wanted, seen.version),
      done: (_answer, { value }) => {
        if (value.email !== undefined)
          toast({ tone: 'info', title: 'Confirm the new address', text: `A link was sent to ${value.email}. Until then nothing changes.` });
        else toast({ claim: deedDone('profile', { deed: 'profileSaved', problem: null }) });
        onClose();
      },
    },
  });
  const moves = moved(texts);
  const none = Object.keys(changesOf(seen, texts)).length === 0;
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
      onSubmit={() => {
        if (!none) submit();
      }}
      onCancel={draft.forget}
      onClose={onClose}
    >
      {draft.kept !== null && <KeptLine kept={draft.kept} />}
      <TextField label="Full Name" autoComplete={fills ? 'name' : 'off'} required maxLength={200} data-autofocus="" {...field('name')} />
      <TextField
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete={fills ? 'email' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={320}
        hint="A new address is used once the link sent to it has been opened."
        {...field('email')}
      />
      {moves && <CurrentPasswordField {...field('password')} />}
    </FormDialog>
  );
}
