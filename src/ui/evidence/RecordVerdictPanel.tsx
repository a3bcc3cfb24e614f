import { ShieldCheck } from 'lucide-react';
import type { Problem } from '../../contracts/problem.ts';
import type { RecordVerdict } from '../../contracts/verdict.ts';
import { Button } from '../controls/Button.tsx';
import { useNow, useZone } from '../time/clock.tsx';
import { recordVerdictView } from './recordVerdict.ts';
import { VerdictPanel } from './VerdictPanel.tsx';

interface RecordVerdictPanelProps {
  readonly verdict: RecordVerdict | null;
  /** Why the check failed to run; null if it did not. */
  readonly problem: Problem | null;
  readonly onAgain: () => void;
}

/** Result of checking a record's signature on this device, by part, with a button to check again. */
export function RecordVerdictPanel({ verdict, problem, onAgain }: RecordVerdictPanelProps) {
  const zone = useZone();
  const now = useNow(60_000);
  const again = (
    <Button size="sm" icon={ShieldCheck} onClick={onAgain}>
      Check again
    </Button>
  );
  if (verdict === null)
    return (
      <VerdictPanel
        stacked
        claim={null}
        word={problem === null ? 'Checking' : 'Not verified'}
        summary={problem?.message ?? 'Terms and signature are checked on this device.'}
        {...(problem === null ? {} : { actions: again })}
        parts={[]}
      />
    );
  const view = recordVerdictView(verdict, { now, zone });
  return <VerdictPanel stacked claim={view.claim} summary={view.summary} actions={again} parts={view.parts} />;
}
