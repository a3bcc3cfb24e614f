import { ChevronDown } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { navigate } from '../../bridge/address/navigation.ts';
import type { Person } from '../../bridge/acts/useMay.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { screenHref } from '../../domain/screens/link.ts';
import { screenAt } from '../../domain/places.ts';
import { menuOf, screens } from '../../domain/screens/screens.ts';
import { MenuButton } from '../../ui/controls/Menu.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { CommandSlot } from '../command/CommandSlot.tsx';
import { UnsentIndicator } from '../outbox/UnsentIndicator.tsx';
import { ConnectionIndicator } from './ConnectionIndicator.tsx';
import { HintBadge } from './HintBadge.tsx';
import type { MenuHints } from './menuHints.ts';
import { menuGroups } from './menuGroups.ts';
import { NotificationsBell } from './NotificationsBell.tsx';
import { iconOf } from './screenIcons.ts';
import { SimulationLabel } from './SimulationLabel.tsx';
import { TenantName } from './TenantName.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { UserMenu } from './UserMenu.tsx';

export interface BarProps {
  readonly path: string;
  readonly session: Extract<SessionStatus, { readonly phase: 'signedIn' }>;
  readonly person: Person;
  readonly hints: MenuHints;
}

/** The bar of wide windows (C-5): product, tenant, menus from the screen table, connection, notifications, theme, user. */
export function TopBar({ path, session, person, hints }: BarProps) {
  const current = screenAt(path);
  return (
    <header className="app-bar" data-print="none">
      <Link href={screenHref('overview')} className="app-brand">
        <Logo />
        <span>Ukweli</span>
      </Link>
      <TenantName tenant={session.tenant} person={person} />
      <nav className="app-nav" aria-label="Main">
        {menuGroups(person.permissions).map(({ group, ids }) => {
          const isCurrent = current !== null && menuOf(current)?.group === group;
          const only = ids.length === 1 ? ids[0] : undefined;
          // The overview is a page, not a menu with one item.
          if (only !== undefined && group === 'Overview') {
            return (
              <Link key={group} href={screenHref(only)} className="app-nav-item" aria-current={isCurrent ? 'page' : undefined}>
                {group}
              </Link>
            );
          }
          return (
            <MenuButton
              key={group}
              label={group}
              triggerClass={isCurrent ? 'app-nav-item app-nav-current' : 'app-nav-item'}
              trigger={
                <>
                  {group}
                  <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
                </>
              }
              items={ids.map((id) => ({ id, label: screens[id].title, icon: iconOf(id), hint: <HintBadge hint={hints[id]} /> }))}
              onSelect={(chosen) => ids.forEach((id) => id === chosen && navigate(screenHref(id)))}
            />
          );
        })}
      </nav>
      <div className="app-tools">
        <SimulationLabel place="bar" />
        <CommandSlot />
        <UnsentIndicator form="box" />
        <ConnectionIndicator form="box" />
        <NotificationsBell person={person} />
        <ThemeMenu />
        <UserMenu session={session} person={person} />
      </div>
    </header>
  );
}
