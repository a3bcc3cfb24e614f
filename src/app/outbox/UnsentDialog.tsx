import { LogOut, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { useOutboxConditions } from '../../bridge/acts/useOutbox.ts';
import { useUnsent } from '../../bridge/acts/useUnsent.ts';
import { plural } from '../../domain/format.ts';
import { sentFirst } from '../../domain/outbox/leaving.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { signOut } from '../auth/leave.ts';
import { OutboxRows } from './OutboxRows.tsx';
import { SaveUnsent, unsentOf } from './SaveUnsent.tsx';
import { UnsentBody, unsentTitle } from './UnsentBody.tsx';
import { unsentQuestion } from './unsentQuestion.ts';
import './outbox.css';

/** Leaving wipes the outbox, so the user chooses: send first, discard and leave, or stay (DESIGN section 3, Leaving). */
export function UnsentDialog() {
  const session = useSessionStatus();
  const conditions = useOutboxConditions();
  const { items, count, outbox } = useUnsent();
  const [doing, setDoing] = useState<'sending' | 'leaving' | null>(null);
  const canSend = conditions.link && conditions.session && !conditions.readOnly && !conditions.buildTooOld;
  const signedIn = session.phase === 'signedIn';

  useEffect(() => {
    // Locked or signed out meanwhile: the question no longer applies.
    if (!signedIn) unsentQuestion.close();
  }, [signedIn]);
  const leave = (unsentToo: 'ask' | 'discard') => {
    setDoing('leaving');
    unsentQuestion.close();
    void signOut(unsentToo);
  };
  /** Keys of the commands to send first, when that was pressed. */
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const outcome = doing === 'sending' && items !== null ? sentFirst(outbox, asked) : null;
  const allSent = outcome?.state === 'sent';
  useEffect(() => {
    if (!allSent) return;
    unsentQuestion.close();
    void signOut('ask');
  }, [allSent]);
  const owner = session.phase === 'signedIn' ? unsentOf(session.user, session.tenant) : null;

  if (outcome?.state === 'refused')
    return (
      <Dialog
        open
        role="alertdialog"
        onClose={unsentQuestion.close}
        title={`The platform refused ${plural(outcome.items.length, 'action')}`}
        description="Everything else was received. Signing out clears this device and deletes these."
        actions={
          <>
            <Button onClick={unsentQuestion.close}>Stay signed in</Button>
            <Button kind="primary" icon={LogOut} onClick={() => leave('ask')}>
              Sign out
            </Button>
          </>
        }
      >
        {owner !== null && <SaveUnsent items={outcome.items} of={owner} />}
        <OutboxRows items={outcome.items} label="Refused by the platform" />
      </Dialog>
    );
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={unsentQuestion.close}
      title={unsentTitle(count)}
      description="Signing out clears this device. Anything the platform has not received by then is lost."
      actions={
        <>
          <Button onClick={unsentQuestion.close}>Stay signed in</Button>
          <Button kind="danger" icon={LogOut} onClick={() => leave('discard')} disabled={doing === 'leaving'}>
            Discard and sign out
          </Button>
          <Button
            kind="primary"
            icon={Send}
            busy={doing === 'sending'}
            busyText="Sending..."
            onClick={() => {
              setDoing('sending');
              setAsked(new Set((items ?? []).map(({ key }) => key)));
              void hub.retryNow();
            }}
            {...(!canSend && doing === null && { disabledReason: whyNot(conditions) })}
          >
            Send first
          </Button>
        </>
      }
    >
      {items !== null && items.length > 0 && owner !== null && <SaveUnsent items={items} of={owner} />}
      <UnsentBody items={items} count={count} />
    </Dialog>
  );
}

function whyNot(conditions: ReturnType<typeof useOutboxConditions>): string {
  if (!conditions.link) return 'The platform cannot be reached right now.';
  if (!conditions.session) return 'The platform has not confirmed who you are yet.';
  if (conditions.buildTooOld) return 'Reload to the new version first.';
  return 'The platform is in read-only mode.';
}
