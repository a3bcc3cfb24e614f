import type { Person } from '../../bridge/useMay.ts';
import type { Tenant } from '../../contracts/session.ts';
import { permissionsOf } from '../../domain/access.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';

const { Part: TenantSwitch } = lazyPart(() => import('./TenantSwitch.tsx').then(({ TenantSwitch: component }) => component));

/** The tenant at work; for who may switch, by the account's own role, with the way to another. The name is there before the way is, and without it. */
export function TenantName({ tenant, person }: { readonly tenant: Tenant; readonly person: Person }) {
  const may = permissionsOf(person.role).has('action:switch_role');
  // Room for the arrows that come with the way: nothing beside it moves.
  const name = <span className={may ? 'app-tenant app-tenant-room' : 'app-tenant'}>{`${tenant.name} · ${tenant.place}`}</span>;
  if (!may) return name;
  return <TenantSwitch tenant={tenant} person={person} waiting={name} onMissing={() => undefined} />;
}
