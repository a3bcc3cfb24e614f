import * as rp from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleClientId } from '../../server/config.ts';
import { demoPassword } from '../../server/identity/demo/demoAccounts.ts';
import { freePort } from '../../server/testing/listening.ts';
import { createOidcBrowser, type OidcBrowser, signInAtProvider } from '../../server/testing/oidcClient.ts';
import { createTestPlatform, type TestPlatform } from '../../server/testing/platform.ts';
import { wallSettings } from '../../server/testing/wallBrowser.ts';
import { deviceGrant } from '../../src/contracts/deviceGrant.ts';

/**
 * A third-party relying party library with its default settings, against the embedded provider. It reads the provider's discovery
 * document and checks every answer as the standards require (issuer, state, nonce, signature, hash).
 */
let test: TestPlatform;
let origin: string;
let party: rp.Configuration;
let browser: OidcBrowser;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  test = await createTestPlatform({ config: { origin, port } });
  await test.app.listen({ port, host: '127.0.0.1' });
  party = await introduce(consoleClientId);
});
afterAll(() => test.close());

function introduce(clientId: string): Promise<rp.Configuration> {
  return rp.discovery(new URL(`${origin}/idp`), clientId, undefined, rp.None(), {
    execute: [rp.allowInsecureRequests, rp.enableNonRepudiationChecks], // Plain HTTP on this machine; also check the ID token's signature.
  });
}

/** Signs a user in; answers the callback address and the values to check it with. */
async function comeBack(more: Record<string, string> = {}) {
  const checks = { pkceCodeVerifier: rp.randomPKCECodeVerifier(), expectedState: rp.randomState(), expectedNonce: rp.randomNonce() };
  const address = rp.buildAuthorizationUrl(party, {
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile email',
    code_challenge: await rp.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...more,
  });
  browser = createOidcBrowser(test.app, origin);
  const answer = await signInAtProvider(browser, origin, address.href, { email: 'operator@ukweli.example', password: demoPassword });
  return { back: new URL(`${origin}/callback?${answer}`), checks: { ...checks, idTokenExpected: true } };
}
const signedIn = async (more: Record<string, string> = {}) => {
  const { back, checks } = await comeBack(more);
  return rp.authorizationCodeGrant(party, back, checks);
};
/** The error code of the token endpoint's refusal. */
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    (failure: unknown) => (failure instanceof rp.ResponseBodyError ? failure.error : Object(failure).code),
  );

