import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { PocFrame } from './PocFrame.tsx';
import { useSampleUsers } from './sampleUsers.ts';
import { usersSkins } from './skins.ts';
import { UsersPage } from './UsersPage.tsx';
import { useUsersAddress } from './useUsersAddress.ts';

/** `/admin/users-morphic`: the redesign with its proof-of-concept frame, on sample data (I-13, D-17, D-18). */
export function UsersMorphicScreen() {
  const place = useUsersAddress();
  const source = useSampleUsers(place.address);
  return (
    <PocFrame>
      {(design) => (
        <UsersPage
          skin={design === 'morphic' ? usersSkins.morphic : usersSkins.standard}
          source={source}
          {...place}
          badge={<StatusBadge status="info">Sample data</StatusBadge>}
        />
      )}
    </PocFrame>
  );
}
