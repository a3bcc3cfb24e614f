import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { hub } from '../../bridge/hub.ts';
import { askPasskey } from '../../bridge/passkey.ts';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { useServerNow } from '../../bridge/useServerNow.ts';
import type { LockSecret } from '../../contracts/lock.ts';
import type { Result } from '../../contracts/problem.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { screenAt } from '../../domain/places.ts';
import { heldLostWords } from '../../domain/storeLost.ts';
import { loginHref } from '../routing/deepLink.ts';
import { registry } from '../routing/registry.tsx';
import { LockView } from './LockView.tsx';

export { Superseded } from '../update/Superseded.tsx';

/** The lock screen, wired to hub and passkey. */
export function LockScreen() {
  const { lock, session, heldLost, unsentHeld } = useHubStatus();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const now = useServerNow();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // While somebody types, the code of what will be shown is fetched; none of it runs a read before the lock is open.
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
    // The lock is gone, and this screen with it: the words must outlive it.
    if (outcome.problem.code === 'gone')
      toast({ tone: 'bad', title: 'The lock is gone', text: outcome.problem.message, durationMs: 30_000 });
  };
  const open = (secret: LockSecret): Promise<Result<null>> => hub.lock({ act: 'open', secret });
  const { passkey } = lock;
  return (
    <LockView
      lock={lock}
      now={now}
      busy={busy}
      failure={failure}
      // A hub of an older build tells nothing of it.
      lost={heldLost == null ? null : heldLostWords(heldLost)}
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
          // This screen goes with the lock: the door is what is left.
          if (erased.ok) navigate(loginHref(path, search), { replace: true });
          return erased;
        })
      }
    />
  );
}
