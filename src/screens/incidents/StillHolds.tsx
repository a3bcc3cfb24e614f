import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { longestNote } from '../../contracts/incident.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';

interface StillHoldsProps {
  /** Causes of the incident that persist, one phrase each. */
  readonly holds: readonly string[];
  readonly busy: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onResolve: (despite: string) => void;
  readonly onKeep: () => void;
}

/** Asks why the incident is resolved although its cause persists. The causes and the reason go on record (T-4). */
export function StillHolds({ holds, busy, reason, onReason, onResolve, onKeep }: StillHoldsProps) {
  const [missing, setMissing] = useState(false);
  const despite = reason.trim();
  return (
    <div className="incident-holds" role="group" aria-label="What still holds">
      <Banner tone="warn" lead="Still holds:">
        {holds.join('; ')}.
      </Banner>
      <TextArea
        label="Reason for resolving anyway"
        value={reason}
        onChange={(next) => {
          onReason(next);
          setMissing(false);
        }}
        limit={longestNote}
        rows={2}
        required
        hint="Recorded on the timeline and in the audit trail, with the conditions that still hold."
        {...(missing && { error: 'Give a reason: the timeline shows that it still held.' })}
      />
      <div className="incident-buttons">
        <Button kind="danger" icon={CircleCheck} busy={busy} onClick={() => (despite === '' ? setMissing(true) : onResolve(despite))}>
          Resolve anyway
        </Button>
        <Button onClick={onKeep}>Keep it open</Button>
      </div>
    </div>
  );
}
