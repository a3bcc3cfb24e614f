import type { Platform } from '../context.ts';
import { addAccount, ensureTenant } from './accounts.ts';
import { addDemoStaff } from './demoStaff.ts';
import { demoAccounts, demoPassword, demoTenants } from './demoAccounts.ts';

/** Whether nobody has ever been added to this database. */
export async function isEmpty(platform: Platform): Promise<boolean> {
  return (await platform.db.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst()) === undefined;
}

/** Adds the demo's tenants and accounts (D-4). */
export async function seedDemoAccounts(platform: Platform): Promise<void> {
  const { db, clock, config } = platform;
  for (const tenant of demoTenants) await ensureTenant(db, tenant);
  for (const account of demoAccounts)
    await addAccount(db, { ...account, password: demoPassword }, { now: clock.now(), passwordCost: config.passwordCost });
  await addDemoStaff(db, clock.now());
}
