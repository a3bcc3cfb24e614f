import { ArrowRight, Shield } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useAct } from '../../bridge/acts/useAct.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { UserChange } from '../../contracts/adminUserRequests.ts';
import type { Result } from '../../contracts/problem.ts';
import { onlyContains } from '../../domain/accounts/containment.ts';
import { failedTitle } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { KeptLine } from '../../ui/fields/KeptLine.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { UserStatusBadge } from './columns.tsx';
import { DriftTable } from './DriftTable.tsx';
import {
  changesOf,
  changeToSend,
  type Drifted,
  driftOf,
  editedUserSchema,
  formOf,
  rebased,
  roleNames,
  userFormOf,
  userInput,
  warningsOf,
} from './model.ts';
import { refusedText } from './refusedText.ts';
import type { UserFormSkin } from './skins.ts';
import { seenOf, type UsersSource } from './source.ts';
import { UserLetters } from './UserLetters.tsx';
import { UserFields } from './UserFields.tsx';
import type { Deed } from '../../domain/claims/told.ts';

interface Edit {
  readonly seen: AdminUser;
  readonly change: UserChange;
}

interface EditUserDialogProps {
  /** The fields that can be changed. */
  readonly form: UserFormSkin;
  readonly source: UsersSource;
  /** The user as of when the dialog was opened. */
  readonly user: AdminUser;
  readonly onClose: () => void;
  readonly onDone: (deed: Deed) => void;
  readonly onFailed: (title: string, message: string) => void;
  /** Reports an action that leaves the dialog open. */
  readonly onAgain: (deed: Deed) => void;
}

/**
 * Edit User (I-15), and the second dialog for fields its form lacks (issue 17, point 27). Lists the changes and sends only these; changes
 * another person made meanwhile are shown instead of being overwritten.
 */
export function EditUserDialog({ form: skin, source, user, onClose, onDone, onFailed, onAgain }: EditUserDialogProps) {
  const [base, setBase] = useState(user);
  const [drift, setDrift] = useState<readonly Drifted[]>([]);
  const { title, lead, fields, save } = skin;
  // Two dialogs change one user: what is typed in one must not be sent by the other, which does not show it.
  const draft = useDraft('users.edit', `${user.id} ${fields.join(' ')}`, formOf(base));
  const form = useActForm({
    form: 'users.edit',
    start: formOf(base),
    draft,
    schema: editedUserSchema(fields),
    input: userInput,
    asked: (): Edit => ({ seen: base, change: changeToSend(base, userFormOf(form.now())) }),
    act: {
      route: 'now',
      send: ({ seen, change }) => source.change(seen, change),
      done: (answer, { value: { change } }) =>
        onDone(answer.pendingEmail === change.email && change.email !== undefined ? 'addressAsked' : 'userUpdated'),
      failed: (problem) => onFailed(failedTitle('Failed to update user', problem), problem.message),
    },
    /** Shows changes made elsewhere beside these; saving again then decides over both. */
    compare: () => lookThen(source, base, showDrift),
  });
  const showDrift = (now: AdminUser): void => {
    const typed = userFormOf(form.now());
    setDrift(driftOf(base, now, typed));
    form.rebase(rebased(base, now, typed), formOf(now));
    setBase(now);
  };
  const entered = userFormOf(form.texts);
  const changes = changesOf(base, entered);
  const warnings = warningsOf(base, entered);
  const changed = changes.length > 0;
  // Under the kill switch, only changes that restrict access are allowed.
  const disabledReason = source.disabledReason ?? (changed && !onlyContains(base, changeToSend(base, entered)) ? source.halted : null);

  /** Why taking back a new address failed. */
  const [notTakenBack, setNotTakenBack] = useState<string | null>(null);
  const failure = (form.problem === null ? null : refusedText(form.problem, 'Failed to update user')) ?? notTakenBack;
  const send = (): void => {
    if (!changed) return onClose();
    setNotTakenBack(null);
    form.submit();
  };
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };

  return (
    <Dialog
      open
      inAddress
      onClose={onClose}
      title={title}
      description={[lead, fields.includes('name') ? null : base.name, base.email].filter((part) => part !== null).join(' · ')}
      note={!changed ? 'No changes yet' : changes.length === 1 ? 'Only the changed field is sent' : 'Only the changed fields are sent'}
      actions={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button
            kind="primary"
            busy={form.busy}
            busyText="Saving..."
            disabled={!changed}
            onClick={send}
            {...(disabledReason !== null && changed && { disabledReason: disabledReason })}
          >
            {save}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="users-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (disabledReason === null || !changed) send();
        }}
      >
        {drift.length > 0 && (
          <DriftNotice
            drift={drift}
            onDiscard={() => {
              form.rebase(formOf(base), formOf(base));
              setDrift([]);
              setNotTakenBack(null);
            }}
          />
        )}
        {draft.kept !== null && <KeptLine kept={draft.kept} />}
        <UserFields
          fields={fields}
          nameLabel="Name"
          field={(name) => ({
            ...form.field(name),
            onChange: (text) => {
              setNotTakenBack(null);
              form.set(name, text);
            },
          })}
        />
        {fields.includes('email') && base.pendingEmail != null && (
          <PendingAddress user={base} source={source} onTakenBack={setBase} onFailed={setNotTakenBack} />
        )}
        {fields.includes('name') && !fields.includes('role') && <Standing user={base} source={source} />}
        {changed && <ChangeList changes={changes} />}
        {warnings.map((words) => (
          <Banner key={words} tone="warn" lead={words} />
        ))}
        {fields.includes('name') && <UserLetters source={source} user={base} onAgain={onAgain} />}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        <Failure text={failure ?? disabledReason} />
      </form>
    </Dialog>
  );
}

