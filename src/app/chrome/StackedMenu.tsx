import { screenHref } from '../../domain/screens/link.ts';
import { LockKeyhole, LogOut, MonitorSmartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { screenAt } from '../../domain/places.ts';
import { screens } from '../../domain/screens/screens.ts';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { themeChoices } from '../../domain/theme.ts';
import { useBackCloses } from '../../ui/overlay/backCloses.ts';
import { useTheme } from '../../ui/theme/UiProvider.tsx';
import { signOut } from '../auth/leave.ts';
import { ThisDevice } from '../update/ThisDevice.tsx';
import { HintBadge } from './HintBadge.tsx';
import { initialsOf } from './initials.ts';
import { menuGroups } from './menuGroups.ts';
import { iconOf } from './screenIcons.ts';
import { TenantName } from './TenantName.tsx';
import { themeLabels } from './ThemeMenu.tsx';
import type { BarProps } from './TopBar.tsx';
import './tenantSwitch.css';

interface StackedMenuProps extends BarProps {
  /** A phone's bar has no space for the tenant. */
  readonly phone: boolean;
  readonly onClose: () => void;
}

/** The bar's menus, one below the other, with theme, account and sign-out (C-5). */
export function StackedMenu({ path, session, person, hints, phone, onClose }: StackedMenuProps) {
  useBackCloses(true, onClose);
  useEffect(() => {
    // Content covered by the menu must not be reachable.
    const covered = document.querySelectorAll<HTMLElement>('.app-main, .app-tabs, .app-strips');
    for (const element of covered) element.inert = true;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, []);
  const { choice, choose } = useTheme();
  const [showsDevice, setShowsDevice] = useState(false);
  const current = screenAt(path);
  const { user } = session;
  const { lock } = useHubStatus();
  return (
    <div className="app-stacked" id="app-stacked">
      <div className="app-stacked-pages">
        {menuGroups(person.permissions).map(({ group, ids }) => (
          <section key={group} aria-label={group}>
            <h2 className="uk-caption uk-fg3">{group}</h2>
            <ul>
              {ids.map((id) => {
                const Icon = iconOf(id);
                return (
                  <li key={id}>
                    <Link
                      href={screenHref(id)}
                      className="app-stacked-item"
                      aria-current={id === current ? 'page' : undefined}
                      onClick={onClose}
                    >
                      <Icon size={20} strokeWidth={1.75} aria-hidden />
                      <span>{screens[id].title}</span>
                      <HintBadge hint={hints[id]} />
                    </Link>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
      <section aria-label="Account">
        <h2 className="uk-caption uk-fg3">Account</h2>
        <div className="app-stacked-person">
          <span className="app-avatar" aria-hidden>
            {initialsOf(user.name)}
          </span>
          <span className="uk-clip">
            <b>{user.name}</b>
            <br />
            <span className="uk-fg2">{user.email}</span>
          </span>
        </div>
        {phone && (
          <div className="app-stacked-tenant">
            <TenantName tenant={session.tenant} person={person} />
          </div>
        )}
        <SegmentedControl
          label="Theme"
          value={choice}
          options={themeChoices.map((value) => ({ value, label: themeLabels[value] }))}
          onChange={choose}
        />
        <button type="button" className="app-stacked-item" onClick={() => setShowsDevice(true)}>
          <MonitorSmartphone size={20} strokeWidth={1.75} aria-hidden />
          <span>This device</span>
        </button>
        {lock.state === 'open' && (
          <button
            type="button"
            className="app-stacked-item"
            onClick={() => void import('../lock/lockNow.ts').then((lock) => lock.lockNow())}
          >
            <LockKeyhole size={20} strokeWidth={1.75} aria-hidden />
            <span>Lock now</span>
          </button>
        )}
        <button type="button" className="app-stacked-item" onClick={() => void signOut()}>
          <LogOut size={20} strokeWidth={1.75} aria-hidden />
          <span>Sign out</span>
        </button>
      </section>
      {showsDevice && <ThisDevice onClose={() => setShowsDevice(false)} />}
    </div>
  );
}
