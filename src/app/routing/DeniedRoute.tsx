import { useLocation } from 'wouter';
import { usePerson } from '../../bridge/useMay.ts';
import { consoleRoleLabels, permissionsOf } from '../../domain/access.ts';
import { screenAt } from '../../domain/places.ts';
import { type ScreenNeeds, screens } from '../../domain/screens.ts';
import { UnauthorizedScreen } from '../../screens/unauthorized/UnauthorizedScreen.tsx';
import { loginRoles, type LoginRole } from '../../contracts/access.ts';
import { loginRoleLabels } from '../../domain/access.ts';
import { useSupportUrl } from '../auth/usePlatformConfig.ts';
import { home } from './deepLink.ts';

/** Access Denied where the person is: the address stays, nothing of the screen was loaded (C-73). */
export function DeniedInPlace() {
  const [path] = useLocation();
  const id = screenAt(path);
  if (id === null) return null; // the guard denies only what it knows
  const needs: ScreenNeeds = screens[id].needs;
  return <Denied page={{ title: screens[id].title, needs, heldBy: rolesWith(needs) }} />;
}

/** The page with the person's role and the ways on; `page` null where no particular page was asked for. */
export function Denied({ page }: { readonly page: Parameters<typeof UnauthorizedScreen>[0]['page'] }) {
  const [, navigate] = useLocation();
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

/** The accounts that could open it, by the names the platform gives them. */
function rolesWith(needs: ScreenNeeds): readonly string[] {
  const held = (role: LoginRole) => needs === 'public' || needs === 'session' || permissionsOf(role).has(needs);
  return loginRoles.filter(held).map((role) => loginRoleLabels[role]);
}
