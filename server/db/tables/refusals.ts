import type { Moment } from './identity.ts';

/** Alike refusals of anonymous callers within one minute, before they go on record as one line (server/audit/anonymousCallers.ts). */
export interface RefusalSumTable {
  /** Empty if they belong to no tenant. */
  tenant_id: string;
  /** Start of the minute. */
  window_at: Moment;
  action: string;
  outcome: 'refused' | 'failed';
  /** Their common details, as JSON text. */
  cause: string;
  /** Count, from 1. */
  refusals: number;
  first_at: Moment;
  last_at: Moment;
  /** Null if they differ. */
  target: string | null;
  ip: string | null;
}

/** Refusals of anonymous callers, summed before they go on record. */
export interface RefusalTables {
  refusal_sums: RefusalSumTable;
}
