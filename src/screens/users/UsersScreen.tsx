import type { ComponentProps } from 'react';
import { useUsers } from './queries.ts';
import { type UsersSkin, usersSkins } from './skins.ts';
import { UsersPage } from './UsersPage.tsx';
import { useUsersAddress } from './useUsersAddress.ts';

interface LiveUsersProps {
  readonly skin: UsersSkin;
  readonly other: NonNullable<ComponentProps<typeof UsersPage>['other']>;
}

function LiveUsers({ skin, other }: LiveUsersProps) {
  const place = useUsersAddress();
  return <UsersPage skin={skin} source={useUsers(place.address)} {...place} other={other} />;
}

/** `/admin/users`: user management in the design system's presentation (I-12, D-18). */
export function UsersScreen() {
  return <LiveUsers skin={usersSkins.standard} other={{ screen: 'usersComplete', label: 'All columns' }} />;
}

/** `/admin/users-complete`: the older presentation with its six columns (I-11, D-18). */
export function UsersCompleteScreen() {
  return <LiveUsers skin={usersSkins.older} other={{ screen: 'users', label: 'Short list' }} />;
}
