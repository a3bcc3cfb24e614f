import { type ConsoleRole, consoleRoles, type LoginRole } from '../../contracts/access.ts';
import { offeredPermissions } from '../../domain/accounts/access.ts';
import { mayOpen, menuOf, menuScreenIds, type MenuScreenId } from '../../domain/screens/screens.ts';

/**
 * The five screens of the phone's tab bar (LOOK, Phone): by their place in the table those that the role uses most, as far as it may open
 * them.
 */
export function tabsFor(role: LoginRole | null, active: ConsoleRole): readonly MenuScreenId[] {
  const held = offeredPermissions(role, active);
  const placeOf = (id: MenuScreenId) => menuOf(id)?.tab?.[consoleRoles.indexOf(active)] ?? 0;
  return menuScreenIds
    .filter((id) => placeOf(id) > 0 && mayOpen(id, held))
    .sort((a, b) => placeOf(a) - placeOf(b))
    .slice(0, 5);
}
