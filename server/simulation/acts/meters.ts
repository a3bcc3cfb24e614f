import { writeReadings } from '../../entities/schools.ts';
import { rounded } from '../../seed/random.ts';
import type { Scene } from '../act.ts';

/** Updates the meter readings of the school at a site, if there is one. They are simulated, like the seed's, and marked so. */
export async function readMeters({ trx, tenantId, random, now }: Scene, siteCode: string): Promise<void> {
  const readings = await trx
    .selectFrom('school_readings as r')
    .innerJoin('schools as s', (join) => join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.school_id', '=', 'r.school_id'))
    .selectAll('r')
    .where('s.tenant_id', '=', tenantId)
    .where('s.site_code', '=', siteCode)
    .where('r.source', '=', 'meter')
    .where('r.simulated', '=', true)
    .execute();
  if (readings.length === 0) return;
  const at = now.toISOString();
  const next = (held: number): number => rounded(Math.max(0.1, held * (1 + random.normal(0, 0.015))), 1);
  await writeReadings(
    trx,
    readings.map((row) => ({ ...row, value: row.value === null ? null : next(row.value), at })),
  );
}
