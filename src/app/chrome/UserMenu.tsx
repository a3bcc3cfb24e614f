import { LockKeyhole, LogOut, MonitorSmartphone, UserRound } from 'lucide-react';
import { navigate } from '../../bridge/address/navigation.ts';
import { screenHref } from '../../domain/screens/link.ts';
import { useState } from 'react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { consoleRoleLabels } from '../../domain/accounts/access.ts';
import { MenuButton } from '../../ui/controls/Menu.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { signOut } from '../auth/leave.ts';
import { ThisDevice } from '../update/ThisDevice.tsx';
import { initialsOf } from './initials.ts';
import type { BarProps } from './TopBar.tsx';

/** The user's name, role and sign-out. */
export function UserMenu({ session, person }: Pick<BarProps, 'session' | 'person'>) {
  const [showsDevice, setShowsDevice] = useState(false);
  const { lock } = useHubStatus();
  const { user, tenant } = session;
  const role = consoleRoleLabels[person.active];
  const group = `${user.name} · ${user.email} · ${tenant.name}, ${tenant.place}`;
  return (
    <>
      <MenuButton
        label={`${user.name}, ${role}: account`}
        labelled
        placement="bottom-end"
        triggerClass="app-who"
        trigger={
          <>
            <span className="app-avatar" aria-hidden>
              {initialsOf(user.name)}
            </span>
            <Tag>{role}</Tag>
          </>
        }
        items={[
          { id: 'profile', label: 'Profile', icon: UserRound, group },
          { id: 'device', label: 'This device', icon: MonitorSmartphone, group },
          ...(lock.state === 'open' ? [{ id: 'lock', label: 'Lock now', icon: LockKeyhole, group }] : []),
          { id: 'sign-out', label: 'Sign out', icon: LogOut, group },
        ]}
        onSelect={(id) => {
          if (id === 'profile') navigate(screenHref('profile'));
          else if (id === 'device') setShowsDevice(true);
          else if (id === 'lock') void import('../lock/lockNow.ts').then((lock) => lock.lockNow());
          else void signOut();
        }}
      />
      {showsDevice && <ThisDevice onClose={() => setShowsDevice(false)} />}
    </>
  );
}
