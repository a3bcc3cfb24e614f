import { MonitorX } from 'lucide-react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { Display } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { deedDone } from '../../domain/claims/told.ts';
import { refusedText } from './model.ts';

interface RevokeDialogProps {
  readonly display: Display;
  readonly blocked: string | null;
  readonly onClose: () => void;
}

/** Confirmation before a display is revoked. */
export function RevokeDialog({ display, blocked, onClose }: RevokeDialogProps) {
  const { busy, problem, run } = useAct({
    route: 'now',
    send: async (displayId: string, send): Promise<Result<null>> => {
      const answer = await send(displayEndpoints.revokeDisplay, { params: { displayId } });
      // Another person has revoked it already, which is the intended result.
      return !answer.ok && answer.problem.code === 'not_found' ? { ok: true, value: null } : answer;
    },
    touches: [displayEndpoints.displays],
    done: () => {
      toast({
        claim: deedDone(display.displayId, { deed: 'displayRevoked', of: display.name, problem: null }),
        text: 'It erases its data and shows a new code.',
      });
      onClose();
    },
  });
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
            onClick={() => void run(display.displayId)}
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
      {problem !== null && (
        <p className="displays-error" role="alert">
          {refusedText(problem)}
        </p>
      )}
    </Dialog>
  );
}
