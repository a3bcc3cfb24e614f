import { useSwitchRole } from '../../bridge/acts/switchRole.ts';
import type { Person } from '../../bridge/acts/useMay.ts';
import { consoleRoleLabels, consoleRoleOf } from '../../domain/accounts/access.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';

/**
 * Says on every page that the console is shown in another role than the account's own, with the way back: some pages of that role have no
 * switcher.
 */
export function ViewingAs({ person }: { readonly person: Person }) {
  const switchRole = useSwitchRole();
  const own = consoleRoleOf(person.role);
  return (
    <Banner
      strip
      tone="info"
      lead={`You see the console as ${consoleRoleLabels[person.active]}.`}
      action={
        <Button size="sm" onClick={() => switchRole(person.role, own)}>
          Back to {consoleRoleLabels[own]}
        </Button>
      }
    >
      Actions of other roles are hidden. Your account stays {consoleRoleLabels[own]}.
    </Banner>
  );
}
