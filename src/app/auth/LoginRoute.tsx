import { useEffect, useRef, useState } from 'react';
import { navigate, useQuery } from '../../bridge/address/navigation.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { useConnection, useHubStatus, useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { linkTokenSchema } from '../../contracts/identity.ts';
import { z } from '../../contracts/zod.ts';
import { heldLostLabels } from '../../domain/freshness/storeLost.ts';
import { LoginScreen } from '../../screens/login/LoginScreen.tsx';
import { home, safeReturnTo } from '../routing/deepLink.ts';
import { wasRefused } from './askAgain.ts';
import { leftReason } from './leftMark.ts';
import { beginSignIn } from './oidc.ts';
import { useLongWait } from './useLongWait.ts';
import { loadPlatformConfig, usePlatformConfig, useSupportUrl } from './usePlatformConfig.ts';

/** The sign-in page, connected to the protocol: goes to the identity provider and remembers where the user wanted to go. */
export function LoginRoute() {
  const search = useQuery();
  const session = useSessionStatus();
  const connection = useConnection();
  const { lock, leftBehind, unsentHeld, unsentSealed, heldLost, cookieUntil } = useHubStatus();
  const { config, problem, remembered } = usePlatformConfig();
  const supportUrl = useSupportUrl();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { next: returnTo, reset, invitation: asked } = readAddress('login', new URLSearchParams(search));
  const invited = z.safeParse(linkTokenSchema, asked);
  const invitation = invited.success ? invited.data : null;
  const reason = session.phase === 'signedOut' ? session.reason : 'none';
  // The hub ends with the last tab, and the provider's log-out closes that tab; so the reason is also stored.
  const why = reason === 'none' ? (leftReason() ?? 'none') : reason;

  // A page restored from the back/forward cache would still say 'Signing in...'.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    globalThis.addEventListener('pageshow', shown);
    return () => globalThis.removeEventListener('pageshow', shown);
  }, []);

  /** Number of the current attempt: results of a cancelled one are ignored. */
  const press = useRef(0);

  const cancel = () => {
    press.current += 1;
    // Stops a navigation to an identity provider that does not answer; otherwise there is nothing to stop.
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
      unsentEncrypted={unsentSealed === true}
      // A hub of an older build does not report it.
      lost={heldLost == null ? null : heldLostLabels(heldLost)}
      wasReset={reset === 'success'}
      invited={invitation !== null}
      returns={safeReturnTo(returnTo) !== home}
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
