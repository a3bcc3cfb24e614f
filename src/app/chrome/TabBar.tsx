import { Link } from 'wouter';
import type { Person } from '../../bridge/useMay.ts';
import { screenAt } from '../../domain/places.ts';
import { screens } from '../../domain/screens.ts';
import { iconOf } from './screenIcons.ts';
import { tabsFor } from './tabBar.ts';

/** The five screens a role reaches for, under the thumb (LOOK, Phone). */
export function TabBar({ path, person }: { readonly path: string; readonly person: Person }) {
  const current = screenAt(path);
  return (
    <nav className="app-tabs" aria-label="Most used" data-print="none">
      {tabsFor(person.role, person.active).map((id) => {
        const Icon = iconOf(id);
        return (
          <Link key={id} href={screens[id].path} aria-current={id === current ? 'page' : undefined}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            {screens[id].short}
          </Link>
        );
      })}
    </nav>
  );
}
