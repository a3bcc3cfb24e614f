import type { LockSecret, PasskeyRef } from '../../contracts/lock.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { fromBase64url, toBase64url } from '../../domain/encoding/base64url.ts';

/**
 * Passkeys as an app lock (D-31): WebAuthn's PRF extension yields 32 bytes that only this passkey yields for this input, and only after
 * user verification. No server takes part: the challenge protects nothing here, the secret does.
 */

type Asked = { readonly secret: LockSecret; readonly passkey: PasskeyRef };

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));
/** How long the user may take, milliseconds. */
const timeout = 120_000;

const noPrf =
  'This passkey gives no secret to encrypt with: the browser or the place where it is kept lacks the PRF extension. Choose another place for it, or a PIN or password.';

function failed(message: string, code: Problem['code'] = 'unavailable'): Result<never> {
  return { ok: false, problem: { code, message, retry: true } };
}

/** Why this browser cannot use a passkey; null if it may. */
export async function passkeyDisabledReason(): Promise<string | null> {
  if (typeof PublicKeyCredential !== 'function') return 'This browser has no passkeys at this address';
  const asks: (() => Promise<Record<string, boolean>>) | undefined = PublicKeyCredential.getClientCapabilities; // missing in some browsers that have passkeys
  const able = await asks?.call(PublicKeyCredential).catch(() => null);
  if (able?.['extension:prf'] === false) return 'This browser’s passkeys give no secret to encrypt with (they lack the PRF extension)';
  return null;
}

/** Creates a passkey for this device's lock and asks it for its secret. */
export async function createPasskey(user: { readonly id: string; readonly name: string; readonly email: string }): Promise<Result<Asked>> {
  const salt = random(32);
  return attempt(async (): Promise<Result<Asked>> => {
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: random(32),
        rp: { name: 'Ukweli Console' },
        user: { id: new TextEncoder().encode(user.id.slice(0, 64)), name: user.email, displayName: user.name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
        extensions: { prf: { eval: { first: salt } } },
        timeout,
      },
    });
    if (!(made instanceof PublicKeyCredential)) return failed('No passkey was created.');
    const { prf } = made.getClientExtensionResults();
    if (prf?.enabled !== true && prf?.results === undefined) return failed(noPrf);
    const passkey = { credentialId: toBase64url(new Uint8Array(made.rawId)), salt: toBase64url(salt) };
    const output = bytesOf(prf.results?.first);
    if (output !== null) return { ok: true, value: { passkey, secret: { kind: 'passkey', output } } };
    // Many authenticators yield it only on a request, not on creation.
    const asked = await askPasskey(passkey);
    return asked.ok ? { ok: true, value: { passkey, secret: asked.value } } : asked;
  });
}

/** Asks a lock's passkey for its secret. Works offline. */
export function askPasskey({ credentialId, salt }: PasskeyRef): Promise<Result<LockSecret>> {
  return attempt(async (): Promise<Result<LockSecret>> => {
    const given = await navigator.credentials.get({
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: 'public-key', id: fromBase64url(credentialId) }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: fromBase64url(salt) } } },
        timeout,
      },
    });
    if (!(given instanceof PublicKeyCredential)) return failed('The passkey was not used.');
    const output = bytesOf(given.getClientExtensionResults().prf?.results?.first);
    return output === null ? failed(noPrf) : { ok: true, value: { kind: 'passkey', output } };
  });
}

function bytesOf(source: BufferSource | undefined): ArrayBuffer | null {
  if (source === undefined) return null;
  if (source instanceof ArrayBuffer) return source;
  // WebAuthn returns ArrayBuffers; a view may cover only part of its buffer.
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice().buffer;
}

async function attempt<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    // WebAuthn makes a refusal and a time-out look alike on purpose.
    if (error instanceof DOMException && error.name === 'NotAllowedError')
      return failed('The passkey was not used: the request was refused or took too long.', 'cancelled');
    return failed('The passkey request failed. Try again.');
  }
}
