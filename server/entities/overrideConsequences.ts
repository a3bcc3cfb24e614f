import { type VerificationStatus, verificationStatusSchema } from '../../src/contracts/verification.ts';
import { z } from '../../src/contracts/zod.ts';
import { sentence } from '../../src/domain/overrides.ts';
import type { Writing } from './writing.ts';
import { type Consequence, decideVerificationByHand, readVerificationRow } from './verificationStatus.ts';

type Reading = Pick<Writing, 'trx' | 'tenantId'>;

/** What of a request its consequence is made of. */
interface Decided {
  readonly override_id: string;
  readonly subject: string;
  readonly override_value: string;
  readonly justification: string;
  readonly requested_by_name: string;
}
interface By {
  readonly id: string;
  readonly name: string;
}

/** The status that an override's value stands for; null where it says something else ('high risk'). */
function statusOf(value: string): VerificationStatus | null {
  const status = z.safeParse(verificationStatusSchema, value.trim().toLowerCase());
  return status.success ? status.data : null;
}

/** An approved override moves the verification that it is about. Null where it is about something else, or the record stands so already. */
export async function applyOverride(writing: Writing, held: Decided, by: By, note: string): Promise<Consequence | null> {
  const status = statusOf(held.override_value);
  const row = status === null ? undefined : await readVerificationRow(writing, held.subject);
  if (status === null || row === undefined) return null;
  const asked = `Asked by ${held.requested_by_name}: ${sentence(held.justification)}`;
  const reason = note.trim() === '' ? asked : `${asked} Approved: ${sentence(note)}`;
  return decideVerificationByHand(writing, row, status, { overrideId: held.override_id, kind: 'approved', by, reason });
}

/** An approval that is void takes back what it did, unless the record has moved on since. */
export async function voidOverride(writing: Writing, held: Decided, by: By, why: string): Promise<void> {
  const cause = await lastCauseOf(writing, held.override_id);
  if (cause === undefined || cause.kind !== 'approved') return;
  const row = await readVerificationRow(writing, cause.vrf_id);
  if (row === undefined || row.chain_index !== cause.chain_index) return;
  await decideVerificationByHand(writing, row, cause.before, {
    overrideId: held.override_id,
    kind: 'voided',
    by,
    reason: sentence(why),
  });
}

async function lastCauseOf({ trx, tenantId }: Reading, overrideId: string) {
  return trx
    .selectFrom('verification_causes')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('override_id', '=', overrideId)
    .orderBy('chain_index', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What each of these requests did to its verification, while its approval stands. */
export async function consequencesOf(
  { trx, tenantId }: Reading,
  overrideIds: readonly string[],
): Promise<ReadonlyMap<string, Consequence>> {
  const found = new Map<string, Consequence>();
  if (overrideIds.length === 0) return found;
  const causes = await trx
    .selectFrom('verification_causes')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('override_id', 'in', [...overrideIds])
    .orderBy('chain_index')
    .execute();
  for (const { override_id, kind, vrf_id, chain_index, before, after, at } of causes) {
    if (kind === 'voided') found.delete(override_id);
    else found.set(override_id, { vrfId: vrf_id, chainIndex: chain_index, before, after, at });
  }
  return found;
}
