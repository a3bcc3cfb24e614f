import type { RecordVerdict } from '../../contracts/verdict.ts';
import { recordVerified } from '../../domain/claims/proof.ts';
import { ClaimBadge } from '../status/ClaimBadge.tsx';
import { recordsSummary, recordWord } from './recordVerdict.ts';

/** Summary of the signature checks of a list, made on this device. */
export function SignaturesLine({
  verdicts,
  total,
  unread,
}: {
  readonly verdicts: ReadonlyMap<string, RecordVerdict>;
  readonly total: number;
  /** Number of damaged records on this device. */
  readonly unread: number;
}) {
  const summary = recordsSummary([...verdicts.values()], total, unread);
  return summary === null ? null : <ClaimBadge claim={summary} />;
}

/** Signature badge of one row. `about`: the record's id. */
export function SignatureBadge({ about, verdict }: { readonly about: string; readonly verdict: RecordVerdict | undefined }) {
  const claim = recordVerified(about, verdict);
  return <ClaimBadge claim={claim}>{recordWord(about, verdict)}</ClaimBadge>;
}
