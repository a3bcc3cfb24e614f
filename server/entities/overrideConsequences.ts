import { type VerificationStatus, verificationStatusSchema } from '../../src/contracts/verification.ts';
import { z } from '../../src/contracts/zod.ts';
import { sentence } from '../../src/domain/operations/overrides.ts';
import { toChainEntry, type VerificationRow } from './verification.ts';
import { anyOf } from '../db/anyOf.ts';
import type { Writing } from './writing.ts';
import { type Consequence, decideVerificationByHand, readVerificationRow } from './verificationStatus.ts';
import { whoLabels } from '../../src/domain/accounts/who.ts';
import type { By } from './by.ts';

type Reading = Pick<Writing, 'trx' | 'tenantId'>;

/** The members of a request that its consequence needs. */
interface Decided {
  readonly override_id: string;
  readonly subject: string;
  readonly override_value: string;
  readonly justification: string;
  readonly requested_by: string;
  readonly requested_by_name: string;
}

/** The status that an override's value names; null for any other value ('high risk'). */
function statusOf(value: string): VerificationStatus | null {
  const status = z.safeParse(verificationStatusSchema, value.trim().toLowerCase());
  return status.success ? status.data : null;
}

/** Moves the verification that an approved override is about. Null if it is about something else, or the record already has that status. */
export async function applyOverride(writing: Writing, held: Decided, by: By, note: string): Promise<Consequence | null> {
  const status = statusOf(held.override_value);
  const row = status === null ? undefined : await readVerificationRow(writing, held.subject);
  if (status === null || row === undefined) return null;
  const asked = `Requested by ${whoLabels(held.requested_by_name, held.requested_by)}: ${sentence(held.justification)}`;
  const reason = note.trim() === '' ? asked : `${asked} Approved: ${sentence(note)}`;
  return decideVerificationByHand(writing, row, status, { overrideId: held.override_id, kind: 'approved', by, reason });
}

/** Undoes an approval that became void: the record returns to the status that all other decisions give it. */
export async function voidOverride(writing: Writing, held: Decided, by: By, why: string): Promise<void> {
  const row = await readVerificationRow(writing, held.subject);
  if (row === undefined) return;
  const status = await statusWithout(writing, row, held.override_id);
  await decideVerificationByHand(writing, row, status, { overrideId: held.override_id, kind: 'voided', by, reason: sentence(why) });
}

/**
 * The record's status without one request: the latest decision of the pipeline or of an approval that is not void. Recomputed from all of
 * them, since approvals become void in any order, and the status before the voided one may itself be void.
 */
async function statusWithout({ trx, tenantId }: Reading, row: VerificationRow, overrideId: string): Promise<VerificationStatus> {
  const causes = await trx
    .selectFrom('verification_causes')
    .select(['chain_index', 'before'])
    .where('tenant_id', '=', tenantId)
    .where('vrf_id', '=', row.vrf_id)
    .orderBy('chain_index')
    .execute();
  const [first] = causes;
  // No approval has ever moved this record.
  if (first === undefined) return row.status;
  const byHand = new Set(causes.map(({ chain_index }) => chain_index));
  const links = await trx
    .selectFrom('chain_entries')
    .select(['canonical', 'seal', 'chain_index'])
    .where('tenant_id', '=', tenantId)
    .where('vrf_id', '=', row.vrf_id)
    .orderBy('chain_index')
    .execute();
  const own = links.filter(({ chain_index }) => !byHand.has(chain_index)).map(toChainEntry);
  const approvals = await trx
    .selectFrom('ai_overrides as o')
    .innerJoin('ai_predictions as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.prediction_id', '=', 'o.prediction_id'),
    )
    .select(['o.override_value', 'o.decided_at'])
    .where('o.tenant_id', '=', tenantId)
    .where('p.subject', '=', row.vrf_id)
    .where('o.status', '=', 'approved')
    .where('o.override_id', '!=', overrideId)
    .orderBy('o.decided_at')
    .execute();
  let last: { readonly status: VerificationStatus; readonly ms: number } = { status: first.before, ms: -Infinity };
  for (const { status, timestamp } of own) last = { status, ms: Date.parse(timestamp) };
  for (const { override_value, decided_at } of approvals) {
    const status = statusOf(override_value);
    if (status !== null && decided_at !== null && Date.parse(decided_at) >= last.ms) last = { status, ms: Date.parse(decided_at) };
  }
  return last.status;
}

/** What each of these requests did to its verification, by its current approval; earlier approvals of the same request are void. */
export async function consequencesOf(
  { trx, tenantId }: Reading,
  overrideIds: readonly string[],
): Promise<ReadonlyMap<string, Consequence>> {
  const found = new Map<string, Consequence>();
  if (overrideIds.length === 0) return found;
  // An approval and its effect carry the same time, because one transaction writes both.
  const causes = await trx
    .selectFrom('verification_causes as c')
    .innerJoin('ai_overrides as o', (join) =>
      join.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.override_id', '=', 'c.override_id').onRef('o.decided_at', '=', 'c.at'),
    )
    .selectAll('c')
    .where('c.tenant_id', '=', tenantId)
    .where('c.override_id', 'in', anyOf(overrideIds))
    .where('c.kind', '=', 'approved')
    .where('o.status', '=', 'approved')
    .orderBy('c.chain_index')
    .execute();
  for (const { override_id, vrf_id, chain_index, before, after, at } of causes)
    found.set(override_id, { vrfId: vrf_id, chainIndex: chain_index, before, after, at });
  return found;
}
