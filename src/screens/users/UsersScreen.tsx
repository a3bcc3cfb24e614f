import { useUsers } from './queries.ts';
import { type UsersSkin, usersSkins } from './skins.ts';
import { UsersPage } from './UsersPage.tsx';
import { useUsersAddress } from './useUsersAddress.ts';

function LiveUsers({ skin }: { readonly skin: UsersSkin }) {
  const { address, show } = useUsersAddress();
  return <UsersPage skin={skin} source={useUsers(address)} address={address} show={show} />;
}

/** `/admin/users`: user management in the design system's presentation (I-12, D-18). */
export function UsersScreen() {
  return <LiveUsers skin={usersSkins.standard} />;
}

/** `/admin/users-complete`: the older presentation with its six columns (I-11, D-18). */
export function UsersCompleteScreen() {
  return <LiveUsers skin={usersSkins.older} />;
}
