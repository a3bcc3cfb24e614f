import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useConnection, useHubStatus, useSessionStatus } from '../../bridge/useHubStatus.ts';
import { linkTokenSchema } from '../../contracts/identity.ts';
import { z } from '../../contracts/zod.ts';
import { heldLostWords } from '../../domain/storeLost.ts';
import { LoginScreen } from '../../screens/login/LoginScreen.tsx';
import { safeReturnTo } from '../routing/deepLink.ts';
import { wasRefused } from './askAgain.ts';
import { leftReason } from './leftMark.ts';
import { beginSignIn } from './oidc.ts';
import { useLongWait } from './useLongWait.ts';
import { loadPlatformConfig, usePlatformConfig, useSupportUrl } from './usePlatformConfig.ts';

/** The way in, wired to the protocol: leaves for the identity provider and remembers where the person wanted to go. */
export function LoginRoute() {
  const search = useSearch();
  const session = useSessionStatus();
  const connection = useConnection();
  const { lock, leftBehind, unsentHeld, heldLost, cookieUntil } = useHubStatus();
  const [, navigate] = useLocation();
  const { config, problem, remembered } = usePlatformConfig();
  const supportUrl = useSupportUrl();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = new URLSearchParams(search);
  const returnTo = asked.get('next');
  const invited = z.safeParse(linkTokenSchema, asked.get('invitation'));
  const invitation = invited.success ? invited.data : null;
  const reason = session.phase === 'signedOut' ? session.reason : 'none';
  // The hub forgets with the last tab; the way through the provider's log-out closes it.
  const why = reason === 'none' ? (leftReason() ?? 'none') : reason;

  // A page brought back from the back/forward cache would still say 'Signing in...'.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    globalThis.addEventListener('pageshow', shown);
    return () => globalThis.removeEventListener('pageshow', shown);
  }, []);

  /** Which press counts: what a cancelled one still brings is nobody's any more. */
  const press = useRef(0);

  const cancel = () => {
    press.current += 1;
    // Ends a way to the identity provider that does not answer; without one there is nothing to end.
    globalThis.stop();
    setBusy(false);
  };

  const signIn = async () => {
    press.current += 1;
    const mine = press.current;
    setBusy(true);
    setFailure(null);
    const answer = config === null ? await loadPlatformConfig() : { ok: true as const, value: config };
    if (mine !== press.current) return;
    if (!answer.ok) {
      setFailure(
        answer.problem.code === 'network' || answer.problem.code === 'timeout'
          ? `${answer.problem.message} Signing in needs it.`
          : answer.problem.message,
      );
      setBusy(false);
      return;
    }
    const begun = await beginSignIn(
      answer.value.oidc,
      { returnTo, askAgain: why !== 'none' || wasRefused(), invitation },
      { origin: location.origin, store: sessionStorage },
    );
    if (mine !== press.current) return;
    if (begun.ok) return location.assign(begun.value);
    setFailure(begun.failure.message);
    setBusy(false);
  };

  return (
    <LoginScreen
      busy={busy}
      slow={useLongWait(busy)}
      failure={failure}
      reason={why}
      leftBehind={leftBehind}
      unsentHeld={unsentHeld}
      // A hub of an older build tells nothing of it.
      lost={heldLost == null ? null : heldLostWords(heldLost)}
      wasReset={asked.get('reset') === 'success'}
      invited={invitation !== null}
      leaving={session.phase === 'signedOut' && session.logoutPending}
      cookieUntil={cookieUntil ?? null}
      offline={config === null && problem !== null && connection.state !== 'connected'}
      tenant={remembered?.tenant ?? null}
      supportUrl={supportUrl}
      onSignIn={() => void signIn()}
      onCancel={cancel}
      onUnlock={lock.state === 'locked' ? () => navigate(safeReturnTo(returnTo), { replace: true }) : undefined}
    />
  );
}
