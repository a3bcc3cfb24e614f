import { MonitorX } from 'lucide-react';
import { useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import type { Display } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { lostWords } from '../../domain/lostAnswer.ts';
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

/** The question before a display is one no more. */
export function RevokeDialog({ display, blocked, onClose }: RevokeDialogProps) {
  const invalidate = useInvalidate();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    const answer = await fetchApi(displayEndpoints.revokeDisplay, { params: { displayId: display.displayId } });
    setBusy(false);
    // Somebody else was faster: what was wanted has happened.
    if (!answer.ok && answer.problem.code !== 'not_found')
      return setFailure(`${answer.problem.message.replace(/\.$/, '')}.${lostWords(answer.problem)}`);
    invalidate(displayEndpoints.displays);
    toast({
      claim: deedDone(display.displayId, { deed: 'displayRevoked', of: display.name, problem: null }),
      text: 'It clears what it holds and shows a new code.',
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
      description="Its session ends within seconds, what it holds is wiped as soon as it hears of it, and it shows a new code."
      note="Written to the audit trail as you"
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
        <Banner tone="offline" lead="Not now.">
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
