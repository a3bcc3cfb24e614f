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

/** WebAuthn relying party: the host name in PUBLIC_URL. If the platform moves to another name, existing passkeys stop working. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Null where passkeys are not supported: people sign in at another provider, or the platform's address is an IP address, which WebAuthn
 * does not allow.
 */
export function relyingPartyOf({ oidc, origin }: Pick<ServerConfig, 'oidc' | 'origin'>): RelyingParty | null {
  const { hostname } = new URL(origin);
  return oidc !== null || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ? null : { id: hostname, origin };
}

/** Signature algorithms as COSE numbers: ES256, which every authenticator has, EdDSA, RS256. */
const algorithms = [-7, -8, -257];

/**
 * WebAuthn user handle: reveals neither name nor address and is stable, so that a new passkey replaces an old one in the same
 * authenticator.
 */
export function handleOf(accountId: string): string {
  return createHash('sha256').update(`passkey\n${accountId}`).digest('base64url');
}

/** A passkey's key and state. */
export interface Credential {
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly backedUp: boolean;
}
/** Result of a verification; `why` is only for the log. */
export type Verified<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/**
 * Options for creating a passkey. It must be discoverable (resident key) and verify its user by fingerprint, face or PIN, because it
 * replaces the password: finding the device must not be enough.
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

/** Verifies that a new passkey answers this challenge and was created on our pages, for our id, with user verification. */
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
    // Credential id from the signed data; the `id` beside it is only the browser's claim.
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

/** Request options for sign-in. They name no credentials: the device offers those it has. */
export function requestOptions(rp: RelyingParty, challenge: string): PublicKeyCredentialRequestOptionsJSON {
  return { challenge, rpId: rp.id, timeout: challengeTtlMs, userVerification: 'required' };
}

/** Request options for a signed-in person: only their own passkeys are allowed. */
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
 * Verifies that a passkey signed this challenge on our pages, for our id, with user verification. The counter is returned unchecked:
 * `noteUse` (passkeyUse.ts) checks it when storing it, or two concurrent uses would both pass.
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

/** The library's error text; limited, because it quotes input. */
function reasonOf(failure: unknown): string {
  return String(failure).slice(0, 200);
}
