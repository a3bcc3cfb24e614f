// The tests of accountLinking.test.ts that also apply to a provider of another make: Debian's glewlwyd. Skipped where it is not installed
// (scripts/glewlwyd.mjs).
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findGlewlwyd } from '../../scripts/glewlwyd.mjs';
import { setTenantDomains } from '../../server/identity/linking/tenantDomains.ts';
import { freePort } from '../../server/testing/listening.ts';
import { readMailbox } from '../../server/testing/mailbox.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../../server/testing/platform.ts';
import { beginSignIn, completeSignIn } from '../../src/app/auth/oidc.ts';
import { providerLogoutUrl } from '../../src/app/auth/providerLogout.ts';
import type { ConfigResponse } from '../../src/contracts/platformConfig.ts';
import { type Glewlwyd, startGlewlwyd } from './glewlwyd.ts';
import { openTab } from './signInDeps.ts';

describe.skipIf(findGlewlwyd() === undefined)('with a provider of another make, glewlwyd', { tags: ['G-24'] }, () => {
  const clientId = 'console-at-their-place';
  let theirs: Glewlwyd;
  let test: TestPlatform;
  let origin: string;
  let config: ConfigResponse;
  let admin: TestClient;
  let keys = 0;
  const key = () => ({ 'idempotency-key': `their-linking-${String((keys += 1)).padStart(6, '0')}` });

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    theirs = await startGlewlwyd({ clientId, origin });
    test = await createTestPlatform({ config: { origin, port, oidc: { issuer: theirs.issuer, clientId }, passwords: false } });
    await test.app.listen({ port, host: '127.0.0.1' });
    config = (await test.anonymous().get('/api/config')).json<ConfigResponse>();
  });
  afterAll(async () => {
    await test?.close();
    await theirs?.close();
  });
  // The provider uses the system clock.
  beforeEach(async () => {
    test.clock.set(new Date());
    admin = await test.signIn('admin@ukweli.example');
  });

  /** Signs in there as this user and passes the resulting tokens to `exchange`; opens a session by default. */
  async function comes(
    username: string,
    { exchange, invited = null }: { readonly exchange?: (signIn: object) => Promise<TestAnswer>; readonly invited?: string | null } = {},
  ): Promise<TestAnswer> {
    const at = openTab(origin);
    const wish = { returnTo: '/', askAgain: true, invitation: invited, ...(exchange !== undefined && { purpose: 'proof' as const }) };
    const begun = await beginSignIn(config.oidc, wish, at);
    if (!begun.ok) throw new Error(begun.failure.message);
    const done = await completeSignIn(config.oidc, await theirs.signsIn(begun.value, username), at);
    if (!done.ok) throw new Error(done.failure.message);
    const { idToken, nonce, invitation } = done.value;
    const signIn = { idToken, nonce, ...(invitation !== null && { invitation }) };
    return (exchange ?? ((body) => test.anonymous().post('/api/auth/session', body)))(signIn);
  }
  const standing = async (id: string) => (await admin.get(`/api/v1/admin/users/${id}/access`)).json().provider;
  const linked = async () =>
    (await test.platform.db.selectFrom('audit_records').select('target').where('action', '=', 'account.link').execute()).length;

  it('an account waits for its first sign-in there, is refused by reason until the tenant names the domain, and then is its owner’s whatever address they have later', async () => {
    const made = await admin.post(
      '/api/v1/admin/users',
      { email: 'Wairimu@School.example', name: 'Wairimu Ndungu', role: 'operator' },
      key(),
    );
    const { id } = made.json().user;
    await theirs.knows({ username: 'wairimu', email: 'wairimu@school.example', verified: true });
    expect((await comes('wairimu')).status).toBe(401);
    await expect.poll(() => standing(id)).toMatchObject({ linked: false, refused: { why: 'domain_not_named' } });
    expect(await setTenantDomains(test.platform, { tenantId: 'demo', domains: ['school.example', 'ukweli.example'] })).toBeNull();
    const welcome = await comes('wairimu');
    expect([welcome.status, welcome.json().user], welcome.body).toMatchObject([200, { id, role: 'operator' }]);
    expect(await standing(id)).toMatchObject({ issuer: theirs.issuer, linked: true, refused: null });
    await theirs.knows({ username: 'wairimu', email: 'wairimu@elsewhere.example', verified: false });
    expect((await comes('wairimu')).json().user.id).toBe(id);
    expect(await linked()).toBe(1);
  });

  it('an account is nobody else’s: not of one whose address is not verified, nor of another subject with the same address', async () => {
    const bank = 'usr-demo-bank';
    for (const [username, verified] of [
      ['unsaid', null],
      ['unverified', false],
    ] as const) {
      await theirs.knows({ username, email: 'bank@ukweli.example', verified });
      expect((await comes(username)).status).toBe(401);
      await expect.poll(async () => (await standing(bank)).refused?.why).toBe('email_not_verified');
    }
    await theirs.knows({ username: 'otieno', email: 'bank@ukweli.example', verified: true });
    expect((await comes('otieno')).status).toBe(200);
    await theirs.knows({ username: 'thief', email: 'BANK@ukweli.example', verified: true });
    expect((await comes('thief')).status).toBe(401);
    await expect.poll(() => standing(bank)).toMatchObject({ linked: true, refused: { why: 'another_subject' } });
  });

  it('an administrator unlinks it, which ends its sessions, and it is linked anew', async () => {
    const opened = await comes('otieno');
    const session = test.holding(/^[^;]+/.exec(String([opened.headers['set-cookie']].flat()[0]))?.[0] ?? '');
    expect((await session.get('/api/auth/me')).status).toBe(200);
    expect((await admin.call('DELETE', '/api/v1/admin/users/usr-demo-bank/provider', undefined, key())).json()).toEqual({ taken: true });
    expect((await session.get('/api/auth/me')).status).toBe(410);
    const before = await linked();
    expect((await comes('otieno')).status).toBe(200);
    expect(await linked()).toBe(before + 1);
  });

  it('an invitation links the account to whoever uses it, once, whatever the provider knows of them', async () => {
    const email = 'wanjala@nowhere.example';
    const { id } = (await admin.post('/api/v1/admin/users', { email, name: 'Joyce Wanjala', role: 'operator' }, key())).json().user;
    expect((await admin.post(`/api/v1/admin/users/${id}/invitation`, undefined, key())).status).toBe(200);
    const link = await vi.waitFor(
      () => {
        const letter = readMailbox(test.platform.config.dataDir).findLast((one) => one.to === email && one.subject === 'You are invited');
        const found = /\/login\?invitation=([\w-]{43})/.exec(letter?.text ?? '')?.[1];
        if (found === undefined) throw new Error('The invitation is not there yet');
        return found;
      },
      { timeout: 15_000 },
    );
    await theirs.knows({ username: 'joyce', email: 'joyce@private.example', verified: false });
    const opened = await comes('joyce', { invited: link });
    expect([opened.status, opened.json().user?.id], opened.body).toEqual([200, id]);
    await theirs.knows({ username: 'later', email: 'later@private.example', verified: true });
    expect((await comes('later', { invited: link })).status).toBe(401);
  });

  it('a sign-in there that was asked for since is a proof, of this very account alone', { tags: ['G-25'] }, async () => {
    const opened = await comes('otieno');
    const client = test.holding(/^[^;]+/.exec(String([opened.headers['set-cookie']].flat()[0]))?.[0] ?? '');
    const exchange = (signIn: object) => client.post('/api/auth/proof', { by: 'provider', signIn });
    await client.post('/api/auth/proof/options');
    const proof = await comes('otieno', { exchange });
    expect(proof.status, proof.body).toBe(200);
    await client.post('/api/auth/proof/options');
    expect((await comes('wairimu', { exchange })).json().error.message).toContain('another account');
  });

  it('leaving leads to the end of sessions that its document names', { tags: ['C-77'] }, async () => {
    if (config.oidc === null) throw new Error('no provider');
    expect(config.oidc).toMatchObject({ logoutEndpoint: `${theirs.issuer}/end_session`, logoutReturn: 'post_logout_redirect_uri' });
    // The console keeps no ID token to send as a hint; without one this provider ends no session and says nothing.
    const answer = await fetch(new URL(providerLogoutUrl(config.oidc, origin)), { redirect: 'manual' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});
