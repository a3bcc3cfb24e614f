import type { Permission } from '../../contracts/access.ts';
import { mayOpen, type ScreenGroup, screenGroups, type ScreenId, screenIds, screens } from '../../domain/screens.ts';

/** A menu of the bar with what it lists, in the table's order. */
export interface MenuGroup {
  readonly group: ScreenGroup;
  readonly ids: readonly ScreenId[];
}

/** The menus for somebody who holds `held`: groups in the document's order, none without a screen (C-2, C-5). Screens that
 * may not be opened are not listed; their addresses answer with Access Denied. */
export function menuGroups(held: ReadonlySet<Permission> | null): readonly MenuGroup[] {
  return screenGroups
    .map((group) => ({ group, ids: screenIds.filter((id) => screens[id].group === group && mayOpen(id, held)) }))
    .filter(({ ids }) => ids.length > 0);
}
