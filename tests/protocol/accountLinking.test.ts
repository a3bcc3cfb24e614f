// Accounts at a third-party provider (G-24), linked by rules at the first sign-in there, without SQL. The provider is real and set up
// differently from ours.
import type { KoaContext } from 'oidc-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTenantDomains } from '../../server/identity/linking/tenantDomains.ts';
import { freePort } from '../../server/testing/listening.ts';
import { readMailbox } from '../../server/testing/mailbox.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../../server/testing/platform.ts';
import { beginSignIn, completeSignIn } from '../../src/app/auth/oidc.ts';
import { providerLogoutUrl } from '../../src/app/auth/providerLogout.ts';
import type { ConfigResponse } from '../../src/contracts/platformConfig.ts';
import { followToCallback, openTab } from './signInDeps.ts';
import { startTheirProvider, type TheirProvider } from './theirProvider.ts';
import { demoStaffId } from '../../server/identity/demo/demoStaff.ts';

const clientId = 'console-at-their-place';
/** The user at the provider's page, and the claims about them. */
let who: { sub: string; email: string; email_verified: unknown };
let theirs: TheirProvider;
let issuer: string;
let test: TestPlatform;
let origin: string;
let config: ConfigResponse;
let admin: TestClient;
let keys = 0;
const key = () => ({ 'idempotency-key': `account-linking-${String((keys += 1)).padStart(6, '0')}` });

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  theirs = await startTheirProvider({ clientId, origin }, () => who, {
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // As with many providers, claims requested by scope appear in the ID token.
    conformIdTokenClaims: false,
    findAccount: (_ctx: KoaContext, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId, email: who.email, email_verified: who.email_verified }),
    }),
  });
  ({ issuer } = theirs);
  test = await createTestPlatform({ config: { origin, port, oidc: { issuer, clientId }, passwords: false } });
  await test.app.listen({ port, host: '127.0.0.1' });
  config = (await test.anonymous().get('/api/config')).json<ConfigResponse>();
});
afterAll(async () => {
  await test.close();
  theirs.close();
});
// The provider uses the system clock.
beforeEach(async () => {
  test.clock.set(new Date());
  admin = await test.signIn('admin@ukweli.example');
});

/** Signs in at the provider as `who` and passes the resulting tokens to `exchange`; opens a session by default. */
async function comes(
  exchange?: (signIn: { idToken: string; nonce: string }) => Promise<TestAnswer>,
  invited: string | null = null,
): Promise<TestAnswer> {
  const at = openTab(origin);
  const begun = await beginSignIn(
    config.oidc,
    { returnTo: '/', askAgain: true, invitation: invited, ...(exchange !== undefined && { purpose: 'proof' as const }) },
    at,
  );
  if (!begun.ok) throw new Error(begun.failure.message);
  const done = await completeSignIn(config.oidc, await followToCallback(begun.value, origin), at);
  if (!done.ok) throw new Error(done.failure.message);
  const { idToken, nonce, invitation } = done.value;
  const signIn = { idToken, nonce, ...(invitation !== null && { invitation }) };
  return (exchange ?? ((body) => test.anonymous().post('/api/auth/session', body)))(signIn);
}
const standing = async (id: string) => (await admin.get(`/api/v1/admin/users/${id}/access`)).json().provider;
const lines = async (action: string) =>
  test.platform.db
    .selectFrom('audit_records')
    .select(['tenant_id', 'outcome', 'actor_id', 'target', 'details'])
    .where('action', '=', action)
    .orderBy('audit_id')
    .execute();

