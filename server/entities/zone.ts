import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** The IANA time zone in which a tenant's days, months and years begin. For calendar.ts. */
export async function zoneOf(db: Kysely<Database>, tenantId: string): Promise<string> {
  const { time_zone: zone } = await db
    .selectFrom('tenants')
    .select('time_zone')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return zone;
}
