import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { failedTitle } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { emptyForm, formProblems } from './model.ts';
import type { UsersSkin } from './skins.ts';
import type { NewUser, UsersSource } from './source.ts';
import { UserFields } from './UserFields.tsx';
import { useSubmit } from './useSubmit.ts';
import type { Deed } from '../../domain/claims/told.ts';

interface AddUserDialogProps {
  readonly skin: UsersSkin;
  readonly source: UsersSource;
  readonly onClose: () => void;
  readonly onDone: (deed: Deed) => void;
  readonly onFailed: (title: string, message: string) => void;
}

/** Add New User (I-14): address, name, and role with a preview of its permissions. */
export function AddUserDialog({ skin, source, onClose, onDone, onFailed }: AddUserDialogProps) {
  const [form, setForm] = useState(emptyForm);
  const { wrong, failure, busy, submit, touched } = useSubmit();
  const { title, lead, nameLabel, fields, sendsStatus } = skin.create;
  const disabledReason = source.disabledReason ?? source.halted;

  const send = () =>
    submit(formProblems(form, fields), async () => {
      const { role } = form;
      if (role === '') return null; // validated above
      const user: NewUser = { email: form.email.trim(), name: form.name.trim(), role, ...(sendsStatus && { status: 'active' }) };
      const answer = await source.create(user);
      if (answer.ok) onDone('userCreated');
      else onFailed(failedTitle('Failed to create user', answer.problem), answer.problem.message);
      return answer.ok ? null : { ...answer.problem, generic: 'Failed to create user' };
    });

  return (
    <Dialog
      open
      inAddress
      onClose={onClose}
      icon={UserPlus}
      title={title}
      {...(lead !== null && { description: lead })}
      note={source.sample ? 'Sample data: nothing is sent' : 'Recorded under your name; an email tells them how to sign in'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy}
            busyText="Creating..."
            onClick={() => void send()}
            {...(disabledReason !== null && { disabledReason: disabledReason })}
          >
            Create User
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="users-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (disabledReason === null) void send();
        }}
      >
        <UserFields
          form={form}
          fields={fields}
          nameLabel={nameLabel}
          wrong={wrong}
          onChange={(change) => {
            touched(change);
            setForm({ ...form, ...change });
          }}
        />
        {/* Lets Enter in any field submit the form. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        {(failure ?? disabledReason) !== null && (
          <p className="users-failure" role="alert">
            {failure ?? disabledReason}
          </p>
        )}
      </form>
    </Dialog>
  );
}
