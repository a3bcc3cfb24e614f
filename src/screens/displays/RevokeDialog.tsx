import { MonitorX } from 'lucide-react';
import { useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import type { Display } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { lostLabels } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface RevokeDialogProps {
  readonly display: Display;
  readonly blocked: string | null;
  readonly onClose: () => void;
}

/** Confirmation before a display is revoked. */
export function RevokeDialog({ display, blocked, onClose }: RevokeDialogProps) {
  const invalidate = useInvalidate();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    const answer = await fetchApi(displayEndpoints.revokeDisplay, { params: { displayId: display.displayId } });
    setBusy(false);
    // `not_found`: another person has revoked it already, which is the intended result.
    if (!answer.ok && answer.problem.code !== 'not_found')
      return setFailure(`${answer.problem.message.replace(/\.$/, '')}.${lostLabels(answer.problem)}`);
    invalidate(displayEndpoints.displays);
    toast({
      claim: deedDone(display.displayId, { deed: 'displayRevoked', of: display.name, problem: null }),
      text: 'It erases its data and shows a new code.',
    });
    onClose();
  };
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      icon={MonitorX}
      title={`Revoke ${display.name}?`}
      description="Its session ends within seconds; its data is erased as soon as it connects, and it shows a new code."
      note="Recorded under your name"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            icon={MonitorX}
            busy={busy}
            onClick={() => void revoke()}
            {...(blocked !== null && { disabledReason: blocked })}
          >
            Revoke display
          </Button>
        </>
      }
    >
      {blocked !== null && (
        <Banner tone="offline" lead="Not available now.">
          {blocked}
        </Banner>
      )}
      {failure !== null && (
        <p className="displays-error" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
