import { startAuthentication } from '@simplewebauthn/browser';
import type { Assertion, PasskeyRequest } from '../../contracts/passkey.ts';

/** Asks the device for one of these passkeys, in the browser's own dialogs. Null if none was given; browsers hardly say why. */
export async function givePasskey(options: PasskeyRequest): Promise<Assertion | null> {
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: withTransports(options) });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) } };
  } catch {
    return null;
  }
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Drops transport hints that this build does not know. */
function withTransports({ allowCredentials, ...options }: PasskeyRequest) {
  return {
    ...options,
    allowCredentials: allowCredentials.map(({ type, id, transports: hints = [] }) => ({
      type,
      id,
      transports: transports.filter((known) => hints.includes(known)),
    })),
  };
}
