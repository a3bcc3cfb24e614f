import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Running numbers of a tenant's ids. */
export type CounterName =
  | 'dead_letter'
  | 'activity'
  | 'notification'
  | 'payment'
  | 'incident'
  | 'ai_prediction'
  | 'ai_override'
  | 'ai_act'
  | 'report';

/** Takes the next number; never returns one twice, even if rows were deleted. */
export async function nextNumber(trx: Kysely<Database>, tenantId: string, name: CounterName): Promise<number> {
  const { value } = await trx
    .insertInto('id_counters')
    .values({ tenant_id: tenantId, name, value: 1 })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doUpdateSet({ value: sql<number>`id_counters.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
