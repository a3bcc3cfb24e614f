import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { longestNote } from '../../contracts/incident.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';

interface StillHoldsProps {
  /** What the incident was opened for and is not over, a phrase each. */
  readonly holds: readonly string[];
  readonly busy: boolean;
  readonly onResolve: (despite: string) => void;
  readonly onKeep: () => void;
}

/** Between the press of Resolve and the decision, where something still holds: what, and why it is over all the same. Both go on record (T-4). */
export function StillHolds({ holds, busy, onResolve, onKeep }: StillHoldsProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const despite = reason.trim();
  return (
    <div className="incident-holds" role="group" aria-label="What still holds">
      <Banner tone="warn" lead="Still holds:">
        {holds.join('; ')}.
      </Banner>
      <TextArea
        label="Why it is resolved all the same"
        value={reason}
        onChange={(next) => {
          setReason(next);
          setMissing(false);
        }}
        limit={longestNote}
        rows={2}
        required
        hint="Goes on the timeline and on record, with what still holds."
        {...(missing && { error: 'Say why: whoever reads it later sees that it still held.' })}
      />
      <div className="incident-buttons">
        <Button kind="danger" icon={CircleCheck} busy={busy} onClick={() => (despite === '' ? setMissing(true) : onResolve(despite))}>
          Resolve all the same
        </Button>
        <Button onClick={onKeep}>Keep it open</Button>
      </div>
    </div>
  );
}
