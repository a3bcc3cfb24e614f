import { ArrowRight, Shield } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { UserChange } from '../../contracts/adminUserRequests.ts';
import type { Result } from '../../contracts/problem.ts';
import { onlyContains } from '../../domain/accounts/containment.ts';
import { failedTitle } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { UserStatusBadge } from './columns.tsx';
import { DriftTable } from './DriftTable.tsx';
import { changesOf, changeToSend, type Drifted, driftOf, formOf, formProblems, rebased, roleNames, warningsOf } from './model.ts';
import type { UserFormSkin } from './skins.ts';
import { seenOf, type UsersSource } from './source.ts';
import { UserLetters } from './UserLetters.tsx';
import { UserFields } from './UserFields.tsx';
import { refusedText, useSubmit } from './useSubmit.ts';
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
  const [form, setForm] = useState(() => formOf(user));
  const [drift, setDrift] = useState<readonly Drifted[]>([]);
  const { title, lead, fields, save } = skin;
  const changes = changesOf(base, form);
  const warnings = warningsOf(base, form);
  const changed = changes.length > 0;
  // Under the kill switch, only changes that restrict access are allowed.
  const disabledReason = source.disabledReason ?? (changed && !onlyContains(base, changeToSend(base, form)) ? source.halted : null);

  const submitting = useSubmit({
    generic: 'Failed to update user',
    send: async ({ seen, change }: Edit): Promise<Result<AdminUser | 'compared'>> => {
      const answer = await source.change(seen, change);
      return answer.ok || answer.problem.code !== 'conflict' || answer.problem.drifted === undefined ? answer : compare();
    },
    done: (answer, { change }) => {
      if (answer !== 'compared')
        onDone(answer.pendingEmail === form.email.trim() && change.email !== undefined ? 'addressAsked' : 'userUpdated');
    },
    failed: (problem) => onFailed(failedTitle('Failed to update user', problem), problem.message),
  });
  const { wrong, busy, submit } = submitting;
  /** Why taking back a new address failed. */
  const [notTakenBack, setNotTakenBack] = useState<string | null>(null);
  const failure = submitting.failure ?? notTakenBack;
  const clear = (): void => {
    submitting.reset();
    setNotTakenBack(null);
  };
  const send = (): void => {
    if (!changed) return onClose();
    setNotTakenBack(null);
    submit(formProblems(form, fields), { seen: base, change: changeToSend(base, form) });
  };

  /** Shows changes made elsewhere beside these; saving again then decides over both. */
  const compare = async (): Promise<Result<'compared'>> => {
    const now = await source.look(base.id);
    if (!now.ok) return now;
    setDrift(driftOf(base, now.value, form));
    setForm(rebased(base, now.value, form));
    setBase(now.value);
    return { ok: true, value: 'compared' };
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
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy}
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
              setForm(formOf(base));
              setDrift([]);
              clear();
            }}
          />
        )}
        <UserFields
          form={form}
          fields={fields}
          nameLabel="Name"
          wrong={wrong}
          onChange={(change) => {
            submitting.touched(change);
            setNotTakenBack(null);
            setForm({ ...form, ...change });
          }}
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
        {(failure ?? disabledReason) !== null && (
          <p className="users-failure" role="alert">
            {failure ?? disabledReason}
          </p>
        )}
      </form>
    </Dialog>
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
