import { isOnLoopback } from '../config.ts';
import type { Platform } from '../context.ts';
import { confirmAddress } from '../letters/newAddresses.ts';
import { addAccount, ensureTenant } from './accounts.ts';
import { addDemoStaff } from './demoStaff.ts';
import { demoAccounts, demoPassword, demoTenants } from './demoAccounts.ts';
import { type MadePassword, makePassword } from './demoPasswords.ts';

/** Whether nobody has ever been added to this database. */
export async function isEmpty(platform: Platform): Promise<boolean> {
  return (await platform.db.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Adds the demo's tenants and accounts (D-4): on loopback with the published password, elsewhere each with one of its own (G-7).
 * @returns the passwords made for this database, of which it holds hashes alone; none on loopback
 */
export async function seedDemoAccounts(platform: Platform): Promise<readonly MadePassword[]> {
  const { db, clock, config } = platform;
  for (const tenant of demoTenants) await ensureTenant(db, tenant);
  const made: MadePassword[] = [];
  for (const account of demoAccounts) {
    const password = isOnLoopback(config) ? demoPassword : makePassword();
    if (password !== demoPassword) made.push({ email: account.email, password });
    await addAccount(db, { ...account, password }, { now: clock.now(), passwordCost: config.passwordCost });
  }
  // Nobody reads these addresses: the demo's own letters say the names that it made up.
  for (const { accountId, email } of demoAccounts) await confirmAddress(db, accountId, email, clock.now());
  await addDemoStaff(db, clock.now());
  return made;
}
