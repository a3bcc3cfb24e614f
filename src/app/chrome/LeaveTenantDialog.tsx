import { Send, Trash2 } from 'lucide-react';
import { hub } from '../../bridge/hub/hub.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { useUnsent } from '../../bridge/acts/useUnsent.ts';
import type { Tenant } from '../../contracts/session.ts';
import { plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { OutboxRows } from '../outbox/OutboxRows.tsx';
import { SaveUnsent, unsentOf } from '../outbox/SaveUnsent.tsx';
import { UnsentBody, unsentTitle } from '../outbox/UnsentBody.tsx';
import '../outbox/outbox.css';

interface LeaveTenantDialogProps {
  readonly from: Tenant;
  readonly to: Tenant;
  readonly onSessionContext: () => void;
  readonly onDiscard: () => void;
}

/** Leaving a tenant wipes its outbox on this device, so the user chooses (DESIGN section 3, Leaving). */
export function LeaveTenantDialog({ from, to, onSessionContext, onDiscard }: LeaveTenantDialogProps) {
  const { items, count, outbox } = useUnsent();
  const session = useSessionStatus();
  const allSent = count === 0;
  const refused = outbox.filter(({ state }) => state === 'refused');
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onSessionContext}
      title={allSent && refused.length > 0 ? `The platform refused ${plural(refused.length, 'action')}` : unsentTitle(count)}
      description={`Switching to ${to.name} clears the data of ${from.name} on this device. Anything the platform has not received by then is lost.`}
      actions={
        <>
          <Button onClick={onSessionContext}>Stay in {from.name}</Button>
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
      {items !== null && items.length + refused.length > 0 && session.phase === 'signedIn' && (
        <SaveUnsent items={[...items, ...refused]} of={unsentOf(session.user, from)} />
      )}
      <UnsentBody items={items} count={count} />
      {refused.length > 0 && <OutboxRows items={refused} label="Refused by the platform" />}
    </Dialog>
  );
}