describe('an independent relying party at the embedded provider', { tags: ['C-77', 'D-20'] }, () => {
  it('learns all it needs from the discovery document', { tags: ['C-77'] }, () => {
    expect(party.serverMetadata()).toMatchObject({
      issuer: `${origin}/idp`,
      authorization_endpoint: `${origin}/idp/authorize`,
      token_endpoint: `${origin}/idp/oauth/token`,
      jwks_uri: `${origin}/idp/jwks`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(party.serverMetadata().supportsPKCE()).toBe(true);
  });

  it('code and PKCE end in an ID token of that person, made for this nonce, and in tokens that run out', {
    tags: ['C-77', 'D-20'],
  }, async () => {
    const tokens = await signedIn();
    expect(tokens.claims()).toMatchObject({ iss: `${origin}/idp`, aud: consoleClientId, sub: 'usr-demo-operator' });
    expect(tokens.expiresIn()).toBeGreaterThan(0);
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('says when somebody proved themselves, where a relying party insists on a fresh sign-in', { tags: ['C-77'] }, async () => {
    const { back, checks } = await comeBack({ max_age: '30' });
    const tokens = await rp.authorizationCodeGrant(party, back, { ...checks, maxAge: 30 });
    expect(tokens.claims()?.auth_time).toBeTypeOf('number');
  });

  it('the code is this verifier’s alone, and good once', { tags: ['C-77', 'A-6'] }, async () => {
    const { back, checks } = await comeBack();
    expect(await refusal(rp.authorizationCodeGrant(party, back, { ...checks, pkceCodeVerifier: rp.randomPKCECodeVerifier() }))).toBe(
      'invalid_grant',
    );
    const again = await comeBack();
    await rp.authorizationCodeGrant(party, again.back, again.checks);
    expect(await refusal(rp.authorizationCodeGrant(party, again.back, again.checks))).toBe('invalid_grant');
  });

  it('gives it what it needs to notice a swapped nonce, a foreign state and a mixed-up issuer', { tags: ['C-77', 'A-6'] }, async () => {
    const nonce = await comeBack();
    const swapped = { ...nonce.checks, expectedNonce: rp.randomNonce() };
    expect(await refusal(rp.authorizationCodeGrant(party, nonce.back, swapped))).toBe('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
    const { back, checks } = await comeBack();
    const foreign = rp.authorizationCodeGrant(party, back, { ...checks, expectedState: rp.randomState() });
    expect(await refusal(foreign)).toBe('OAUTH_INVALID_RESPONSE');
    const mixedUp = new URL(back);
    mixedUp.searchParams.set('iss', 'https://elsewhere.example');
    expect(await refusal(rp.authorizationCodeGrant(party, mixedUp, checks))).toBe('OAUTH_INVALID_RESPONSE');
    // The code is still unused: none of these attempts sent it.
    expect((await rp.authorizationCodeGrant(party, back, checks)).claims()?.sub).toBe('usr-demo-operator');
  });

  it('gives no refresh token, and takes none', { tags: ['C-77', 'G-1', 'A-22'] }, async () => {
    const { access_token: token } = await signedIn();
    expect(await refusal(rp.refreshTokenGrant(party, token))).toBe('unsupported_grant_type');
  });

  it('gives nothing to an account that was deactivated meanwhile', { tags: ['C-77', 'D-19'] }, async () => {
    const { back, checks } = await comeBack();
    const setStatus = (status: 'active' | 'inactive') =>
      test.platform.db.updateTable('accounts').set({ status }).where('account_id', '=', 'usr-demo-operator').execute();
    await setStatus('inactive');
    expect(await refusal(rp.authorizationCodeGrant(party, back, checks))).toBe('invalid_grant');
    await setStatus('active');
  });

  it('logs out at /v2/logout: its session in this browser is over, and it leads back to the console alone', {
    tags: ['C-77', 'A-6'],
  }, async () => {
    await signedIn();
    const sessions = () => test.platform.db.selectFrom('oidc_payloads').select('id').where('kind', '=', 'Session').execute();
    const before = (await sessions()).length;
    expect(browser.cookies.has('ukweli_idp')).toBe(true);
    const leave = (returnTo: string, clientId = consoleClientId) =>
      browser.request('GET', `/idp/v2/logout?${new URLSearchParams({ client_id: clientId, returnTo })}`);
    for (const elsewhere of ['https://evil.example/', `${origin}.evil.example/login`, `${origin}/login?next=//evil.example`])
      expect(await leave(elsewhere)).toMatchObject({ status: 400, location: null });
    expect(await leave(`${origin}/login`, 'somebody-else')).toMatchObject({ status: 400, location: null });
    expect(browser.cookies.has('ukweli_idp')).toBe(true);

    const left = await leave(`${origin}/login`);
    expect([Math.floor(left.status / 100), left.location]).toEqual([3, `${origin}/login`]);
    expect([...browser.cookies.keys()].filter((name) => /^ukweli_idp(\.sig)?$/.test(name))).toEqual([]);
    expect(await sessions()).toHaveLength(before - 1);
  });

  it('the device grant: a code to type in, patience until an administrator has approved, and then who one is', {
    tags: ['K-10'],
  }, async () => {
    const wall = await introduce(deviceGrant.clientId);
    const asked = await rp.initiateDeviceAuthorization(wall, { scope: deviceGrant.scope });
    const poll = () => rp.genericGrantRequest(wall, deviceGrant.grantType, { device_code: asked.device_code });
    expect(await refusal(poll())).toBe('authorization_pending');
    const admin = await test.signIn('admin@ukweli.example');
    const approved = await admin.post('/api/displays', { ...wallSettings, code: asked.user_code });
    expect(approved.status, approved.body).toBe(200);
    const tokens = await poll();
    expect(tokens.claims()).toMatchObject({ aud: deviceGrant.clientId, sub: approved.json().displayId });
  });
});
