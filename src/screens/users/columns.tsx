import { AtSign, KeyRound, Pencil, Trash2, UserCog, UserX } from 'lucide-react';
import type { AdminUser } from '../../contracts/adminUser.ts';
import { accountActive, letterSent } from '../../domain/claims/deeds.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Time } from '../../ui/time/Time.tsx';
import { letterInTrouble } from './letters.ts';
import { initialOf, roleNames } from './model.ts';
import type { UserColumn, UsersSkin } from './skins.ts';

/** Actions of a row's buttons, and why they may be disabled. */
export interface RowActs {
  readonly onEdit: (user: AdminUser) => void;
  /** Opens the fields that the *Edit* form lacks. */
  readonly onChange: (user: AdminUser) => void;
  /** Opens the account's sign-in methods; null on sample data, which has no sign-in. */
  readonly onAccess: ((user: AdminUser) => void) | null;
  readonly onRemove: (user: AdminUser) => void;
  /** Why this account cannot be deactivated; null if it can. */
  readonly removalDisabledReason: (user: AdminUser) => string | null;
}

/** The first letter of a name, in a circle. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span className="users-avatar" aria-hidden="true">
      {initialOf(name)}
    </span>
  );
}

/** An account's status, with the freshness of the answer it came from. */
export function UserStatusBadge({
  user: { id, status },
  freshness,
}: {
  readonly user: AdminUser;
  readonly freshness: FreshnessState | null;
}) {
  return <ClaimBadge claim={accountActive(id, { status, freshness })} />;
}

/** A line saying that a letter about the account could not be sent; renders nothing otherwise. */
export function LetterMark({ user, freshness }: { readonly user: AdminUser; readonly freshness: FreshnessState | null }) {
  const letter = letterInTrouble(user);
  if (letter === null) return null;
  const { word, why } = letterSent(letter.id, { letter, freshness });
  return (
    <span className="users-letter-mark" title={why ?? undefined}>
      Email {word.charAt(0).toLowerCase()}
      {word.slice(1)}
    </span>
  );
}

/** The role as a coloured badge (I-11). */
export function RoleBadge({ role }: Pick<AdminUser, 'role'>) {
  return (
    <span className="users-role" data-role={role}>
      {roleNames[role]}
    </span>
  );
}

/** The columns of a skin with these actions. */
export function columnsOf(skin: UsersSkin, acts: RowActs, freshness: FreshnessState | null): readonly Column<AdminUser>[] {
  const all: Readonly<Record<UserColumn, Column<AdminUser>>> = {
    name: {
      id: 'name',
      header: 'Name',
      width: 180,
      grow: 3,
      priority: 1,
      sortable: true,
      cell: ({ name }) => (
        <span className="users-person">
          <Avatar name={name} />
          <b className="uk-clip">{name}</b>
        </span>
      ),
    },
    email: {
      id: 'email',
      header: 'Email',
      width: 210,
      grow: 3,
      priority: 2,
      sortable: true,
      cell: ({ email }) => <span title={email}>{email}</span>,
    },
    user: {
      id: 'name',
      header: 'User',
      width: 200,
      grow: 3,
      priority: 1,
      sortable: true,
      cell: ({ name, email }) => (
        <span className="users-person">
          <Avatar name={name} />
          <span className="users-both">
            <b className="uk-clip">{name}</b>
            <span className="uk-clip" title={email}>
              {email}
            </span>
          </span>
        </span>
      ),
    },
    role: { id: 'role', header: 'Role', width: 120, grow: 1, priority: 2, sortable: true, cell: ({ role }) => roleNames[role] },
    roleBadge: {
      id: 'role',
      header: 'Role',
      width: 124,
      grow: 1,
      priority: 2,
      sortable: true,
      cell: ({ role }) => <RoleBadge role={role} />,
    },
    status: {
      id: 'status',
      header: 'Status',
      width: 136,
      grow: 1,
      priority: 1,
      sortable: true,
      cell: (user) => (
        <span className="users-standing-of">
          <UserStatusBadge user={user} freshness={freshness} />
          <LetterMark user={user} freshness={freshness} />
        </span>
      ),
    },
    lastLogin: {
      id: 'last_login_at',
      header: 'Last Login',
      width: 132,
      grow: 1,
      priority: 3,
      sortable: true,
      descFirst: true,
      cell: ({ last_login_at }) =>
        last_login_at === undefined ? (
          <span className="uk-fg3">Not reported</span>
        ) : last_login_at === null ? (
          <span className="uk-fg3">Never</span>
        ) : (
          <Time at={last_login_at} as="dayTime" beside="server" inRow />
        ),
    },
    created: {
      id: 'created_at',
      header: 'Created',
      width: 116,
      grow: 1,
      priority: 4,
      sortable: true,
      descFirst: true,
      cell: ({ created_at }) =>
        created_at === undefined ? <span className="uk-fg3">Not reported</span> : <Time at={created_at} as="date" beside="server" inRow />,
    },
    actions: {
      id: 'actions',
      header: 'Actions',
      width: skin.remove.offered === 'always' ? 340 : 380,
      align: 'end',
      priority: 1,
      cell: (user) => <Acts user={user} skin={skin} acts={acts} />,
    },
  };
  return skin.columns.map((id) => all[id]);
}

/** Icon of the button for the fields that *Edit* lacks. */
export const changeIcon = ({ change }: Pick<UsersSkin, 'change'>) => (change.fields.includes('role') ? UserCog : AtSign);

function Acts({ user, skin, acts }: { readonly user: AdminUser; readonly skin: UsersSkin; readonly acts: RowActs }) {
  const disabledReason = acts.removalDisabledReason(user);
  const offered = skin.remove.offered === 'always' || user.status === 'active';
  return (
    <span className="uk-actions users-acts">
      <Button size="sm" icon={Pencil} aria-label={`Edit ${user.name}`} onClick={() => acts.onEdit(user)}>
        Edit
      </Button>
      <Button size="sm" icon={changeIcon(skin)} aria-label={`${skin.change.title}: ${user.name}`} onClick={() => acts.onChange(user)}>
        {skin.change.label}
      </Button>
      {acts.onAccess !== null && <IconButton label={`Access of ${user.name}`} icon={KeyRound} onClick={() => acts.onAccess?.(user)} />}
      {offered && (
        <Button
          size="sm"
          kind="dangerText"
          icon={skin.remove.offered === 'always' ? Trash2 : UserX}
          aria-label={`${skin.remove.label} ${user.name}`}
          onClick={() => acts.onRemove(user)}
          {...(disabledReason !== null && { disabledReason: disabledReason })}
        >
          {skin.remove.label}
        </Button>
      )}
    </span>
  );
}
