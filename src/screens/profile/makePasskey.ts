import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { NewCredential, PasskeyOptions } from '../../contracts/passkey.ts';

/** The device's new credential, or why there is none, in words for the user. */
type Made = { readonly ok: true; readonly credential: NewCredential } | { readonly ok: false; readonly why: string };

/** Lets the browser create a passkey in its own dialogs. Errors are returned, never thrown. */
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

/** Browsers reveal little of the cause, so that pages cannot probe devices; most often the user cancelled or took too long. */
function whyNot(failure: unknown): string {
  const code = failure instanceof WebAuthnError ? failure.code : null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'This device has a passkey of this account already.';
  if (
    code === 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT' ||
    code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'
  )
    return 'This device cannot store passkeys: it needs a fingerprint, face or PIN check. Use another device.';
  return 'No passkey was created. Nothing was changed; you can try again.';
}
