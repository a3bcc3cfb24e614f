import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SignedRecord } from '../../src/contracts/verdict.ts';
import type { ToldSignatures } from '../../src/contracts/wallFigures.ts';
import { signatureCounts } from '../../src/domain/claims/proof.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import type { Database } from '../db/schema.ts';
import { readKeySet } from './signingKeys.ts';

type Counts = ReturnType<typeof signatureCounts>;

/** Records checked in one read at most: some tens of milliseconds, in which the snapshot is held. What is left is not said to hold, and checked at the next reads. */
const checkedAtOnce = 500;
/** Findings that are kept, of all tenants. */
const mostKept = 20_000;

/**
 * What the signatures of records came to, for whoever is not given the records (a wall, G-17). What was found of a record holds for its whole text under the same keys, and is kept in memory under
 * the hash of both: rows that somebody changes behind the platform are checked anew.
 */
export function createSignatureSums(): (
  db: Kysely<Database>,
  tenantId: string,
  records: readonly SignedRecord[],
  now: Date,
) => Promise<ToldSignatures> {
  const kept = new Map<string, Counts>();
  return async (db, tenantId, records, now) => {
    const { keys } = await readKeySet(db);
    const trusted = { set: lintKeys(keys), fetchedAt: null };
    const under = `${tenantId}\n${JSON.stringify(keys)}`;
    const sum = { verified: 0, failed: 0, partly: 0, otherFigures: 0, total: records.length };
    let checked = 0;
    for (const record of records) {
      const name = createHash('sha256').update(under).update('\n').update(JSON.stringify(record)).digest('base64url');
      let counts = kept.get(name);
      if (counts === undefined && checked < checkedAtOnce) {
        checked += 1;
        counts = signatureCounts([await checkRecord(record, trusted, tenantId, now.toISOString())]);
      }
      if (counts === undefined) continue;
      // The one that was asked for the longest ago goes first.
      kept.delete(name);
      kept.set(name, counts);
      for (const member of ['verified', 'failed', 'partly', 'otherFigures'] as const) sum[member] += counts[member];
    }
    for (const name of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(name);
    }
    return sum;
  };
}
