import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Read-only mode of a tenant (D-23); true while the kill switch is active. Decided, since the documents leave it open: **all processing
 * halts**. User changes, the simulated day and all intake are refused, because figures that moved on under the banner would contradict
 * it. Still written: what ends or shows the mode (sign-in, refresh, log-out, revocation, the release, the audit record, telemetry), what
 * removes access (G-26: an account deactivated, suspended or given a lower role, a session or display ended, a key withdrawn at the
 * command line), and invisible housekeeping (pruning keys, sessions, log).
 *
 * `inReadOnlyMode` in the table of calls (src/contracts/endpoint.ts) says which calls go through; server/routes/killSwitch.test.ts tests
 * them all.
 *
 * The switch is a row read in the writing transaction, so it applies to all instances at once and survives a restart.
 */
export async function isReadOnly(db: Kysely<Database>, tenantId: string): Promise<boolean> {
  const row = await db.selectFrom('kill_switches').select('active').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.active ?? false;
}

/** Aborts a transaction that would write in read-only mode. Answered as 423 `read_only_mode`. */
export class ReadOnlyMode extends Error {
  constructor() {
    super('The platform is in read-only mode');
  }
}
