import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { NewCredential, PasskeyOptions } from '../../contracts/passkey.ts';

/** What came of asking the device: its new credential, or why there is none, in the person's words. */
type Made = { readonly ok: true; readonly credential: NewCredential } | { readonly ok: false; readonly why: string };

/** Has the browser make a passkey: it asks the person by windows of its own. What goes wrong there is told, never thrown. */
export async function makePasskey(options: PasskeyOptions): Promise<Made> {
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      ok: true,
      credential: { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports !== undefined && { transports }) } },
    };
  } catch (failure) {
    return { ok: false, why: whyNot(failure) };
  }
}

/** A browser tells little of why, so that pages learn nothing of who has which device; most often somebody pressed Cancel, or took too long. */
function whyNot(failure: unknown): string {
  const code = failure instanceof WebAuthnError ? failure.code : null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'This device has a passkey of this account already.';
  if (
    code === 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT' ||
    code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'
  )
    return 'This device cannot keep passkeys: it needs a fingerprint, a face or a PIN to know you by. Use another device.';
  return 'No passkey was made. Nothing was changed; you can try again.';
}