describe('an account that an administrator has made', { tags: ['G-24'] }, () => {
  it('waits for its first sign-in, which is refused by reason until the tenant names the domain; then it is linked once, by whatever address it has later', async () => {
    const made = await admin.post(
      '/api/v1/admin/users',
      { email: 'Wairimu@School.example', name: 'Wairimu Ndungu', role: 'operator' },
      key(),
    );
    const { id } = made.json().user;
    expect(await standing(id)).toEqual({ issuer, linked: false, linkedAt: null, refused: null });
    who = { sub: 'their-1', email: 'wairimu@school.example', email_verified: true };
    const refused = await comes();
    expect([refused.status, refused.json().error.code]).toEqual([401, 'login_failed']);
    // Written after the answer was sent.
    await expect
      .poll(() => standing(id))
      .toMatchObject({ linked: false, refused: { why: 'domain_not_named', at: test.clock.now().toISOString() } });
    const record = async () => (await lines('session.create')).filter(({ target }) => target === id);
    await expect.poll(record).toEqual([
      {
        tenant_id: 'demo',
        outcome: 'refused',
        actor_id: null,
        target: id,
        details: { why: 'unknown_account', link: 'domain_not_named' },
      },
    ]);

    expect(await setTenantDomains(test.platform, { tenantId: 'demo', domains: ['School.Example', 'ukweli.example'] })).toBeNull();
    const welcome = await comes();
    expect([welcome.status, welcome.json().user]).toMatchObject([200, { id, role: 'operator' }]);
    expect(await standing(id)).toEqual({ issuer, linked: true, linkedAt: test.clock.now().toISOString(), refused: null });
    expect(await lines('account.link')).toEqual([
      { tenant_id: 'demo', outcome: 'done', actor_id: id, target: id, details: { issuer, by: 'address' } },
    ]);
    // From now on the subject identifies the account, not the address.
    who = { sub: 'their-1', email: 'somebody.else@elsewhere.example', email_verified: false };
    expect((await comes()).json().user.id).toBe(id);
    expect((await lines('account.link')).length).toBe(1);
  });

  it('is nobody else’s: not of one whose address is not verified, of another subject with the same address, of a domain that is another tenant’s, nor of one who was put out', async () => {
    const bank = 'usr-demo-bank';
    for (const email_verified of [false, 'true', undefined, null, 1]) {
      who = { sub: 'their-2', email: 'bank@ukweli.example', email_verified };
      expect((await comes()).status).toBe(401);
      await expect.poll(async () => (await standing(bank)).refused?.why).toBe('email_not_verified');
    }
    who = { sub: 'their-2', email: 'bank@ukweli.example', email_verified: true };
    expect((await comes()).status).toBe(200);
    who = { sub: 'their-thief', email: 'BANK@ukweli.example', email_verified: true };
    expect((await comes()).status).toBe(401);
    await expect.poll(() => standing(bank)).toMatchObject({ linked: true, refused: { why: 'another_subject' } });

    who = { sub: 'their-3', email: 'operator@kampala.example', email_verified: true };
    expect(
      await setTenantDomains(test.platform, { tenantId: 'demo', domains: ['school.example', 'ukweli.example', 'kampala.example'] }),
    ).toBeNull();
    expect((await comes()).status).toBe(401);
    expect(await setTenantDomains(test.platform, { tenantId: 'kampala', domains: ['kampala.example'] })).toBe(
      'kampala.example is another tenant’s already. Nothing was changed.',
    );

    expect((await admin.call('DELETE', '/api/v1/admin/users/usr-demo-auditor', undefined, key())).status).toBe(200);
    who = { sub: 'their-4', email: 'auditor@ukweli.example', email_verified: true };
    expect((await comes()).status).toBe(401);
    await expect.poll(async () => (await standing('usr-demo-auditor')).refused?.why).toBe('not_active');
    who = { sub: 'their-5', email: 'nobody@ukweli.example', email_verified: true };
    expect((await comes()).status).toBe(401);
  });

  it('is unlinked by an administrator: its sessions end, and whoever comes is linked anew, once however many come at the same time', async () => {
    who = { sub: 'their-6', email: 'operator@ukweli.example', email_verified: true };
    const opened = await comes();
    const session = test.holding(/^[^;]+/.exec(String([opened.headers['set-cookie']].flat()[0]))?.[0] ?? '');
    expect((await session.get('/api/auth/me')).status).toBe(200);
    const id = 'usr-demo-operator';
    const unlinking = await admin.call('DELETE', `/api/v1/admin/users/${id}/provider`, undefined, key());
    expect(unlinking.json()).toEqual({ taken: true });
    expect((await session.get('/api/auth/me')).status).toBe(410);
    expect(await standing(id)).toMatchObject({ linked: false });
    const before = (await lines('account.link')).length;
    const answers = await Promise.all([comes(), comes(), comes()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await lines('account.link')).length).toBe(before + 1);
    expect((await lines('account.unlink')).at(-1)).toMatchObject({ outcome: 'done', actor_id: 'usr-demo-admin', target: id });
  });
});

