import type { Proof } from '../../contracts/proof.ts';
import type { ProofPart } from '../../contracts/proofVerdict.ts';
import { type ChainEntry, chainEntrySchema, performanceKpisSchema, type Verification } from '../../contracts/verification.ts';
import { claimDifferences } from '../../domain/claimFit.ts';
import { leavesOf } from '../../domain/records/recordFields.ts';
import { clip, messages } from '../messages.ts';

/** The row of the verification, if the file has one: the record itself, or the row beside a payment. */
export function rowOf({ record, verification }: Pick<Proof, 'record' | 'verification'>): Verification | null {
  return record.kind === 'verification' ? record.value : verification;
}

/** Every path that a chain entry seals; additional members beside its figures are not among them. */
const sealedFields: ReadonlySet<string> = new Set([
  ...Object.keys(chainEntrySchema.shape).filter((name) => name !== 'performanceKpis'),
  ...Object.keys(performanceKpisSchema.shape).map((name) => `performanceKpis.${name}`),
]);

/** True if the chain entry seals the value at this path of a verification's row. */
export const isSealedField = (field: string): boolean => sealedFields.has(field);

/**
 * *Verification*: its row, and what a payment states about it, must agree with its newest entry here. Row and payment are answers that
 * anybody can have rewritten; the entry is what the chain holds.
 * @param own entries of the verification, oldest first
 */
export function checkRow(proof: Pick<Proof, 'record' | 'verification'>, own: readonly ChainEntry[], at: string): ProofPart | null {
  const { record, verification } = proof;
  const failed = (code: 'row_differs' | 'other_verification', reasons: readonly string[]): ProofPart => ({
    state: 'failed',
    at,
    code,
    message: messages.proofRow,
    reasons,
    evidence: { entry: own.at(-1)?.chainIndex ?? null },
  });
  if (record.kind !== 'payment' && verification !== null)
    return failed('other_verification', [`The file holds ${clip(verification.vrfId)}, which its ${record.kind} does not name`]);
  if (record.kind === 'portfolio' || record.kind === 'report') return null;
  const vrfId = record.kind === 'payment' ? record.value.verification_id : record.value.vrfId;
  if (verification !== null && verification.vrfId !== vrfId)
    return failed('other_verification', [`The payment is for ${clip(vrfId)}, and the file holds ${clip(verification.vrfId)}`]);
  const newest = own.at(-1);
  if (newest === undefined) return { state: 'notCheckable', reason: `No entry of ${clip(vrfId)} is in the file` };
  const row = rowOf(proof);
  const reasons = [
    ...(row === null ? [] : rowDifferences(row, newest)),
    ...(record.kind === 'payment' ? claimDifferences(record.value, newest) : []),
  ];
  if (reasons.length > 0) return failed('row_differs', reasons);
  return { state: 'passed', at, evidence: { entry: newest.chainIndex, status: newest.status } };
}

function rowDifferences(row: Verification, entry: ChainEntry): readonly string[] {
  const said = leavesOf(row);
  return [...leavesOf(entry)].flatMap(([field, value]) => {
    const now = said.get(field);
    // A platform with only the documents' shape sends neither position nor seal of a row.
    if (now === value || (now === undefined && (field === 'chainIndex' || field === 'seal'))) return [];
    return [`Its ${field} is ${clip(String(now))} in the row; link ${entry.chainIndex} seals ${clip(String(value))}`];
  });
}
