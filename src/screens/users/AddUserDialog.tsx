import { UserPlus } from 'lucide-react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import type { Deed } from '../../domain/claims/told.ts';
import { failedTitle } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { KeptLine } from '../../ui/fields/KeptLine.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { emptyForm, newUserSchema, userInput } from './model.ts';
import { refusedText } from './refusedText.ts';
import type { UsersSkin } from './skins.ts';
import type { NewUser, UsersSource } from './source.ts';
import { UserFields } from './UserFields.tsx';

interface AddUserDialogProps {
  readonly skin: UsersSkin;
  readonly source: UsersSource;
  readonly onClose: () => void;
  readonly onDone: (deed: Deed) => void;
  readonly onFailed: (title: string, message: string) => void;
}

/** Add New User (I-14): address, name, and role with a preview of its permissions. */
export function AddUserDialog({ skin, source, onClose, onDone, onFailed }: AddUserDialogProps) {
  const { title, lead, nameLabel, fields, sendsStatus } = skin.create;
  const disabledReason = source.disabledReason ?? source.halted;
  const draft = useDraft('users.add', source.sample ? 'sample' : '', emptyForm);
  const { field, submit, busy, problem } = useActForm({
    form: 'users.add',
    start: emptyForm,
    draft,
    schema: newUserSchema,
    input: (texts) => userInput(texts),
    asked: (user): NewUser => ({ ...user, ...(sendsStatus && { status: 'active' }) }),
    act: {
      route: 'now',
      send: (user) => source.create(user),
      done: () => onDone('userCreated'),
      failed: (refused) => onFailed(failedTitle('Failed to create user', refused), refused.message),
    },
  });
  const failure = problem === null ? disabledReason : refusedText(problem, 'Failed to create user');
  const giveUp = (): void => {
    draft.forget();
    onClose();
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
          <Button onClick={giveUp}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy}
            busyText="Creating..."
            onClick={submit}
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
          if (disabledReason === null) submit();
        }}
      >
        {draft.kept !== null && <KeptLine kept={draft.kept} />}
        <UserFields fields={fields} nameLabel={nameLabel} field={field} />
        {/* Lets Enter in any field submit the form. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        {failure !== null && (
          <p className="users-failure" role="alert">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}
