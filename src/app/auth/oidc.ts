import { decodeProtectedHeader } from 'jose';
import * as oauth from 'oauth4webapi';
import type { ConfigResponse } from '../../contracts/platformConfig.ts';
import { maxSignInAgeS } from '../../contracts/session.ts';
import { isOuterLink } from '../../contracts/outerLinks.ts';
import { type Href, screenHref } from '../../domain/screens/link.ts';
import { safeReturnTo } from '../routing/deepLink.ts';
import { rememberTransaction, takeTransaction, type TransactionStore } from './transaction.ts';

/**
 * Authorization code flow with PKCE (S256), state and nonce, against the provider named by `/api/config` (C-77, D-20). The ID token is
 * verified here, signature included, and again by the platform; it is only ever held in memory.
 */

/** Browser dependencies. `origin` is the console's own. */
export interface SignInDeps {
  readonly origin: string;
  readonly store: TransactionStore;
}

/** Why a sign-in failed. `message` is the base document's text, shown unchanged (core document, section 8; I-3). */
export interface SignInFailure {
  readonly code:
    | 'no_oidc'
    | 'provider_error'
    | 'no_code'
    | 'state_mismatch'
    | 'no_verifier'
    | 'exchange_failed'
    | 'bad_token'
    | 'refused'
    | 'unreachable';
  readonly message: string;
}
/** Result of one step of the sign-in. */
export type SignInResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: SignInFailure };

/** A verified ID token with the nonce it was made for, to be exchanged once for the cookie session. */
export interface VerifiedSignIn {
  readonly idToken: string;
  readonly nonce: string;
  readonly returnTo: Href;
  /** Whether to open a session, or to re-authenticate in an existing one. */
  readonly purpose: SignInPurpose;
  /** The secret of the invitation that was followed; null if there was none. */
  readonly invitation: string | null;
}

/** Purpose of a sign-in: to open a session, or to re-authenticate (contracts/reauthentication.ts). */
export type SignInPurpose = 'session' | 'proof';

type Oidc = NonNullable<ConfigResponse['oidc']>;

/** The redirect URI for the provider. */
export function redirectUri(origin: string): string {
  return `${origin}${screenHref('callback')}`;
}

/**
 * Starts a sign-in and returns the URL to go to. `askAgain` makes the provider authenticate even if it remembers somebody: after a
 * log-out or a lock the next person at this device must not be taken for the last one (D-31).
 */
export async function beginSignIn(
  oidc: ConfigResponse['oidc'],
  wish: {
    readonly returnTo: string | null;
    readonly askAgain: boolean;
    readonly purpose?: SignInPurpose;
    readonly invitation?: string | null;
  },
  places: SignInDeps,
): Promise<SignInResult<string>> {
  if (oidc === null || !isOuterLink(oidc.authorizationEndpoint)) return fail('no_oidc', 'OIDC configuration is not available');
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const url = new URL(oidc.authorizationEndpoint);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', oidc.clientId);
  url.searchParams.set('redirect_uri', redirectUri(places.origin));
  url.searchParams.set('scope', 'openid email profile');
  url.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(codeVerifier));
  url.searchParams.set('code_challenge_method', 'S256');
  url.searchParams.set('state', state);
  url.searchParams.set('nonce', await nonceSent(nonce));
  const { purpose = 'session', invitation = null } = wish;
  // The token then states when its owner authenticated, which the platform checks (G-1). A re-authentication uses 1 s, because some
  // providers reject 0 (glewlwyd).
  url.searchParams.set('max_age', String(purpose === 'proof' ? 1 : maxSignInAgeS));
  // An invitation links an account permanently, so it must not link the last person at this device.
  if (wish.askAgain || invitation !== null) url.searchParams.set('prompt', 'login');
  rememberTransaction(places.store, {
    state,
    nonce,
    codeVerifier,
    returnTo: safeReturnTo(wish.returnTo),
    purpose,
    ...(invitation !== null && { invitation }),
  });
  return { ok: true, value: url.href };
}

/**
 * The nonce as sent to the provider: the stored one, hashed like a code challenge. Knowing only the token or the address is not enough to
 * redeem it (G-1).
 */
const nonceSent = (kept: string): Promise<string> => oauth.calculatePKCECodeChallenge(kept);

/** Checks the provider's answer, redeems the code and verifies the ID token. Removes the stored transaction in any case. */
export async function completeSignIn(
  oidc: ConfigResponse['oidc'],
  search: string,
  places: SignInDeps,
  signal: AbortSignal | null = null,
): Promise<SignInResult<VerifiedSignIn>> {
  const transaction = takeTransaction(places.store);
  const answer = new URLSearchParams(search);
  const error = answer.get('error');
  if (error !== null) return fail('provider_error', `OIDC Error: ${error} - ${answer.get('error_description') ?? 'Unknown error'}`);
  if (!answer.get('code')) return fail('no_code', 'Authorization code not found in callback URL');
  if (transaction === null || answer.get('state') !== transaction.state)
    return fail('state_mismatch', 'State mismatch - possible CSRF attack');
  if (!transaction.codeVerifier) return fail('no_verifier', 'Code verifier not found');
  if (oidc === null) return fail('no_oidc', 'OIDC configuration is not available');

  const server = serverOf(oidc);
  const client: oauth.Client = { client_id: oidc.clientId };
  const insecure = { [oauth.allowInsecureRequests]: isLoopback(oidc.tokenEndpoint), ...(signal === null ? {} : { signal }) };
  let parameters: URLSearchParams;
  try {
    // Also checks the provider's `iss` parameter, if sent: an answer from another provider belongs to another person.
    parameters = oauth.validateAuthResponse(server, client, answer, transaction.state);
  } catch {
    return fail('state_mismatch', 'State mismatch - possible CSRF attack');
  }
  let response: Response;
  try {
    response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri(places.origin),
      transaction.codeVerifier,
      insecure,
    );
    if (!response.ok) return fail('exchange_failed', 'Token exchange failed');
  } catch {
    return fail('exchange_failed', 'Token exchange failed');
  }
  try {
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: await nonceSent(transaction.nonce),
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, insecure);
    // Without a kid a token would pass if the set has a single key, although nobody could tell which key it was meant for.
    if (tokens.id_token === undefined || decodeProtectedHeader(tokens.id_token).kid === undefined)
      return fail('bad_token', 'Failed to parse token');
    const { nonce, returnTo, purpose = 'session', invitation = null } = transaction;
    return { ok: true, value: { idToken: tokens.id_token, nonce, returnTo: safeReturnTo(returnTo), purpose, invitation } };
  } catch {
    return fail('bad_token', 'Failed to parse token');
  }
}

function serverOf(oidc: Oidc): oauth.AuthorizationServer {
  return {
    issuer: oidc.issuer,
    authorization_endpoint: oidc.authorizationEndpoint,
    token_endpoint: oidc.tokenEndpoint,
    jwks_uri: oidc.jwksUri,
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

// Plain HTTP is allowed for this machine only; any other provider must be reached over TLS.
function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

function fail(code: SignInFailure['code'], message: string): { ok: false; failure: SignInFailure } {
  return { ok: false, failure: { code, message } };
}
