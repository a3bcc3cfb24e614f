import { useEffect, useState } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import { navigate, usePath, useQuery } from '../../bridge/address/navigation.ts';
import { askPasskey } from '../../bridge/keys/passkey.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useServerNow } from '../../bridge/hub/useServerNow.ts';
import type { LockSecret } from '../../contracts/lock.ts';
import type { Result } from '../../contracts/problem.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { screenAt } from '../../domain/places.ts';
import { heldLostLabels } from '../../domain/freshness/storeLost.ts';
import { loginHref } from '../routing/deepLink.ts';
import { registry } from '../routing/registry.tsx';
import { LockView } from './LockView.tsx';

export { Superseded } from '../update/Superseded.tsx';

/** The lock screen, connected to hub and passkey. */
export function LockScreen() {
  const { lock, session, heldLost, unsentHeld } = useHubStatus();
  const path = usePath();
  const search = useQuery();
  const now = useServerNow();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Preloads the screen's code while the user types; it reads nothing before the lock is open.
  const screen = screenAt(path);
  useEffect(() => {
    if (screen !== null) registry[screen].preload();
  }, [screen]);
  if (lock.state !== 'locked') return null;

  const run = async (act: () => Promise<Result<unknown>>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const outcome = await act();
    setBusy(false);
    if (outcome.ok) return;
    setFailure(outcome.problem.message);
    // The lock was removed and this screen closes: the message must outlive it.
    if (outcome.problem.code === 'gone')
      toast({ tone: 'bad', title: 'The lock was removed', text: outcome.problem.message, durationMs: 30_000 });
  };
  const open = (secret: LockSecret): Promise<Result<null>> => hub.lock({ act: 'open', secret });
  const { passkey } = lock;
  return (
    <LockView
      lock={lock}
      now={now}
      busy={busy}
      failure={failure}
      // A hub of an older build does not report it.
      lost={heldLost == null ? null : heldLostLabels(heldLost)}
      unsent={unsentHeld}
      isSignedIn={session.phase === 'signedIn'}
      onPin={(pin) => void run(() => open({ kind: 'pin', pin }))}
      onPasskey={() =>
        void run(async () => {
          if (passkey === null) return open({ kind: 'pin', pin: '' });
          const secret = await askPasskey(passkey);
          return secret.ok ? open(secret.value) : secret;
        })
      }
      onSignIn={() => navigate(loginHref(path, search))}
      onErase={() =>
        void run(async () => {
          const erased = await hub.lock({ act: 'startAnew' });
          // This screen closes with the lock: go to the sign-in page.
          if (erased.ok) navigate(loginHref(path, search), { replace: true });
          return erased;
        })
      }
    />
  );
}
