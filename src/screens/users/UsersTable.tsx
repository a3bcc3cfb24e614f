import { KeyRound, Trash2, Users } from 'lucide-react';
import { useMemo } from 'react';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { TableOf } from '../../ui/table/table.ts';
import { userSort } from './address.ts';
import type { UsersPlace } from './useUsersAddress.ts';
import { changeIcon, columnsOf, LetterMark, type RowActs, UserStatusBadge } from './columns.tsx';
import { roleNames } from './model.ts';
import type { UsersSkin } from './skins.ts';
import { seenOf, type UsersSource } from './source.ts';

interface UsersTableProps extends UsersPlace {
  readonly skin: UsersSkin;
  readonly source: UsersSource;
  /** Why this account cannot be deactivated; null if it can. */
  readonly removalDisabledReason: (user: AdminUser) => string | null;
  /** Why nobody can be added; null if users can. */
  readonly addDisabledReason: string | null;
}

const tableOf = (skin: UsersSkin, acts: RowActs, seen: FreshnessState | null): TableOf<AdminUser> => ({
  label: 'Users',
  columns: columnsOf(skin, acts, seen),
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  card: (user) => ({
    title: user.name,
    meta: (
      <span className="users-card">
        <UserStatusBadge user={user} freshness={seen} />
        <span className="uk-clip">{roleNames[user.role]}</span>
        <LetterMark user={user} freshness={seen} />
      </span>
    ),
    actions: (
      <span className="users-card-acts">
        <IconButton label={`${skin.change.title}: ${user.name}`} icon={changeIcon(skin)} onClick={() => acts.onChange(user)} />
        {acts.onAccess !== null && <IconButton label={`Access of ${user.name}`} icon={KeyRound} onClick={() => acts.onAccess?.(user)} />}
        {(skin.remove.offered === 'always' || user.status === 'active') && acts.removalDisabledReason(user) === null && (
          <IconButton label={`${skin.remove.label} ${user.name}`} icon={Trash2} onClick={() => acts.onRemove(user)} />
        )}
      </span>
    ),
  }),
  rowHeight: 48,
  skeletonRows: 5,
  loadingLabel: skin.loading,
});

/** A page of users with pagination. The platform sorts: sorting one page locally would not sort the list. */
export function UsersTable({ skin, source, address, show, hrefOf, removalDisabledReason, addDisabledReason }: UsersTableProps) {
  const { list, turning, exports } = source;
  const users = list.value?.users ?? [];
  const loaded = list.value?.pagination ?? { page: 1, limit: 10, total: 0, totalPages: 0 };
  const narrowed = address.search !== '' || address.role !== null || address.status !== null;
  const acts = useMemo(
    (): RowActs => ({
      onEdit: ({ id }) => show({ open: { kind: 'edit', id } }),
      onChange: ({ id }) => show({ open: { kind: 'change', id } }),
      onAccess: source.sample ? null : ({ id }) => show({ open: { kind: 'access', id } }),
      onRemove: ({ id }) => show({ open: { kind: 'remove', id } }),
      removalDisabledReason,
    }),
    [show, removalDisabledReason, source.sample],
  );
  const seen = seenOf(source);
  const table = useMemo(() => tableOf(skin, acts, seen), [skin, acts, seen]);
  return (
    <div className="users-table" aria-busy={turning ? true : undefined}>
      <DataTable
        table={table}
        source={{
          kind: 'page',
          rows: users,
          loading: list.state === 'loading',
          loaded,
          page: address.page,
          onPage: (page) => show({ page }),
          sort: address.sort,
          onSort: (sort) => show({ sort: userSort(sort), page: 1 }),
        }}
        opening={{
          id: address.open !== null && 'id' in address.open ? address.open.id : null,
          onOpen: (id) => show({ open: { kind: 'edit', id } }),
          href: hrefOf,
        }}
        exports={exports}
        empty={
          <EmptyState
            icon={Users}
            title="No users found"
            action={
              <>
                {(narrowed || address.page > 1) && (
                  <Button onClick={() => show({ search: '', role: null, status: null, page: 1 })}>Clear filters</Button>
                )}
                {skin.empty.action !== null && (
                  <Button
                    kind="primary"
                    onClick={() => show({ open: { kind: 'add' } })}
                    {...(addDisabledReason !== null && { disabledReason: addDisabledReason })}
                  >
                    {skin.empty.action}
                  </Button>
                )}
              </>
            }
          >
            {skin.empty.text}
          </EmptyState>
        }
      />
    </div>
  );
}
