import { Send, Trash2 } from 'lucide-react';
import { hub } from '../../bridge/hub.ts';
import { useOutbox } from '../../bridge/useOutbox.ts';
import type { Tenant } from '../../contracts/session.ts';
import { plural } from '../../domain/format.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { OutboxRows } from '../outbox/OutboxRows.tsx';
import '../outbox/outbox.css';

interface LeaveTenantDialogProps {
  readonly from: Tenant;
  readonly to: Tenant;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Leaving a tenant wipes its outbox on this device, so the person chooses (DESIGN section 3, Leaving). */
export function LeaveTenantDialog({ from, to, onStay, onDiscard }: LeaveTenantDialogProps) {
  const unsent = useOutbox().filter(isUnsent);
  const allSent = unsent.length === 0;
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onStay}
      title={allSent ? 'Everything is sent' : `${plural(unsent.length, 'action')} not sent yet`}
      description={`Switching to ${to.name} clears what this device holds of ${from.name}. What has not reached the platform by then is lost.`}
      actions={
        <>
          <Button onClick={onStay}>Stay in {from.name}</Button>
          {!allSent && (
            <Button icon={Send} onClick={() => void hub.retryNow()}>
              Send now
            </Button>
          )}
          <Button kind={allSent ? 'primary' : 'danger'} {...(!allSent && { icon: Trash2 })} onClick={onDiscard}>
            {allSent ? `Switch to ${to.name}` : 'Discard and switch'}
          </Button>
        </>
      }
    >
      {!allSent && <OutboxRows items={unsent} label="Not sent yet" />}
    </Dialog>
  );
}
