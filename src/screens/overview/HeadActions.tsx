import { ChevronsUpDown, Moon, Sun } from 'lucide-react';
import type { Person } from '../../bridge/useMay.ts';
import { useSwitchRole } from '../../bridge/switchRole.ts';
import { consoleRoles } from '../../contracts/access.ts';
import { consoleRoleLabels, consoleRoleOf, permissionsOf } from '../../domain/access.ts';
import { MenuButton } from '../../ui/controls/Menu.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { useTheme } from '../../ui/theme/UiProvider.tsx';
import { CopyContext } from './CopyContext.tsx';
import type { HeadAct } from './skin.ts';

/** What stands right of the title, after the role: its code comes after the rows. */
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

/** Light or dark, as drawn now the other way round (I-8). */
function ThemeToggle() {
  const { drawn, choose } = useTheme();
  const next = drawn === 'dark' ? 'light' : 'dark';
  return <IconButton framed icon={next === 'dark' ? Moon : Sun} label={`Switch to ${next}`} onClick={() => choose(next)} />;
}

/** The role switcher, for who may switch by the account's own role, whatever role the console is seen in (C-11, D-5). */
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
        group: 'Narrows what is offered; your account stays as it is',
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
