import { navigate, usePath } from '../../bridge/address/navigation.ts';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { consoleRoleLabels, permissionsOf } from '../../domain/accounts/access.ts';
import { screenAt } from '../../domain/places.ts';
import { type ScreenNeeds, screens } from '../../domain/screens/screens.ts';
import { UnauthorizedScreen } from '../../screens/unauthorized/UnauthorizedScreen.tsx';
import { loginRoles, type LoginRole } from '../../contracts/access.ts';
import { loginRoleLabels } from '../../domain/accounts/access.ts';
import { useSupportUrl } from '../auth/usePlatformConfig.ts';
import { home } from './deepLink.ts';

/** Access Denied in place: the address stays, and nothing of the screen was loaded (C-73). */
export function DeniedInPlace() {
  const path = usePath();
  const id = screenAt(path);
  if (id === null) return null; // the guard denies only known screens
  const needs: ScreenNeeds = screens[id].needs;
  return <Denied page={{ title: screens[id].title, needs, heldBy: rolesWith(needs) }} />;
}

/** The page with the user's role and links onward; `page` null if no particular page was requested. */
export function Denied({ page }: { readonly page: Parameters<typeof UnauthorizedScreen>[0]['page'] }) {
  const person = usePerson();
  const supportUrl = useSupportUrl();
  return (
    <UnauthorizedScreen
      page={page}
      roleLabel={consoleRoleLabels[person?.active ?? 'read_only']}
      supportUrl={supportUrl}
      onBack={() => (history.length > 1 ? history.back() : navigate(home))}
      onDashboard={() => navigate(home)}
    />
  );
}

/** The accounts that could open it, by the platform's names. */
function rolesWith(needs: ScreenNeeds): readonly string[] {
  const held = (role: LoginRole) => needs === 'public' || needs === 'session' || permissionsOf(role).has(needs);
  return loginRoles.filter(held).map((role) => loginRoleLabels[role]);
}