/** Reads the user as they are now; `show` takes them in once the form asks for it. */
async function lookThen(source: UsersSource, { id }: AdminUser, show: (now: AdminUser) => void): Promise<Result<() => void>> {
  const now = await source.look(id);
  return now.ok ? { ok: true, value: () => show(now.value) } : now;
}

function Failure({ text }: { readonly text: string | null }) {
  return (
    text !== null && (
      <p className="users-failure" role="alert">
        {text}
      </p>
    )
  );
}

/** What somebody else changed while the dialog was open. */
function DriftNotice({ drift, onDiscard }: { readonly drift: readonly Drifted[]; readonly onDiscard: () => void }) {
  return (
    <div className="users-drift">
      <Banner tone="warn" lead="This user was changed by somebody else.">
        Nothing of yours was saved.
      </Banner>
      <DriftTable drift={drift} />
      <div className="uk-actions">
        <Button size="sm" onClick={onDiscard}>
          Discard my changes
        </Button>
        <span className="uk-fg2">Or save again to apply the changes listed below.</span>
      </div>
    </div>
  );
}

interface PendingAddressProps {
  readonly user: AdminUser;
  readonly source: UsersSource;
  readonly onTakenBack: (now: AdminUser) => void;
  readonly onFailed: (text: string) => void;
}

/** A new address that waits for its confirmation. */
function PendingAddress({ user, source, onTakenBack, onFailed }: PendingAddressProps) {
  const disabledReason = source.disabledReason ?? source.halted;
  /** Sends the current address, which cancels the pending new one. */
  const takingBack = useAct({
    route: 'now',
    send: (seen: AdminUser) => source.change(seen, { email: seen.email }),
    done: onTakenBack,
    failed: (problem) => onFailed(refusedText(problem, 'Failed to update user')),
  });
  return (
    <p className="users-standing">
      <span>
        <b>{user.pendingEmail}</b> is waiting for confirmation; until then the address above is used.
      </span>
      <span className="uk-sp" />
      <Button
        size="sm"
        busy={takingBack.busy}
        busyText="Cancelling..."
        onClick={() => void takingBack.run(user)}
        {...(disabledReason !== null && { disabledReason })}
      >
        Cancel change
      </Button>
    </p>
  );
}

/** Role and status, where the form cannot change them. */
function Standing({ user, source }: { readonly user: AdminUser; readonly source: UsersSource }) {
  return (
    <p className="users-standing">
      <Shield size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>
        Role <b>{roleNames[user.role]}</b>
      </span>
      <span className="uk-sp" />
      <span>Status</span>
      <UserStatusBadge user={user} freshness={seenOf(source)} />
    </p>
  );
}

function ChangeList({ changes }: { readonly changes: ReturnType<typeof changesOf> }) {
  return (
    <div className="users-changes" role="group" aria-label="Changes to be made">
      <b>Changes to be made</b>
      <ul>
        {changes.map(({ field, label, from, to }) => (
          <li key={field}>
            <span>{label}</span>
            <del>{from}</del>
            <ArrowRight size={14} strokeWidth={1.75} aria-label="becomes" />
            <ins>{to}</ins>
          </li>
        ))}
      </ul>
    </div>
  );
}
