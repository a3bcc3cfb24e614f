import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { hub } from '../../bridge/hub.ts';
import { CallbackScreen } from '../../screens/callback/CallbackScreen.tsx';
import { clearLeft } from './leftMark.ts';
import { completeSignIn, type SignInResult } from './oidc.ts';
import { loadPlatformConfig } from './usePlatformConfig.ts';

/** The code can be redeemed once: however often React runs the effect, one callback is one attempt. */
let attempt: { readonly search: string; readonly outcome: Promise<SignInResult<string>> } | null = null;

function attemptFor(search: string): Promise<SignInResult<string>> {
  if (attempt?.search !== search) attempt = { search, outcome: finish(search) };
  return attempt.outcome;
}

/** Provider's answer → verified ID token → cookie session → hub; answers where to go (D-20). */
async function finish(search: string): Promise<SignInResult<string>> {
  const config = await loadPlatformConfig();
  const signIn = await completeSignIn(config.ok ? config.value.oidc : null, search, { origin: location.origin, store: sessionStorage });
  if (!signIn.ok) return signIn;
  const { idToken, nonce, returnTo } = signIn.value;
  const session = await fetchApi('createSession', { body: { idToken, nonce } });
  if (!session.ok) return { ok: false, failure: { code: 'refused', message: session.problem.message || 'Authentication failed' } };
  const started = await hub.signedIn();
  if (!started.ok) return { ok: false, failure: { code: 'unreachable', message: started.problem.message || 'Authentication failed' } };
  clearLeft();
  // Asked once somebody has signed in, so that the browser does not drop the device's rows when it runs short (D-37).
  void navigator.storage?.persist?.();
  return { ok: true, value: returnTo };
}

/** `/callback`: works, then goes to the page asked for; or says what failed, with the way back. */
export function CallbackRoute() {
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<string | null>(null);
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
  }, [navigate]);
  return <CallbackScreen failure={failure} onTryAgain={() => navigate('/login', { replace: true })} />;
}
