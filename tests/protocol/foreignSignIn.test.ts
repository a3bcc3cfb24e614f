import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../server/testing/listening.ts';
import { createTestPlatform, type TestPlatform } from '../../server/testing/platform.ts';
import { beginSignIn, completeSignIn } from '../../src/app/auth/oidc.ts';
import type { ConfigResponse } from '../../src/contracts/platformConfig.ts';
import { followToCallback, openTab, type Tab } from './signInDeps.ts';
import { startTheirProvider, type TheirProvider } from './theirProvider.ts';

/** The subject that the provider signs in; null means that the user cancels. */
const clientId = 'their-name-for-the-console';
let theirs: TheirProvider;
let issuer: string;
let signsInAs: string | null = 'their-42';

let test: TestPlatform;
let origin: string;
let config: ConfigResponse;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;

  theirs = await startTheirProvider({ clientId, origin }, () =>
    signsInAs === null ? { error: 'access_denied', error_description: 'End-User aborted interaction' } : { sub: signsInAs },
  );
  ({ issuer } = theirs);
  test = await createTestPlatform({ config: { origin, port, oidc: { issuer, clientId } } });
  await test.app.listen({ port, host: '127.0.0.1' });
  config = (await test.anonymous().get('/api/config')).json<ConfigResponse>();
  await test.platform.db.insertInto('federated_identities').values({ issuer, subject: 'their-42', account_id: 'usr-demo-bank' }).execute();
});
afterAll(async () => {
  await test.close();
  theirs.close();
});
// The provider uses the system clock, and a busy machine may need longer for the file than a token stays fresh.
beforeEach(() => test.clock.set(new Date()));

/** Starts a sign-in and follows the provider until it redirects back; answers the query of the callback. */
async function goThere(at: Tab): Promise<string> {
  const begun = await beginSignIn(config.oidc, { returnTo: '/finance/rbf?id=RBF-0218', askAgain: true }, at);
  if (!begun.ok) throw new Error(begun.failure.message);
  return followToCallback(begun.value, origin);
}
const places = (): Tab => openTab(origin);

describe('a standard provider of somebody else’s, by OIDC_ISSUER and OIDC_CLIENT_ID alone', { tags: ['D-20'] }, () => {
  it('signs in whoever is linked, verified by its own keys, and leads to the page that was asked for', {
    tags: ['D-20', 'I-3', 'C-77'],
  }, async () => {
    expect(config.oidc).toMatchObject({ issuer, clientId, authorizationEndpoint: `${issuer}/auth`, tokenEndpoint: `${issuer}/token` });
    signsInAs = 'their-42';
    const at = places();
    const done = await completeSignIn(config.oidc, await goThere(at), at);
    if (!done.ok) throw new Error(done.failure.message);
    expect(done.value.returnTo).toBe('/finance/rbf?id=RBF-0218');
    const { idToken, nonce } = done.value;
    const opened = await test.anonymous().post('/api/auth/session', { idToken, nonce });
    expect([opened.status, opened.json().user?.email]).toEqual([200, 'bank@ukweli.example']);
    // Token replay: the token was already exchanged.
    expect((await test.anonymous().post('/api/auth/session', { idToken, nonce })).json().error.code).toBe('login_failed');
  });

  it('signs in nobody whom no administrator has linked', { tags: ['D-20', 'A-6'] }, async () => {
    signsInAs = 'their-stranger';
    const at = places();
    const done = await completeSignIn(config.oidc, await goThere(at), at);
    if (!done.ok) throw new Error(done.failure.message);
    const { idToken, nonce } = done.value;
    expect((await test.anonymous().post('/api/auth/session', { idToken, nonce })).json().error.message).toBe('Login failed');
  });

  it("whoever changes his mind there is told 'OIDC Error: …' with the provider's own words", { tags: ['I-3', 'C-78'] }, async () => {
    signsInAs = null;
    const at = places();
    const done = await completeSignIn(config.oidc, await goThere(at), at);
    expect(done).toMatchObject({ ok: false, failure: { message: 'OIDC Error: access_denied - End-User aborted interaction' } });
  });

  it('an answer of it that belongs to another browser opens nothing here', { tags: ['I-3', 'A-6', 'A-8'] }, async () => {
    signsInAs = 'their-42';
    const [mine, attackers] = [places(), places()];
    await goThere(mine);
    // Log-in CSRF: the attacker's own valid answer, injected into the victim's browser.
    const done = await completeSignIn(config.oidc, await goThere(attackers), mine);
    expect(done).toMatchObject({ ok: false, failure: { message: 'State mismatch - possible CSRF attack' } });
  });

  it("a code it has redeemed already gives 'Token exchange failed'", { tags: ['I-3'] }, async () => {
    signsInAs = 'their-42';
    const at = places();
    const search = await goThere(at);
    const kept = new Map(at.held);
    expect((await completeSignIn(config.oidc, search, at)).ok).toBe(true);
    for (const [key, text] of kept) at.held.set(key, text);
    expect(await completeSignIn(config.oidc, search, at)).toMatchObject({ ok: false, failure: { message: 'Token exchange failed' } });
  });
});
