import type { RecordVerdict } from '../../contracts/verdict.ts';
import { StatusBadge } from '../status/StatusBadge.tsx';
import { recordMark, recordsSummary } from './recordVerdict.ts';

/** What the signatures of a whole list came to on this device. */
export function SignaturesLine({ verdicts, total }: { readonly verdicts: ReadonlyMap<string, RecordVerdict>; readonly total: number }) {
  const summary = recordsSummary([...verdicts.values()], total);
  return summary === null ? null : <StatusBadge status={summary.look}>{summary.words}</StatusBadge>;
}

/** One row's signature as shape and word. */
export function SignatureBadge({ verdict }: { readonly verdict: RecordVerdict | undefined }) {
  const { word, look } = recordMark(verdict);
  return <StatusBadge status={look}>{word}</StatusBadge>;
}
