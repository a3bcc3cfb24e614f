import { Trash2, UserX } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { AdminUser } from '../../contracts/adminUser.ts';
import { failedTitle } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { UserStatusBadge } from './columns.tsx';
import { DriftTable } from './DriftTable.tsx';
import { type Drifted, driftOf, formOf, roleNames } from './model.ts';
import type { UsersSkin } from './skins.ts';
import { seenOf, type UsersSource } from './source.ts';
import { refusedText } from './refusedText.ts';
import type { Deed } from '../../domain/claims/told.ts';

interface RemoveUserDialogProps {
  readonly skin: UsersSkin;
  readonly source: UsersSource;
  readonly user: AdminUser;
  /** Why this account cannot be deactivated; null if it can. */
  readonly disabledReason: string | null;
  readonly onClose: () => void;
  readonly onDone: (deed: Deed) => void;
  readonly onFailed: (title: string, message: string) => void;
}

/** Confirms the deactivation of an account (I-16, D-19). 'Cancel' has the initial focus. */
export function RemoveUserDialog({ skin, source, user, disabledReason, onClose, onDone, onFailed }: RemoveUserDialogProps) {
  const { title, question, after, confirm, busy: busyText, failed, done, offered } = skin.remove;
  const [base, setBase] = useState(user);
  const [drift, setDrift] = useState<readonly Drifted[]>([]);
  const Icon = offered === 'always' ? Trash2 : UserX;
  const { busy, problem, run } = useAct({
    route: 'now',
    send: async (seen: AdminUser) => {
      const answer = await source.deactivate(seen);
      const drifted = !answer.ok && answer.problem.drifted !== undefined ? await source.look(seen.id) : null;
      if (drifted?.ok === true) {
        setDrift(driftOf(seen, drifted.value, formOf(seen)));
        setBase(drifted.value);
      }
      return answer;
    },
    done: () => onDone(done),
    failed: (refused) => onFailed(failedTitle(failed, refused), refused.message),
  });
  const failure = problem === null ? null : refusedText(problem, failed);
  const stopped = disabledReason ?? source.disabledReason;
  return (
    <Dialog
      open
      inAddress
      role="alertdialog"
      onClose={onClose}
      icon={Icon}
      title={title}
      description={question(base.name)}
      note={source.sample ? 'Sample data: nothing is sent' : 'Recorded under your name'}
      actions={
        <>
          <Button data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="danger"
            icon={Icon}
            busy={busy}
            busyText={busyText}
            onClick={() => void run(base)}
            {...(stopped !== null && { disabledReason: stopped })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className="users-form">
        <p className="users-standing">
          <span className="users-both">
            <b>{base.name}</b>
            <span>{base.email}</span>
          </span>
          <span className="uk-sp" />
          <span>{roleNames[base.role]}</span>
          <UserStatusBadge user={base} freshness={seenOf(source)} />
        </p>
        {after !== null && <p className="uk-fg2">{after}</p>}
        {drift.length > 0 && <DriftTable drift={drift} />}
        {(failure ?? stopped) !== null && (
          <p className="users-failure" role="alert">
            {failure ?? stopped}
          </p>
        )}
      </div>
    </Dialog>
  );
}
