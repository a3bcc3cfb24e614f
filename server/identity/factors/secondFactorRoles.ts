import type { Kysely } from 'kysely';
import type { LoginRole } from '../../../src/contracts/access.ts';
import { loginRoles } from '../../../src/contracts/access.ts';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';

/** Of which roles a tenant asks for a second factor, in the order of the roles. */
export async function secondFactorRoles(db: Kysely<Database>, tenantId: string): Promise<LoginRole[]> {
  const rows = await db.selectFrom('second_factor_roles').select('role').where('tenant_id', '=', tenantId).execute();
  return loginRoles.filter((role) => rows.some((row) => row.role === role));
}

/** Asks it of these roles, and of no other. In the transaction that has it on record. */
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
 * The same from the command line, on the tenant's record.
 * @returns why nothing was changed, in words; null where it was
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
