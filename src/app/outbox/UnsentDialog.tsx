import { LogOut, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hub } from '../../bridge/hub.ts';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { useOutboxWorld } from '../../bridge/useOutbox.ts';
import { useUnsent } from '../../bridge/useUnsent.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { signOut } from '../auth/leave.ts';
import { SaveUnsent, unsentOf } from './SaveUnsent.tsx';
import { UnsentBody, unsentTitle } from './UnsentBody.tsx';
import { unsentQuestion } from './unsentQuestion.ts';
import './outbox.css';

/** Leaving wipes the outbox, so the person chooses: send first, discard and leave, or stay (DESIGN section 3, Leaving). */
export function UnsentDialog() {
  const session = useSessionStatus();
  const world = useOutboxWorld();
  const { items, count } = useUnsent();
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
  const allSent = doing === 'sending' && items?.length === 0;
  useEffect(() => {
    if (!allSent) return;
    unsentQuestion.close();
    void signOut('ask');
  }, [allSent]);

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
              void hub.retryNow();
            }}
            {...(!canSend && doing === null && { disabledReason: whyNot(world) })}
          >
            Send first
          </Button>
        </>
      }
    >
      <UnsentBody items={items} />
      {items !== null && items.length > 0 && session.phase === 'signedIn' && (
        <SaveUnsent items={items} of={unsentOf(session.user, session.tenant)} />
      )}
    </Dialog>
  );
}

function whyNot(world: ReturnType<typeof useOutboxWorld>): string {
  if (!world.link) return 'The platform cannot be reached just now.';
  if (!world.session) return 'The platform has not confirmed who you are yet.';
  if (world.buildTooOld) return 'Reload to the new version first.';
  return 'The platform is in read-only mode.';
}
