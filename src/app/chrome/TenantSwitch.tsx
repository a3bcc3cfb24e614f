import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '../../bridge/reads/useApiQuery.ts';
import { useConnection } from '../../bridge/hub/useHubStatus.ts';
import type { Person } from '../../bridge/acts/useMay.ts';
import type { Tenant } from '../../contracts/session.ts';
import { MenuButton } from '../../ui/controls/Menu.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { switchTenant } from '../auth/switchTenant.ts';
import { LeaveTenantDialog } from './LeaveTenantDialog.tsx';
import './tenantSwitch.css';

interface TenantSwitchProps {
  readonly tenant: Tenant;
  readonly person: Person;
}

/** The current tenant, and the account's others (C-69). With no other it is plain text. */
export function TenantSwitch({ tenant, person }: TenantSwitchProps) {
  const tenants = useApiQuery('tenants').data?.value.tenants ?? [];
  const offline = useConnection().state !== 'connected';
  const [asking, setAsking] = useState<Tenant | null>(null);
  const name = `${tenant.name} · ${tenant.place}`;
  const others = tenants.filter(({ tenantId }) => tenantId !== tenant.tenantId);
  if (others.length === 0) return <span className="app-tenant">{name}</span>;

  const go = async (to: Tenant, unsent: 'ask' | 'discard'): Promise<void> => {
    setAsking(null);
    const switched = await switchTenant(person, to, unsent);
    if (switched.kind === 'unsent') setAsking(to);
    else if (switched.kind === 'failed')
      toast({ tone: 'bad', title: `Still in ${tenant.name}`, text: `${switched.problem.message.replace(/\.$/, '')}.` });
    else announce(`You are in ${to.name}, ${to.place}`);
  };
  return (
    <>
      <MenuButton
        label="Switch tenant"
        triggerClass="app-tenant app-tenant-switch"
        trigger={
          <>
            <span className="uk-clip">{name}</span>
            <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden="true" />
          </>
        }
        items={tenants.map((each) => ({
          id: each.tenantId,
          label: `${each.name} · ${each.place}`,
          hint: each.currency,
          checked: each.tenantId === tenant.tenantId,
          group: 'This device keeps the data of one tenant at a time',
          ...(offline && each.tenantId !== tenant.tenantId && { disabledReason: 'Needs the platform, which cannot be reached right now' }),
        }))}
        onSelect={(id) => {
          const to = others.find(({ tenantId }) => tenantId === id);
          if (to !== undefined) void go(to, 'ask');
        }}
      />
      {asking !== null && (
        <LeaveTenantDialog
          from={tenant}
          to={asking}
          onSessionContext={() => setAsking(null)}
          onDiscard={() => void go(asking, 'discard')}
        />
      )}
    </>
  );
}
