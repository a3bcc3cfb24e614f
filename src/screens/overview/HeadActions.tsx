import { ChevronsUpDown, Moon, Sun } from 'lucide-react';
import type { Person } from '../../bridge/acts/useMay.ts';
import { useSwitchRole } from '../../bridge/acts/switchRole.ts';
import { consoleRoles } from '../../contracts/access.ts';
import { consoleRoleLabels, consoleRoleOf, permissionsOf } from '../../domain/accounts/access.ts';
import { MenuButton } from '../../ui/controls/Menu.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { useTheme } from '../../ui/theme/UiProvider.tsx';
import { CopyContext } from './CopyContext.tsx';
import type { HeadAct } from './skin.ts';

/** Actions right of the title; loaded after the rows. */
export function HeadActions({ person, acts }: { readonly person: Person; readonly acts: readonly HeadAct[] }) {
  return acts.map((act) => {
    switch (act) {
      case 'role':
        return <RoleSwitcher key={act} person={person} />;
      case 'copy':
        return <CopyContext key={act} />;
      case 'theme':
        return <ThemeToggle key={act} />;
      default:
        return act satisfies never;
    }
  });
}

/** Switches to the theme that is not in use (I-8). */
function ThemeToggle() {
  const { drawn, choose } = useTheme();
  const next = drawn === 'dark' ? 'light' : 'dark';
  return <IconButton framed icon={next === 'dark' ? Moon : Sun} label={`Switch to ${next}`} onClick={() => choose(next)} />;
}

/** The role switcher, for accounts whose own role may switch, whatever role the console is viewed in (C-11, D-5). */
function RoleSwitcher({ person }: { readonly person: Person }) {
  const switchRole = useSwitchRole();
  if (!permissionsOf(person.role).has('action:switch_role')) return null;
  const own = consoleRoleOf(person.role);
  return (
    <MenuButton
      label="See the console as"
      placement="bottom-end"
      triggerClass="uk-btn overview-role-switch"
      trigger={
        <>
          View as {consoleRoleLabels[person.active]}
          <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </>
      }
      items={consoleRoles.map((role) => ({
        id: role,
        label: consoleRoleLabels[role],
        checked: role === person.active,
        group: 'Only limits what you see; your account does not change',
        ...(role === own && { hint: 'yours' }),
      }))}
      onSelect={(id) => {
        const role = consoleRoles.find((each) => each === id);
        if (role === undefined || role === person.active) return;
        switchRole(person.role, role);
        announce(`You see the console as ${consoleRoleLabels[role]}`);
      }}
    />
  );
}
