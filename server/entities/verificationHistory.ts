import { sql } from 'kysely';
import type { ChainEntry, VerificationDetail } from '../../src/contracts/verification.ts';
import { sentence } from '../../src/domain/operations/overrides.ts';
import { verificationStates } from '../../src/domain/operations/platformStates.ts';
import type { VerificationRow } from './verification.ts';
import type { Writing } from './writing.ts';
import { whoLabels } from '../../src/domain/accounts/who.ts';
import { withoutMoney } from '../../src/domain/money/withheld.ts';
import { toDeadLetter } from './operations.ts';

type Line = VerificationDetail['history'][number];

/**
 * History of a record from its rows, newest first: its receipt, every chain entry with its cause, human decisions on predictions about
 * it, and its dead letters. Each line links to its subject.
 */
export async function historyOf(
  { trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>,
  row: VerificationRow,
  entries: readonly ChainEntry[],
  /** Whether the caller may see finance. */
  finance: boolean,
): Promise<Line[]> {
  const causes = await trx
    .selectFrom('verification_causes')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('vrf_id', '=', row.vrf_id)
    .execute();
  const causeAt = new Map(causes.map((cause) => [cause.chain_index, cause]));
  const confidence = `${Math.round(row.confidence_score * 100)}%`;
  const words: Readonly<Record<ChainEntry['status'], string>> = {
    pending: 'Sealed into the chain as Pending',
    verified: row.automated ? `Verified automatically, confidence ${confidence}` : `Verified by a reviewer, confidence ${confidence}`,
    failed: `Failed the rules, confidence ${confidence}`,
    disputed: `Disputed by a reviewer, confidence ${confidence}`,
  };
  const sealed = entries.map((entry): Line => {
    const cause = causeAt.get(entry.chainIndex);
    if (cause === undefined) return { at: entry.timestamp, text: words[entry.status] };
    const { word } = verificationStates[entry.status];
    return {
      at: entry.timestamp,
      text:
        cause.kind === 'approved'
          ? `${word}: override approved. ${cause.reason}`
          : `${word} again: override changed, its approval is void. ${cause.reason}`,
      by: { id: cause.by_id, name: cause.by_name },
      about: { kind: 'override', id: cause.override_id },
    };
  });
  const told = new Set(causes.filter(({ kind }) => kind === 'approved').map(({ override_id, at }) => `${override_id} ${at}`));
  return [
    { at: row.received_at, text: 'Received from the intake' },
    ...sealed,
    ...(await decidedOf({ trx, tenantId }, row, told)),
    ...(await lettersOf({ trx, tenantId }, row.vrf_id, finance)),
  ]
    .map((line, place) => ({ line, place }))
    .sort((a, b) => Date.parse(b.line.at) - Date.parse(a.line.at) || b.place - a.place)
    .map(({ line }) => line);
}

/** Decisions on predictions about the record that did not move it: rejected, or the status was the same already. */
async function decidedOf(
  { trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>,
  row: VerificationRow,
  told: ReadonlySet<string>,
): Promise<Line[]> {
  const rows = await trx
    .selectFrom('ai_overrides as o')
    .innerJoin('ai_predictions as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.prediction_id', '=', 'o.prediction_id'),
    )
    .selectAll('o')
    .where('o.tenant_id', '=', tenantId)
    .where('p.subject', '=', row.vrf_id)
    .where('o.status', '!=', 'pending')
    .execute();
  const stands = verificationStates[row.status].word;
  return rows.flatMap((one): Line[] => {
    if (one.decided_at === null || one.decided_by === null || told.has(`${one.override_id} ${one.decided_at}`)) return [];
    const note = one.decision_note ?? '';
    const text =
      one.status === 'rejected'
        ? `Override to ${one.override_value} rejected, stays ${stands}. ${sentence(note)}`
        : `Override approved, ${stands} already. Requested by ${whoLabels(one.requested_by_name, one.requested_by)}: ${sentence(one.justification)}${note === '' ? '' : ` Approved: ${sentence(note)}`}`;
    const by = { id: one.decided_by, name: one.decided_by_name ?? '' };
    return [{ at: one.decided_at, text: text.trim(), by, about: { kind: 'override', id: one.override_id } }];
  });
}

/** Queued dead letters about the record. */
async function lettersOf({ trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>, vrfId: string, finance: boolean): Promise<Line[]> {
  const rows = await trx
    .selectFrom('dead_letters')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('promoted_at', 'is', null)
    .where(sql<string>`payload ->> 'vrfId'`, '=', vrfId)
    .execute();
  const letters = rows.map(toDeadLetter);
  // Same redaction as in the queue: a letter may be about a payment for the record.
  return (finance ? letters : letters.map(withoutMoney)).map(({ itemId, failedAt, errorMessage }) => ({
    at: failedAt,
    text: `Processing failed: ${sentence(errorMessage)}`,
    about: { kind: 'deadLetter', id: itemId },
  }));
}
