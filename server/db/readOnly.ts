import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Read-only mode of a tenant (D-23), where every write meets it. Decided, since the documents leave it open: **all processing halts**. Refused
 * are people's changes and, by the same gate, the simulated day and whatever takes data in: a figure that went on moving under the banner
 * would make the banner a lie. Still written are what ends the mode or is needed to see it (sign-in, refresh, log-out, revocation, the
 * release, the audit record, telemetry), what shuts somebody or something out (G-26: an account deactivated, suspended or given a lower role, a session or a display ended, a key
 * withdrawn at the command line) and housekeeping that changes nothing anybody reads (pruned keys, sessions, log).
 *
 * Which calls go through stands in one place, `inReadOnlyMode` of their rows in the table of calls (src/contracts/endpoint.ts); server/routes/killSwitch.test.ts walks them all.
 *
 * The switch is a row, asked in the transaction that would write: what holds on one instance holds on all, at once and after a restart.
 */
export async function isReadOnly(db: Kysely<Database>, tenantId: string): Promise<boolean> {
  const row = await db.selectFrom('kill_switches').select('active').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.active ?? false;
}

/** Ends a transaction that would have written in read-only mode. On the wire it is 423 `read_only_mode`. */
export class ReadOnlyMode extends Error {
  constructor() {
    super('The platform is in read-only mode');
  }
}
