import { useSwitchRole } from '../../bridge/switchRole.ts';
import type { Person } from '../../bridge/useMay.ts';
import { consoleRoleLabels, consoleRoleOf } from '../../domain/access.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** That the console is seen in another role than the account's own, on every page, and the way back: a page that the role may not open has no switcher. */
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
      What that role may not do is not offered. Your account stays {consoleRoleLabels[own]}.
    </Banner>
  );
}
