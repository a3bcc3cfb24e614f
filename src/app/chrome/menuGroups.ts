import type { Permission } from '../../contracts/access.ts';
import { mayOpen, menuScreenIds, type MenuScreenId, type ScreenGroup, screenGroups, screens } from '../../domain/screens/screens.ts';

/** A menu of the bar with its screens, in the table's order. */
export interface MenuGroup {
  readonly group: ScreenGroup;
  readonly ids: readonly MenuScreenId[];
}

/**
 * The menus for a user with the permissions `held`: groups in the base document's order, without empty ones (C-2, C-5). Screens the user
 * may not open are not listed; their addresses show Access Denied.
 */
export function menuGroups(held: ReadonlySet<Permission> | null): readonly MenuGroup[] {
  return screenGroups
    .map((group) => ({ group, ids: menuScreenIds.filter((id) => screens[id].menu.group === group && mayOpen(id, held)) }))
    .filter(({ ids }) => ids.length > 0);
}
