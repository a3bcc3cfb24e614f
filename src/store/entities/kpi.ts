import { type KpiResponse, kpiResponseSchema } from '../../contracts/kpi.ts';
import { type Entity, ownVersion } from './entity.ts';

/** All KPIs are one row. */
export const kpiKey = 'kpis';

export const kpiEntity: Entity<KpiResponse> = {
  table: 'kpis',
  schema: kpiResponseSchema,
  keyOf: () => kpiKey,
  versionOf: ownVersion,
  columnsOf: () => ({ id: kpiKey }),
};
