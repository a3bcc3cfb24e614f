import type { Kysely } from 'kysely';
import type { UserStatus } from '../../../src/contracts/adminUser.ts';
import type { LoginRole } from '../../../src/contracts/access.ts';
import type { Database } from '../../db/schema.ts';
import { emailKey } from '../accounts.ts';

const dayMs = 86_400_000;

/**
 * Further staff of the demo (besides the accounts of D-4), so that user management has people to search, sort and page through. None has
 * a password. Days are counted back from the seed: account created, last sign-in (null: never).
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

const handleOf = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, '.');
const idAt = (place: number): string => `usr-demo-${String(place + 1).padStart(2, '0')}`;

/**
 * Id of a demo person, by the local part of their address. Ids must not reveal the person: they name data stored on devices
 * (src/store/README.md).
 */
export function demoStaffId(handle: string): string {
  const place = staff.findIndex(([name]) => handleOf(name) === handle);
  if (place < 0) throw new Error(`nobody of the demo's staff is ${handle}`);
  return idAt(place);
}

/** Adds the staff to the demo tenant. */
export async function addDemoStaff(db: Kysely<Database>, now: Date): Promise<void> {
  const ago = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const accounts = staff.map(([name, role, status, cameDays, lastInDays], place) => {
    const email = `${handleOf(name)}@ukweli.example`;
    return {
      account_id: idAt(place),
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