describe('an invitation', { tags: ['G-24'] }, () => {
  const invite = (id: string) => admin.post(`/api/v1/admin/users/${id}/invitation`, undefined, key());
  /** Moves the platform's clock back: the provider dates tokens by the system clock. */
  const ago = async (ms: number): Promise<void> => {
    test.clock.set(new Date(Date.now() - ms));
    admin = await test.signIn('admin@ukweli.example');
  };
  const day = 24 * 3_600_000;
  const linkTo = (email: string, after: string | null = null) =>
    vi.waitFor(
      () => {
        const found = readMailbox(test.platform.config.dataDir).findLast((one) => one.to === email && one.subject === 'You are invited');
        const link = /\/login\?invitation=([\w-]{43})/.exec(found?.text ?? '')?.[1];
        if (link === undefined || link === after) throw new Error('The invitation is not there yet');
        return link;
      },
      { timeout: 15_000 },
    );

  it('links the account to whoever uses it, whatever the provider knows of them; once, within seven days, and the last one counts', async () => {
    await ago(6 * day);
    const email = 'wanjala@nowhere.example';
    const { id } = (await admin.post('/api/v1/admin/users', { email, name: 'Joyce Wanjala', role: 'operator' }, key())).json().user;
    const inviting = await invite(id);
    expect(inviting.status, inviting.body).toBe(200);
    const first = await linkTo(email);
    expect((await invite(id)).status).toBe(200);
    const last = await linkTo(email, first);
    test.clock.set(new Date());
    admin = await test.signIn('admin@ukweli.example');
    who = { sub: 'their-20', email: 'joyce@private.example', email_verified: false };
    expect((await comes(undefined, first)).status).toBe(401);
    const opened = await comes(undefined, last);
    expect([opened.status, opened.json().user?.id], opened.body).toEqual([200, id]);
    expect(await standing(id)).toMatchObject({ linked: true, refused: null });
    expect((await lines('account.link')).at(-1)).toMatchObject({ target: id, details: { by: 'invitation' } });
    // The link is used up, for everybody.
    who = { sub: 'their-21', email: 'thief@elsewhere.example', email_verified: true };
    expect((await comes(undefined, last)).status).toBe(401);
    // An account that is already linked accepts no other link.
    expect((await invite(id)).json().error.message).toContain('already linked');
  });

  it('two sign-ins of one person with it at once link the account once; after seven days it admits nobody; its letter says nothing that a person wrote', async () => {
    const email = 'kofi@nowhere.example';
    const { id } = (await admin.post('/api/v1/admin/users', { email, name: 'Kofi Mensah', role: 'operator' }, key())).json().user;
    await invite(id);
    const link = await linkTo(email);
    const letter = readMailbox(test.platform.config.dataDir).find((one) => one.to === email && one.subject === 'You are invited');
    expect(letter?.text).not.toContain('Kofi');
    who = { sub: 'their-22', email: 'x@private.example', email_verified: false };
    const mine = comes(undefined, link);
    // Two sign-ins with the same invitation at once, both as the same subject.
    const answers = await Promise.all([mine, comes(undefined, link)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]); // The same person twice: both get a session, but the account is linked only once.
    expect((await lines('account.link')).filter(({ target }) => target === id)).toHaveLength(1);

    await ago(7 * day + 60_000);
    const late = 'leila@nowhere.example';
    const made = (await admin.post('/api/v1/admin/users', { email: late, name: 'Leila Osman', role: 'operator' }, key())).json().user;
    await invite(made.id);
    const old = await linkTo(late);
    test.clock.set(new Date());
    who = { sub: 'their-23', email: 'y@private.example', email_verified: false };
    expect((await comes(undefined, old)).status).toBe(401);
  });

  it('goes to nobody from who may not send one, to no account that is not active, and not while the kill switch is on', async () => {
    const bank = await test.signIn('bank@ukweli.example');
    expect((await bank.post('/api/v1/admin/users/usr-demo-operator/invitation', undefined, key())).status).toBe(403);
    expect((await invite('usr-kampala-operator')).status).toBe(404);
    expect((await invite('usr-demo-auditor')).json().error.message).toContain('not active');
    const halt = { active: true, confirmation: 'STOP', reason: 'Somebody is in an account' };
    expect((await admin.call('PUT', '/api/system/kill-switch', halt)).status).toBe(200);
    expect((await invite(demoStaffId('lokiru.ekal'))).json().error.code).toBe('read_only_mode');
    const { version } = (await admin.get('/api/system/kill-switch')).json();
    await admin.call('PUT', '/api/system/kill-switch', { active: false, reason: 'All is well', version });
  });
});

