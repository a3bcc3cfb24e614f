import type { LoginRole } from '../../../src/contracts/access.ts';
import type { Tenant } from '../../../src/contracts/session.ts';

/** The demo's tenants (D-4): one for daily work, and a second to check that tenants are isolated. */
export const demoTenants: readonly Tenant[] = [
  { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' },
  { tenantId: 'kampala', name: 'Kampala', place: 'Kampala', region: 'af-south-1', currency: 'UGX', timeZone: 'Africa/Kampala' },
];

/** Password of all demo accounts on loopback. It is published in the README, so it is not accepted elsewhere (publishedPassword.ts). */
export const demoPassword = 'Ukweli-2026!';

interface DemoAccount {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: LoginRole;
  /** The home tenant. */
  readonly tenantId: string;
  /** Other tenants it may switch to. */
  readonly alsoIn?: readonly string[];
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    accountId: 'usr-demo-admin',
    email: 'admin@ukweli.example',
    name: 'Wanjiru Kamau',
    role: 'admin',
    tenantId: 'demo',
    alsoIn: ['kampala'],
  },
  { accountId: 'usr-demo-bank', email: 'bank@ukweli.example', name: 'Otieno Odhiambo', role: 'bank_ops', tenantId: 'demo' },
  { accountId: 'usr-demo-auditor', email: 'auditor@ukweli.example', name: 'Amina Yusuf', role: 'auditor', tenantId: 'demo' },
  { accountId: 'usr-demo-operator', email: 'operator@ukweli.example', name: 'Chebet Koech', role: 'operator', tenantId: 'demo' },
  { accountId: 'usr-kampala-operator', email: 'operator@kampala.example', name: 'Nakato Ssali', role: 'operator', tenantId: 'kampala' },
];
