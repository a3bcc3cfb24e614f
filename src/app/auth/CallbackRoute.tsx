import { useEffect, useState } from 'react';
import { navigate } from '../../bridge/address/navigation.ts';
import { type Href, screenHref } from '../../domain/screens/link.ts';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { introduction } from '../../bridge/hub/introduction.ts';
import { deviceKeyHeaders } from '../../contracts/deviceKey.ts';
import { reauthenticationEndpoints } from '../../contracts/reauthentication.ts';
import { signInEndpoints } from '../../contracts/signInEndpoints.ts';
import { CallbackScreen } from '../../screens/callback/CallbackScreen.tsx';
import { noteRefused } from './askAgain.ts';
import { clearLeft } from './leftMark.ts';
import { completeSignIn, type SignInResult } from './oidc.ts';
import { useLongWait } from './useLongWait.ts';
import { loadPlatformConfig } from './usePlatformConfig.ts';

/** The code can be redeemed once: however often React runs the effect, one callback is one attempt. */
let attempt: { readonly search: string; readonly outcome: Promise<SignInResult<Href>>; readonly ending: AbortController } | null = null;

function attemptFor(search: string): Promise<SignInResult<Href>> {
  if (attempt?.search !== search) {
    const ending = new AbortController();
    attempt = { search, ending, outcome: finish(search, ending.signal) };
  }
  return attempt.outcome;
}

const cancelled: SignInResult<never> = { ok: false, failure: { code: 'unreachable', message: 'Signing in was cancelled.' } };

/** Provider's answer → verified ID token → cookie session → hub; returns the path to go to (D-20). */
async function finish(search: string, signal: AbortSignal): Promise<SignInResult<Href>> {
  const config = await loadPlatformConfig();
  const signIn = await completeSignIn(
    config.ok ? config.value.oidc : null,
    search,
    { origin: location.origin, store: sessionStorage },
    signal,
  );
  if (signal.aborted) return cancelled;
  if (!signIn.ok) return signIn;
  const { idToken, nonce, returnTo, purpose, invitation } = signIn.value;
  if (purpose === 'proof') {
    const proved = await fetchApi(reauthenticationEndpoints.proveAgain, { body: { by: 'provider', signIn: { idToken, nonce } }, signal });
    return proved.ok ? { ok: true, value: returnTo } : { ok: false, failure: { code: 'refused', message: proved.problem.message } };
  }
  const session = await fetchApi(signInEndpoints.createSession, {
    body: { idToken, nonce, ...(invitation !== null && { invitation }) },
    headers: await introduction(),
    signal,
  });
  if (signal.aborted) return undone();
  if (!session.ok && session.problem.code === 'login_failed') noteRefused();
  if (!session.ok) return { ok: false, failure: { code: 'refused', message: session.problem.message || 'Authentication failed' } };
  const started = await hub.signedIn(session.value.header(deviceKeyHeaders.nonce));
  if (signal.aborted) return undone();
  if (!started.ok) return { ok: false, failure: { code: 'unreachable', message: started.problem.message || 'Authentication failed' } };
  clearLeft();
  // Asked after a sign-in, so that the browser does not evict the device's rows when space runs out (D-37).
  void navigator.storage?.persist?.();
  return { ok: true, value: returnTo };
}

/** Cancelled after a session was requested: the platform may have opened one, so end it as far as the link allows. */
function undone(): SignInResult<never> {
  void fetchApi('logout', { body: { reason: 'user' } });
  return cancelled;
}

/** `/callback`: completes the sign-in and goes to the requested page; or shows what failed, with a way back. */
export function CallbackRoute() {
  const [failure, setFailure] = useState<string | null>(null);
  const slow = useLongWait(failure === null);
  useEffect(() => {
    let shown = true;
    void attemptFor(location.search).then((outcome) => {
      if (!shown) return;
      if (outcome.ok) navigate(outcome.value, { replace: true });
      else setFailure(outcome.failure.message);
    });
    return () => {
      shown = false;
    };
  }, []);
  const toDoor = () => navigate(screenHref('login'), { replace: true });
  const cancel = () => {
    attempt?.ending.abort();
    toDoor();
  };
  return <CallbackScreen failure={failure} slow={slow} onTryAgain={toDoor} onCancel={cancel} />;
}
