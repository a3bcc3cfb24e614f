import type { Person } from '../../bridge/acts/useMay.ts';
import type { Tenant } from '../../contracts/session.ts';
import { permissionsOf } from '../../domain/accounts/access.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';

const { Part: TenantSwitch } = lazyPart(() => import('./TenantSwitch.tsx').then(({ TenantSwitch: component }) => component));

/**
 * The current tenant; for accounts whose own role may switch, with the switcher. The name is shown while the switcher loads, and if it
 * cannot.
 */
export function TenantName({ tenant, person }: { readonly tenant: Tenant; readonly person: Person }) {
  const may = permissionsOf(person.role).has('action:switch_role');
  // Reserves space for the switcher's arrows, so that nothing moves.
  const name = <span className={may ? 'app-tenant app-tenant-room' : 'app-tenant'}>{`${tenant.name} · ${tenant.place}`}</span>;
  if (!may) return name;
  return <TenantSwitch tenant={tenant} person={person} waiting={name} onMissing={() => undefined} />;
}
