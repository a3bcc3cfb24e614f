import { href } from '../../src/domain/screens/address.ts';
import { type Selectable, sql } from 'kysely';
import type { ChainEntry, VerificationStatus } from '../../src/contracts/verification.ts';
import { verificationStates } from '../../src/domain/operations/platformStates.ts';
import type { Database } from '../db/schema.ts';
import { appendEntry } from './chain.ts';
import { renewKpis } from './kpis.ts';
import { addActivity, addNotification, withdrawAbout } from './notices.ts';
import { firstLink, toVerification, type VerificationRow } from './verification.ts';
import type { Writing } from './writing.ts';
import { type By, wordsFor } from './by.ts';

type Reading = Pick<Writing, 'trx' | 'tenantId'>;

/** A verification with its site's name; undefined if there is none with this id. */
export async function readVerificationRow({ trx, tenantId }: Reading, vrfId: string): Promise<VerificationRow | undefined> {
  return trx
    .selectFrom('verifications as v')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.site_code', '=', 'v.site_code'))
    .selectAll('v')
    .select(['s.name as site_name', firstLink])
    .where('v.tenant_id', '=', tenantId)
    .where('v.vrf_id', '=', vrfId)
    .executeTakeFirst();
}

/** Emits an event for a verification's newest state and stores its seq in the row, for 'changed since' reads. */
export async function tellVerification(writing: Writing, vrfId: string): Promise<VerificationRow> {
  const row = await readVerificationRow(writing, vrfId);
  if (row === undefined) throw new Error(`no verification ${vrfId}`);
  const seq = writing.emit({
    type: 'verifications.appended',
    resourceId: vrfId,
    version: row.version,
    data: toVerification(row),
    correlationId: writing.correlationId,
  });
  await writing.trx
    .updateTable('verifications')
    .set({ seq })
    .where('tenant_id', '=', writing.tenantId)
    .where('vrf_id', '=', vrfId)
    .execute();
  return row;
}

/**
 * Gives a verification another status: appends a chain entry for the same vrfId (D-9), makes the row match it, and updates what counts
 * verified records (its school's tonnes). The caller emits the event and renews the KPIs.
 * @param judged details of the decision: whether it was automated, its latency, its confidence
 */
export async function moveVerification(
  writing: Writing,
  row: VerificationRow,
  status: VerificationStatus,
  judged: Partial<Pick<Selectable<Database['verifications']>, 'automated' | 'decision_latency_ms' | 'confidence_score'>>,
): Promise<ChainEntry> {
  const { trx, tenantId, now } = writing;
  const performanceKpis = { uptime: row.uptime, fuelSavings: row.fuel_savings, emissionReduction: row.emission_reduction };
  const entry = await appendEntry(trx, tenantId, {
    vrfId: row.vrf_id,
    siteCode: row.site_code,
    timestamp: now.toISOString(),
    performanceKpis,
    status,
    covenantHash: row.covenant_hash,
    evidenceHash: row.evidence_hash,
  });
  await trx
    .updateTable('verifications')
    .set({
      status,
      sealed_at: entry.timestamp,
      chain_index: entry.chainIndex,
      seal: entry.seal,
      prev_hash: entry.prevHash,
      ...judged,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('vrf_id', '=', row.vrf_id)
    .execute();
  // Warnings about the previous status are over.
  await withdrawAbout(writing, `verification:${row.vrf_id}`);
  return entry;
}

/** Why a person's decision moved a verification; stored with the chain entry that it caused. */
interface Cause {
  readonly overrideId: string;
  /** The request was approved; or changed after its approval, which voids the approval. */
  readonly kind: 'approved' | 'voided';
  readonly by: By;
  /** The reason given, one sentence or more. */
  readonly reason: string;
}

/** Effect of a decision: the record, its old and new status, and the chain entry. */
export interface Consequence {
  readonly vrfId: string;
  readonly chainIndex: number;
  readonly before: VerificationStatus;
  readonly after: VerificationStatus;
  readonly at: string;
}

/**
 * Applies a person's decision to the record's status, in the transaction of the decision (T-4): chain entry, cause, event, KPIs, activity
 * and notification. Null if the record already has the status.
 */
export async function decideVerificationByHand(
  writing: Writing,
  row: VerificationRow,
  status: VerificationStatus,
  cause: Cause,
): Promise<Consequence | null> {
  if (row.status === status) return null;
  const { trx, tenantId, now } = writing;
  const entry = await moveVerification(writing, row, status, { automated: false });
  const at = now.toISOString();
  await trx
    .insertInto('verification_causes')
    .values({
      tenant_id: tenantId,
      chain_index: entry.chainIndex,
      vrf_id: row.vrf_id,
      override_id: cause.overrideId,
      kind: cause.kind,
      before: row.status,
      after: status,
      by_id: cause.by.id,
      by_name: cause.by.name,
      reason: cause.reason,
      at,
    })
    .execute();
  await tellVerification(writing, row.vrf_id);
  await renewKpis(trx, writing.emit, tenantId, writing.day, writing.correlationId);
  const link = href('verifications', { open: row.vrf_id });
  const word = verificationStates[status].word.toLowerCase();
  if (status !== 'verified')
    await addNotification(writing, 'warning', `${row.vrf_id} is ${word}`, `${cause.overrideId} · ${row.site_name}`, link, {
      replaces: false,
      about: `verification:${row.vrf_id}`,
    });
  await addActivity(
    writing,
    `Verification ${row.vrf_id} ${word} by ${wordsFor(cause.by)}, ${row.site_name}`,
    link,
    status === 'verified' ? 'success' : 'warning',
  );
  return { vrfId: row.vrf_id, chainIndex: entry.chainIndex, before: row.status, after: status, at };
}
