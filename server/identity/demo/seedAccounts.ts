import { isOnLoopback } from '../../config.ts';
import type { Platform } from '../../context.ts';
import { confirmAddress } from '../../letters/newAddresses.ts';
import { addAccount, ensureTenant } from '../accounts.ts';
import { addDemoStaff } from './demoStaff.ts';
import { demoAccounts, demoPassword, demoTenants } from './demoAccounts.ts';
import { type MadePassword, makePassword } from './demoPasswords.ts';

/** True if the database has no accounts. */
export async function isEmpty(platform: Platform): Promise<boolean> {
  return (await platform.db.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Adds the demo's tenants and accounts (D-4): on loopback with the published password, elsewhere each with its own (G-7).
 * @returns the generated passwords, of which the database stores only hashes; empty on loopback
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
  // Mark these made-up addresses as confirmed, so that the demo's letters contain names (others leave them out, see isConfirmed); no real
  // mailbox is behind them.
  for (const { accountId, email } of demoAccounts) await confirmAddress(db, accountId, email, clock.now());
  await addDemoStaff(db, clock.now());
  return made;
}
