import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Assertion, NewCredential, PasskeyOptions, PasskeyRequest } from '../../../src/contracts/passkey.ts';
import type { ServerConfig } from '../../config.ts';
import { challengeTtlMs } from './challenges.ts';

/** Whom passkeys are made for: the name in PUBLIC_URL. Under another name they are no good, so a move of the platform to one leaves them behind. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Null where there are no passkeys: people sign in at a provider of somebody else's, or the platform's address is a number, which WebAuthn does not know. */
export function relyingPartyOf({ oidc, origin }: Pick<ServerConfig, 'oidc' | 'origin'>): RelyingParty | null {
  const { hostname } = new URL(origin);
  return oidc !== null || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ? null : { id: hostname, origin };
}

/** Signature algorithms: ES256, which all have, then EdDSA and RS256 (COSE numbers). */
const algorithms = [-7, -8, -257];

/** What an authenticator files an account under: no name and no address, and always the same, so that a new passkey takes the place of an old one there. */
export function handleOf(accountId: string): string {
  return createHash('sha256').update(`passkey\n${accountId}`).digest('base64url');
}

/** A key and what is known of it. */
export interface Credential {
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly backedUp: boolean;
}
/** What a ceremony came to; `why` is for the log, never for whoever tried. */
export type Verified<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/**
 * What the browser makes a new passkey by. It must be found without naming anybody first (a resident key), and its device must know its owner by
 * finger, face or PIN, since it stands for a password: who merely finds the device gets in nowhere.
 */
export function creationOptions(
  rp: RelyingParty,
  account: { readonly accountId: string; readonly email: string; readonly name: string },
  challenge: string,
  known: readonly { readonly credentialId: string; readonly transports: readonly string[] }[],
): PasskeyOptions {
  return {
    challenge,
    rp: { id: rp.id, name: 'Ukweli Console' },
    user: { id: handleOf(account.accountId), name: account.email, displayName: account.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeTtlMs,
    attestation: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** Whether a new passkey answers this challenge, was made on our pages, for us, and by a device that knew its owner. */
export async function verifyNew(rp: RelyingParty, credential: NewCredential, challenge: string): Promise<Verified<Credential>> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type,
        clientExtensionResults: {},
        response: { clientDataJSON: credential.response.clientDataJSON, attestationObject: credential.response.attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return { ok: false, why: 'The attestation does not hold' };
    // The authenticator's own name of the key, from what it signed; `id` beside it is only what the browser says.
    if (registrationInfo.credential.id !== credential.id) return { ok: false, why: 'The credential is not the one it says it is' };
    return {
      ok: true,
      value: {
        credentialId: registrationInfo.credential.id,
        publicKey: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
        counter: registrationInfo.credential.counter,
        backedUp: registrationInfo.credentialBackedUp,
      },
    };
  } catch (failure) {
    return { ok: false, why: reasonOf(failure) };
  }
}

/** What the browser is asked at sign-in. It names no passkey: whose there is one on the device, the device shows. */
export function requestOptions(rp: RelyingParty, challenge: string): PublicKeyCredentialRequestOptionsJSON {
  return { challenge, rpId: rp.id, timeout: challengeTtlMs, userVerification: 'required' };
}

/** What the browser is asked of somebody who is known: one of their own passkeys. */
export function assertionOptions(
  rp: RelyingParty,
  challenge: string,
  known: readonly { readonly credential_id: string; readonly transports: readonly string[] }[],
): PasskeyRequest {
  return {
    challenge,
    rpId: rp.id,
    timeout: challengeTtlMs,
    userVerification: 'required',
    allowCredentials: known.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id,
      transports: [...transports],
    })),
  };
}

/**
 * Whether a passkey has signed this challenge, on our pages, for us, with its owner known to the device. The counter is given back and not judged: that takes
 * the row it stands in (passkeySignIn.ts), or two uses at once would both be above the one before.
 */
export async function verifyUse(
  rp: RelyingParty,
  assertion: Assertion,
  challenge: string,
  key: Pick<Credential, 'credentialId' | 'publicKey'>,
): Promise<Verified<Pick<Credential, 'counter' | 'backedUp'>>> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: {
          clientDataJSON: assertion.response.clientDataJSON,
          authenticatorData: assertion.response.authenticatorData,
          signature: assertion.response.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      credential: { id: key.credentialId, publicKey: Uint8Array.from(Buffer.from(key.publicKey, 'base64url')), counter: 0 },
    });
    if (!verified) return { ok: false, why: 'The signature does not hold' };
    return { ok: true, value: { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp } };
  } catch (failure) {
    return { ok: false, why: reasonOf(failure) };
  }
}

/** The library throws for everything that is not as it should be, in words that quote what was sent. */
function reasonOf(failure: unknown): string {
  return (failure instanceof Error ? failure.message : String(failure)).slice(0, 200);
}
