import { Link } from '../../bridge/address/Link.tsx';
import type { Person } from '../../bridge/acts/useMay.ts';
import { screenAt } from '../../domain/places.ts';
import { screenHref } from '../../domain/screens/link.ts';
import { screens } from '../../domain/screens/screens.ts';
import { iconOf } from './screenIcons.ts';
import { tabsFor } from './tabBar.ts';

/** The phone's tab bar: the five screens a role uses most (LOOK, Phone). */
export function TabBar({ path, person }: { readonly path: string; readonly person: Person }) {
  const current = screenAt(path);
  return (
    <nav className="app-tabs" aria-label="Most used" data-print="none">
      {tabsFor(person.role, person.active).map((id) => {
        const Icon = iconOf(id);
        return (
          <Link key={id} href={screenHref(id)} aria-current={id === current ? 'page' : undefined}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            {screens[id].menu.short}
          </Link>
        );
      })}
    </nav>
  );
}
