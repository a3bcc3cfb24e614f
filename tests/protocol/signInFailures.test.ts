import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, createTestPlatform, type TestPlatform } from '../../server/testing/platform.ts';
import { beginSignIn, completeSignIn } from '../../src/app/auth/oidc.ts';
import type { ConfigResponse } from '../../src/contracts/platformConfig.ts';
import { followToCallback, openTab, rewrite, type Tab } from './signInDeps.ts';
import { type Redeemed, startStrangeProvider, type StrangeProvider } from './strangeProvider.ts';

/**
 * Every sign-in failure that the documents name, word for word, each caused by a real answer of a provider or by the tab's real storage.
 * The console signs in at a provider on another port, which the platform knows from OIDC_ISSUER.
 */
const origin = 'http://localhost:4173';
const clock = createFakeClock();
let strange: StrangeProvider;
let test: TestPlatform;
beforeAll(async () => {
  strange = await startStrangeProvider('console-at-a-stranger', 'their-7');
  test = await createTestPlatform({ clock, config: { oidc: { issuer: strange.issuer, clientId: strange.clientId } } });
  await test.platform.db
    .insertInto('federated_identities')
    .values({ issuer: strange.issuer, subject: 'their-7', account_id: 'usr-demo-bank' })
    .execute();
});
// The provider uses the system clock, and a busy machine may need longer for the file than a token stays fresh.
beforeEach(() => clock.set(new Date()));
afterEach(() => strange.behave());
afterAll(async () => {
  await test.close();
  strange.close();
});

const readConfig = async (platform = test) => (await platform.anonymous().get('/api/config')).json<ConfigResponse>().oidc;

/** From the start of the sign-in through the callback; `meanwhile` changes the tab on the way. Answers the outcome's message. */
async function signIn(meanwhile: (tab: Tab) => void = () => undefined): Promise<string> {
  const oidc = await readConfig();
  const tab = openTab(origin);
  const begun = await beginSignIn(oidc, { returnTo: '/finance/rbf', askAgain: false }, tab);
  if (!begun.ok) return begun.failure.message;
  const search = await followToCallback(begun.value, origin);
  meanwhile(tab);
  const done = await completeSignIn(oidc, search, tab);
  if (!done.ok) return done.failure.message;
  const { idToken, nonce } = done.value;
  const opened = await test.anonymous().post('/api/auth/session', { idToken, nonce });
  return opened.status === 200 ? `signed in as ${opened.json().user.email}` : opened.json().error.message;
}

const answers = (status: number, body: unknown, type?: string): Redeemed => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...(type === undefined ? {} : { type }),
});

