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

/**
 * Maximum of records checked in one read: takes some tens of milliseconds, during which the snapshot is held. The rest count as unchecked
 * until later reads.
 */
const checkedAtOnce = 500;
/** Maximum of cached findings, over all tenants. */
const maxKept = 20_000;

/**
 * Counts of signature checks for readers that do not get the records themselves (a display, G-17). A finding depends on the record's
 * whole text and the keys, and is cached under the hash of both, so rows changed behind the platform are checked again.
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
      // Reinserting moves it to the end: the least recently used finding is evicted first.
      kept.delete(name);
      kept.set(name, counts);
      for (const member of ['verified', 'failed', 'partly', 'otherFigures'] as const) sum[member] += counts[member];
    }
    for (const name of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(name);
    }
    return sum;
  };
}
