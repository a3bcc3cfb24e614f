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
  const { title, lead, nameLabel, fields, sendsStatus } = skin.create;
  const disabledReason = source.disabledReason ?? source.halted;

  const { wrong, failure, busy, submit, touched } = useSubmit({
    generic: 'Failed to create user',
    send: (user: NewUser) => source.create(user),
    done: () => onDone('userCreated'),
    failed: (problem) => onFailed(failedTitle('Failed to create user', problem), problem.message),
  });

  const send = (): void => {
    const { role } = form;
    const user = { email: form.email.trim(), name: form.name.trim(), ...(sendsStatus && { status: 'active' as const }) };
    submit(formProblems(form, fields), role === '' ? null : { ...user, role });
  };

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
            onClick={send}
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
          if (disabledReason === null) send();
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