describe('what a sign-in at somebody else’s provider can come to', () => {
  it('succeeds while the provider behaves: what follows is its doing', { tags: ['I-3', 'D-20'] }, async () => {
    expect(await signIn()).toBe('signed in as bank@ukweli.example');
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'refuses, with its reason',
      { error: 'access_denied', error_description: 'The account is locked' },
      'access_denied - The account is locked',
    ],
    ['refuses, and does not say why', { error: 'temporarily_unavailable' }, 'temporarily_unavailable - Unknown error'],
    ['refuses beside a code', { error: 'server_error', error_description: 'Try later', code: 'c' }, 'server_error - Try later'],
  ])("%s: 'OIDC Error: …'", { tags: ['I-3', 'I-24', 'C-78'] }, async (_what, back, words) => {
    strange.sendsBack = (asked) => ({ ...back, state: asked.get('state') ?? '' });
    expect(await signIn()).toBe(`OIDC Error: ${words}`);
  });

  it.each<[string, Record<string, string>]>([
    ['no code', {}],
    ['an empty one', { code: '' }],
    ['tokens in place of a code', { id_token: 'x', access_token: 'y' }],
  ])("sends the browser back with %s: 'Authorization code not found in callback URL'", { tags: ['I-3', 'C-78'] }, async (_what, back) => {
    strange.sendsBack = (asked) => ({ ...back, state: asked.get('state') ?? '' });
    expect(await signIn()).toBe('Authorization code not found in callback URL');
  });

  it.each<[string, (state: string) => Record<string, string>]>([
    ['another state', () => ({ state: 'of-another-sign-in' })],
    ['no state', () => ({})],
    ['a state that only begins alike', (state) => ({ state: state.slice(0, -1) })],
  ])("sends the browser back with %s: 'State mismatch - possible CSRF attack'", { tags: ['I-3', 'A-6', 'C-78'] }, async (_what, back) => {
    strange.sendsBack = (asked) => ({ code: 'good-code', ...back(asked.get('state') ?? '') });
    expect(await signIn()).toBe('State mismatch - possible CSRF attack');
  });

  it("nothing was begun in this tab, or another sign-in was begun since: 'State mismatch - possible CSRF attack'", {
    tags: ['I-3', 'A-8', 'C-78'],
  }, async () => {
    expect(await signIn((tab) => tab.held.clear())).toBe('State mismatch - possible CSRF attack');
    expect(await signIn((tab) => rewrite(tab, { state: 'of-the-later-one' }))).toBe('State mismatch - possible CSRF attack');
  });

  it("the tab has lost the verifier on the way: 'Code verifier not found'", { tags: ['I-3', 'C-78'] }, async () => {
    expect(await signIn((tab) => rewrite(tab, { codeVerifier: null }))).toBe('Code verifier not found');
    expect(await signIn((tab) => rewrite(tab, { codeVerifier: '' }))).toBe('Code verifier not found');
  });

  it.each<[string, Redeemed]>([
    ['refuses the code', answers(400, { error: 'invalid_grant', error_description: 'grant request is invalid' })],
    ['is broken', answers(500, '<h1>Internal Server Error</h1>', 'text/html')],
    ['is behind a proxy that lost it', answers(502, '')],
    ['hangs up', 'hangs up'],
  ])("the token endpoint %s: 'Token exchange failed'", { tags: ['I-3', 'C-78'] }, async (_what, redeemed) => {
    strange.redeems = () => redeemed;
    expect(await signIn()).toBe('Token exchange failed');
  });

  it.each<[string, (good: Readonly<Record<string, unknown>>) => Redeemed]>([
    ['no JSON', () => answers(200, 'access_token=a&id_token=b', 'text/plain')],
    ['no ID token', (good) => answers(200, { ...good, id_token: undefined })],
    ['an ID token that is no token', (good) => answers(200, { ...good, id_token: 'not-a-token' })],
    ['an ID token whose payload cannot be decoded', (good) => answers(200, { ...good, id_token: 'eyJhbGciOiJSUzI1NiJ9.%%%.c2ln' })],
    ['an ID token cut short', (good) => answers(200, { ...good, id_token: String(good['id_token']).slice(0, -40) })],
  ])("the token endpoint gives %s: 'Failed to parse token'", { tags: ['I-3', 'I-24', 'C-78'] }, async (_what, redeems) => {
    strange.redeems = redeems;
    expect(await signIn()).toBe('Failed to parse token');
  });

  it('the platform itself refuses a token it has seen: the words of a failed sign-in, and no more', {
    tags: ['I-3', 'I-24', 'A-6'],
  }, async () => {
    const oidc = await readConfig();
    const tab = openTab(origin);
    const begun = await beginSignIn(oidc, { returnTo: null, askAgain: false }, tab);
    if (!begun.ok) throw new Error(begun.failure.message);
    const done = await completeSignIn(oidc, await followToCallback(begun.value, origin), tab);
    if (!done.ok) throw new Error(done.failure.message);
    const { idToken, nonce } = done.value;
    const redeem = () => test.anonymous().post('/api/auth/session', { idToken, nonce });
    expect((await redeem()).status).toBe(200);
    const again = await redeem();
    expect(again.json().error).toMatchObject({ code: 'login_failed', message: 'Login failed' });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it("while the provider does not answer, or its document speaks for somebody else: 'OIDC configuration is not available', until it does", {
    tags: ['I-2', 'C-78'],
  }, async () => {
    const named = { issuer: strange.issuer, clientId: strange.clientId };
    strange.ready = false;
    const later = await createTestPlatform({ clock, config: { oidc: named } });
    const door = async () => beginSignIn(await readConfig(later), { returnTo: null, askAgain: false }, openTab(origin));
    const unavailable = { ok: false, failure: { code: 'no_oidc', message: 'OIDC configuration is not available' } };
    expect(await door()).toEqual(unavailable);
    strange.ready = true;
    strange.speaksFor = 'https://evil.example';
    clock.advance(11_000);
    expect(await door()).toEqual(unavailable);
    strange.speaksFor = null;
    clock.advance(11_000);
    expect(await door()).toMatchObject({ ok: true });
    await later.close();
  });
});
