import { LogOut, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hub } from '../../bridge/hub.ts';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { useOutboxWorld } from '../../bridge/useOutbox.ts';
import { useUnsent } from '../../bridge/useUnsent.ts';
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

/** Leaving wipes the outbox, so the person chooses: send first, discard and leave, or stay (DESIGN section 3, Leaving). */
export function UnsentDialog() {
  const session = useSessionStatus();
  const world = useOutboxWorld();
  const { items, count, outbox } = useUnsent();
  const [doing, setDoing] = useState<'sending' | 'leaving' | null>(null);
  const canSend = world.link && world.session && !world.readOnly && !world.buildTooOld;
  const signedIn = session.phase === 'signedIn';

  useEffect(() => {
    // Locked or put out meanwhile: the question is not this page's any more.
    if (!signedIn) unsentQuestion.close();
  }, [signedIn]);
  const leave = (unsentToo: 'ask' | 'discard') => {
    setDoing('leaving');
    unsentQuestion.close();
    void signOut(unsentToo);
  };
  /** What was to be sent first, when that was pressed. */
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const outcome = doing === 'sending' && items !== null ? sentFirst(outbox, asked) : null;
  const allSent = outcome?.state === 'sent';
  useEffect(() => {
    if (!allSent) return;
    unsentQuestion.close();
    void signOut('ask');
  }, [allSent]);
  const of = session.phase === 'signedIn' ? unsentOf(session.user, session.tenant) : null;

  if (outcome?.state === 'refused')
    return (
      <Dialog
        open
        role="alertdialog"
        onClose={unsentQuestion.close}
        title={`The platform refused ${plural(outcome.items.length, 'action')}`}
        description="It has received everything else. Signing out clears this device, and these with it."
        actions={
          <>
            <Button onClick={unsentQuestion.close}>Stay signed in</Button>
            <Button kind="primary" icon={LogOut} onClick={() => leave('ask')}>
              Sign out
            </Button>
          </>
        }
      >
        {of !== null && <SaveUnsent items={outcome.items} of={of} />}
        <OutboxRows items={outcome.items} label="Refused by the platform" />
      </Dialog>
    );
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={unsentQuestion.close}
      title={unsentTitle(count)}
      description="Signing out clears this device. What has not reached the platform by then is lost."
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
            {...(!canSend && doing === null && { disabledReason: whyNot(world) })}
          >
            Send first
          </Button>
        </>
      }
    >
      {items !== null && items.length > 0 && of !== null && <SaveUnsent items={items} of={of} />}
      <UnsentBody items={items} count={count} />
    </Dialog>
  );
}

function whyNot(world: ReturnType<typeof useOutboxWorld>): string {
  if (!world.link) return 'The platform cannot be reached just now.';
  if (!world.session) return 'The platform has not confirmed who you are yet.';
  if (world.buildTooOld) return 'Reload to the new version first.';
  return 'The platform is in read-only mode.';
}
