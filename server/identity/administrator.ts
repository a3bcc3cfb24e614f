import type { Result } from '../../src/contracts/problem.ts';
import type { Tenant, User } from '../../src/contracts/session.ts';
import type { Platform } from '../context.ts';
import { addAccount, emailKey, ensureTenant } from './accounts.ts';

/** An administrator created from the command line, the only way into a platform without accounts (D-4). */
export interface NewAdministrator {
  readonly user: User;
  readonly password: string;
  readonly tenant: Tenant;
  readonly federated: { readonly issuer: string; readonly subject: string } | null;
}

/** Adds the account, its tenant if new, and an audit line, in one transaction. `conflict` if the address has an account. */
export async function createAdministrator(
  platform: Platform,
  { user, password, tenant, federated }: NewAdministrator,
): Promise<Result<null>> {
  const { db, clock, config, audit } = platform;
  return db.transaction().execute(async (trx): Promise<Result<null>> => {
    const taken = await trx.selectFrom('accounts').select('account_id').where('email_key', '=', emailKey(user.email)).executeTakeFirst();
    if (taken !== undefined)
      return { ok: false, problem: { code: 'conflict', message: `${user.email} has an account already.`, retry: false } };
    await ensureTenant(trx, tenant);
    await addAccount(
      trx,
      { accountId: user.id, email: user.email, name: user.name, role: 'admin', tenantId: tenant.tenantId, password },
      { now: clock.now(), passwordCost: config.passwordCost },
    );
    if (federated !== null)
      await trx
        .insertInto('federated_identities')
        .values({ ...federated, account_id: user.id, linked_at: clock.now() })
        .execute();
    await audit.record(trx, {
      tenantId: tenant.tenantId,
      actor: { id: null, name: 'Command line' },
      action: 'account.create',
      target: user.id,
      outcome: 'done',
      correlationId: 'admin:create',
      ip: null,
      details: { role: 'admin' },
    });
    return { ok: true, value: null };
  });
}
