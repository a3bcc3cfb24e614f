import type { Kysely } from 'kysely';
import type { LoginRole } from '../../../src/contracts/access.ts';
import { loginRoles } from '../../../src/contracts/access.ts';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';

/** The roles for which a tenant requires a second factor, in the order of `loginRoles`. */
export async function secondFactorRoles(db: Kysely<Database>, tenantId: string): Promise<LoginRole[]> {
  const rows = await db.selectFrom('second_factor_roles').select('role').where('tenant_id', '=', tenantId).execute();
  return loginRoles.filter((role) => rows.some((row) => row.role === role));
}

/** Replaces the roles that require a second factor. Call it in the transaction that records it. */
export async function keepSecondFactorRoles(trx: Kysely<Database>, tenantId: string, roles: readonly LoginRole[]): Promise<void> {
  await trx.deleteFrom('second_factor_roles').where('tenant_id', '=', tenantId).execute();
  const named = loginRoles.filter((role) => roles.includes(role));
  if (named.length > 0)
    await trx
      .insertInto('second_factor_roles')
      .values(named.map((role) => ({ tenant_id: tenantId, role })))
      .execute();
}

/**
 * Sets the roles from the command line, with a line in the tenant's record.
 * @returns message why nothing changed; null on success
 */
export async function setSecondFactorRoles(
  { database, audit }: Pick<Platform, 'database' | 'audit'>,
  { tenantId, roles }: { readonly tenantId: string; readonly roles: readonly string[] },
): Promise<string | null> {
  const known = loginRoles.filter((role) => roles.includes(role));
  const stray = roles.find((role) => !known.some((one) => one === role));
  if (stray !== undefined) return `'${stray}' is no role. Roles are ${loginRoles.join(', ')}.`;
  return database.write(recordLine(tenantId), async (trx) => {
    const tenant = await trx.selectFrom('tenants').select('tenant_id').where('tenant_id', '=', tenantId).executeTakeFirst();
    if (tenant === undefined) return `There is no tenant ${tenantId}.`;
    await keepSecondFactorRoles(trx, tenantId, known);
    await audit.record(trx, {
      tenantId,
      actor: { id: null, name: 'Command line' },
      action: 'tenant.second_factor',
      target: tenantId,
      outcome: 'done',
      correlationId: 'tenant:set',
      ip: null,
      details: { roles: known.join(' ') },
    });
    return null;
  });
}
