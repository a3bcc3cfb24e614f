import { beginSignIn } from './oidc.ts';
import { loadPlatformConfig } from './usePlatformConfig.ts';

/**
 * Goes to the organisation's own sign-in, which authenticates the user again and returns to this page with the proof (CallbackRoute).
 * @returns why it could not be started; null if the browser is on its way
 */
export async function goProve(): Promise<string | null> {
  const config = await loadPlatformConfig();
  if (!config.ok) return 'The platform cannot be reached, and this needs it.';
  const begun = await beginSignIn(
    config.value.oidc,
    { returnTo: location.pathname + location.search, askAgain: true, purpose: 'proof' },
    { origin: location.origin, store: sessionStorage },
  );
  if (!begun.ok) return begun.failure.message;
  location.assign(begun.value);
  return null;
}
