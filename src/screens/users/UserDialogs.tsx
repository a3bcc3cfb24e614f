import { useEffect, useRef, useState } from 'react';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { Problem } from '../../contracts/problem.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { AccessDialog } from './AccessDialog.tsx';
import { AddUserDialog } from './AddUserDialog.tsx';
import type { UsersAddress } from './address.ts';
import { EditUserDialog } from './EditUserDialog.tsx';
import { RemoveUserDialog } from './RemoveUserDialog.tsx';
import type { UsersSkin } from './skins.ts';
import type { UsersSource } from './source.ts';
import type { Deed } from '../../domain/claims/told.ts';

interface UserDialogsProps {
  readonly skin: UsersSkin;
  readonly source: UsersSource;
  readonly open: UsersAddress['open'];
  readonly removalDisabledReason: (user: AdminUser) => string | null;
  readonly onClose: () => void;
  readonly onDone: (deed: Deed) => void;
  /** Reports an action that leaves the dialog open. */
  readonly onAgain: (deed: Deed) => void;
  readonly onFailed: (title: string, message: string) => void;
}

/** The dialog that the address names. A user who is not on this page, for instance from a link, is fetched first. */
export function UserDialogs({ skin, source, open, removalDisabledReason, onClose, onDone, onAgain, onFailed }: UserDialogsProps) {
  const ends = { onClose, onDone, onFailed };
  const accessDisabledReason = ({ id }: AdminUser): string | null =>
    source.disabledReason ?? (id === source.selfId ? 'Your own sessions, passkeys and password are changed in your profile.' : null);
  // Sample users have no sign-in.
  if (open === null || (open.kind === 'access' && source.sample)) return null;
  if (open.kind === 'add') return <AddUserDialog skin={skin} source={source} {...ends} />;
  return (
    <OneUser key={`${open.kind} ${open.id}`} id={open.id} source={source} onClose={onClose}>
      {(user) =>
        open.kind === 'edit' || open.kind === 'change' ? (
          <EditUserDialog form={skin[open.kind]} source={source} user={user} onAgain={onAgain} {...ends} />
        ) : open.kind === 'access' ? (
          <AccessDialog user={user} disabledReason={accessDisabledReason(user)} onClose={onClose} onAgain={onAgain} />
        ) : (
          <RemoveUserDialog skin={skin} source={source} user={user} disabledReason={removalDisabledReason(user)} {...ends} />
        )
      }
    </OneUser>
  );
}

interface OneUserProps {
  readonly id: string;
  readonly source: UsersSource;
  readonly onClose: () => void;
  readonly children: (user: AdminUser) => React.ReactNode;
}

/** Passes on the user as of when the dialog opens; later refreshes of the list do not change what is being decided on. */
function OneUser({ id, source, onClose, children }: OneUserProps) {
  const listed = source.list.value?.users.find((user) => user.id === id) ?? null;
  const [user, setUser] = useState(listed);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tries, setTries] = useState(0);
  // The function changes with every render; the effect depends on the id only.
  const look = useRef(source.look);
  useEffect(() => {
    look.current = source.look;
  });
  if (user === null && listed !== null) setUser(listed);
  const missing = user === null && source.list.state !== 'loading';
  useEffect(() => {
    if (!missing) return;
    let current = true;
    void look.current(id).then((answer) => {
      if (!current) return;
      if (answer.ok) setUser(answer.value);
      else setProblem(answer.problem);
    });
    return () => {
      current = false;
    };
  }, [missing, id, tries]);
  if (user !== null) return children(user);
  return (
    <Dialog open inAddress onClose={onClose} title="User" actions={<Button onClick={onClose}>Close</Button>}>
      {problem === null ? (
        <div className="users-form">
          <Skeleton w="100%" h={56} block />
          <Skeleton w="100%" h={56} />
        </div>
      ) : (
        <ProblemPanel
          problem={problem}
          stillWorks="The list still works."
          onRetry={() => {
            setProblem(null);
            setTries(tries + 1);
          }}
        />
      )}
    </Dialog>
  );
}
