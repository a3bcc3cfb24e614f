import { screens } from '../../domain/screens.ts';
import { useUsers } from './queries.ts';
import { type UsersSkin, usersSkins } from './skins.ts';
import { UsersPage } from './UsersPage.tsx';
import { useUsersAddress } from './useUsersAddress.ts';

interface LiveUsersProps {
  readonly skin: UsersSkin;
  readonly other: { readonly path: string; readonly label: string };
}

function LiveUsers({ skin, other }: LiveUsersProps) {
  const { address, show } = useUsersAddress();
  return <UsersPage skin={skin} source={useUsers(address)} address={address} show={show} other={other} />;
}

/** `/admin/users`: user management in the design system's presentation (I-12, D-18). */
export function UsersScreen() {
  return <LiveUsers skin={usersSkins.standard} other={{ path: screens.usersComplete.path, label: 'All columns' }} />;
}

/** `/admin/users-complete`: the older presentation with its six columns (I-11, D-18). */
export function UsersCompleteScreen() {
  return <LiveUsers skin={usersSkins.older} other={{ path: screens.users.path, label: 'Short list' }} />;
}