describe('a proof by the organisation’s own provider', { tags: ['G-25'] }, () => {
  it('is a sign-in that it asked for after the session did, of this very account', async () => {
    who = { sub: 'their-6', email: 'operator@ukweli.example', email_verified: true };
    const opened = await comes();
    const client = test.holding(/^[^;]+/.exec(String([opened.headers['set-cookie']].flat()[0]))?.[0] ?? '');
    const prove = (signIn: { idToken: string; nonce: string }) => client.post('/api/auth/proof', { by: 'provider', signIn });
    expect((await client.post('/api/auth/proof/options')).json()).toEqual({ password: false, code: false, passkey: null, provider: true });
    const proof = await comes(prove);
    expect(proof.status, proof.body).toBe(200);
    // Nothing new was requested.
    expect((await comes(prove)).status).toBe(403);
    await client.post('/api/auth/proof/options');
    who = { sub: 'their-2', email: 'bank@ukweli.example', email_verified: true };
    expect((await comes(prove)).json().error.message).toContain('another account');
    // A token from before the request, as a thief of the session might have kept it.
    who = { sub: 'their-6', email: 'operator@ukweli.example', email_verified: true };
    let kept = { idToken: '', nonce: '' };
    await comes(async (signIn) => {
      kept = signIn;
      return client.get('/api/auth/me');
    });
    // The provider uses the system clock, which runs on meanwhile.
    test.clock.set(new Date(Date.now() + 2000));
    await client.post('/api/auth/proof/options');
    expect((await prove(kept)).status).toBe(403);
    expect((await client.post('/api/auth/proof', { by: 'password', password: 'Ukweli-2026!' })).status).toBe(409);
  });
});

describe('beside a provider of somebody else’s', { tags: ['G-24'] }, () => {
  it('PASSWORD_SIGN_IN=off: no password signs in, none is reset or changed, and nobody is told whether an address is known', async () => {
    const login = await test.anonymous().post('/api/auth/login', { email: 'admin@ukweli.example', password: 'Ukweli-2026!' });
    expect([login.status, login.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await test.anonymous().post('/api/auth/password-reset', { email: 'admin@ukweli.example' })).status).toBe(200);
    expect(await test.platform.db.selectFrom('reset_wishes').selectAll().execute()).toEqual([]);
    const change = { currentPassword: 'Ukweli-2026!', newPassword: 'Nalubaale-Ripon-47!' };
    expect((await admin.post('/api/profile/password', change)).status).toBe(409);
    expect((await admin.get('/api/profile')).json().hasPassword).toBe(false);
  });

  it('leaving ends the session there, by the end that its document names, and comes back', { tags: ['C-77'] }, async () => {
    if (config.oidc === null) throw new Error('no provider');
    expect(config.oidc).toMatchObject({ logoutEndpoint: `${issuer}/session/end`, logoutReturn: 'post_logout_redirect_uri' });
    const url = new URL(providerLogoutUrl(config.oidc, origin));
    expect(Object.fromEntries(url.searchParams)).toEqual({ client_id: clientId, post_logout_redirect_uri: `${origin}/login` });
    const answer = await fetch(url, { redirect: 'manual' });
    expect([answer.status < 400, await answer.text()]).toEqual([true, expect.not.stringContaining('error')]);
  });
});
