import type { Permission } from '../../contracts/access.ts';
import { menuScreens } from './menuScreens.ts';
import { otherScreens } from './otherScreens.ts';
import type { MenuPlace, Screen, ScreenNeeds } from './screenRow.ts';

export { type MorphicKind, type ScreenGroup, screenGroups, type ScreenNeeds } from './screenRow.ts';

/** The screen table (screenRow.ts describes a row): those in the menus in their order, then the others. */
export const screens = { ...menuScreens, ...otherScreens } as const;

export type ScreenId = keyof typeof screens;
export const screenIds = Object.keys(screens) as readonly ScreenId[]; // the keys of the literals

/** A screen that stands in a menu. */
export type MenuScreenId = keyof typeof menuScreens;
export const menuScreenIds = Object.keys(menuScreens) as readonly MenuScreenId[]; // the keys of the literal

/** The table with its general type instead of its literals, so that code also works for future rows. */
export const screenTable: Readonly<Record<ScreenId, Screen>> = screens;

/** Where the menus offer a screen; null for one in no menu. */
export const menuOf = (id: ScreenId): MenuPlace | null => screenTable[id].menu ?? null;

/** True if the permissions `held` (null: no session) meet a requirement. */
export function meets(needs: ScreenNeeds, held: ReadonlySet<Permission> | null): boolean {
  if (needs === 'public') return true;
  if (held === null) return false;
  return needs === 'session' || held.has(needs);
}

/** True if the permissions `held` allow opening the screen; used by guard, menus and tests. */
export function mayOpen(id: ScreenId, held: ReadonlySet<Permission> | null): boolean {
  return meets(screenTable[id].needs, held);
}
