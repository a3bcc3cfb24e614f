import type { Moment } from './identity.ts';

/** Refusals of strangers of one minute that were alike, before they go on record as one line (server/audit/strangers.ts). */
export interface RefusalSumTable {
  /** Empty for what was of no tenant. */
  tenant_id: string;
  /** Begin of the minute. */
  window_at: Moment;
  action: string;
  outcome: 'refused' | 'failed';
  /** The details that they share, as JSON text. */
  cause: string;
  /** How many, from 1. */
  refusals: number;
  first_at: Moment;
  last_at: Moment;
  /** Null where they were not all of one. */
  target: string | null;
  ip: string | null;
}

export interface RefusalTables {
  refusal_sums: RefusalSumTable;
}
