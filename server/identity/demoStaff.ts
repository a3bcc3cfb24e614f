import type { Kysely } from 'kysely';
import type { UserStatus } from '../../src/contracts/adminUser.ts';
import type { LoginRole } from '../../src/contracts/access.ts';
import type { Database } from '../db/schema.ts';
import { emailKey } from './accounts.ts';

const dayMs = 86_400_000;

/**
 * The demo's other staff (D-4 names those who sign in): the people of user management, so that there is something to search, sort and page through. None has a
 * password. Days are before the seed: when they came, and when they were last in (null: never).
 */
const staff: readonly (readonly [name: string, role: LoginRole, status: UserStatus, cameDays: number, lastInDays: number | null])[] = [
  ['Achieng Odhiambo', 'bank_ops', 'active', 402, 0.2],
  ['Barasa Wekesa', 'operator', 'active', 388, 0.6],
  ['Cherono Rotich', 'operator', 'active', 371, 1.1],
  ['Fatuma Abdi', 'auditor', 'suspended', 340, 34],
  ['Gathoni Mwangi', 'bank_ops', 'active', 333, 2.3],
  ['Halima Noor', 'operator', 'active', 301, 0.4],
  ['Juma Omondi', 'operator', 'inactive', 296, 121],
  ['Kamau Njoroge', 'admin', 'active', 280, 3.8],
  ['Kwamboka Nyaboke', 'auditor', 'active', 254, 6.5],
  ['Lokiru Ekal', 'operator', 'active', 231, 0.9],
  ['Mutua Nzioka', 'operator', 'active', 214, 1.7],
  ['Naliaka Simiyu', 'bank_ops', 'inactive', 190, 77],
  ['Ole Sankale', 'operator', 'active', 163, 12],
  ['Rehema Salim', 'auditor', 'active', 140, 4.2],
  ['Salim Mwinyi', 'operator', 'active', 112, 0.3],
  ['Tabitha Muthoni', 'bank_ops', 'active', 86, 5.1],
  ['Wafula Barasa', 'operator', 'suspended', 58, 19],
  ['Yusuf Hassan', 'operator', 'active', 31, 2.9],
  ['Zawadi Chepkemoi', 'operator', 'active', 4, null],
];

/** Adds them to the demo tenant. */
export async function addDemoStaff(db: Kysely<Database>, now: Date): Promise<void> {
  const ago = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const accounts = staff.map(([name, role, status, cameDays, lastInDays]) => {
    const handle = name.toLowerCase().replaceAll(/\s+/g, '.');
    const email = `${handle}@ukweli.example`;
    return {
      account_id: `usr-demo-${handle}`,
      email,
      email_key: emailKey(email),
      name,
      role,
      status,
      tenant_id: 'demo',
      password: null,
      created_at: ago(cameDays),
      last_login_at: lastInDays === null ? null : ago(lastInDays),
    };
  });
  await db.insertInto('accounts').values(accounts).execute();
  await db
    .insertInto('memberships')
    .values(accounts.map(({ account_id, tenant_id }) => ({ account_id, tenant_id })))
    .execute();
}
