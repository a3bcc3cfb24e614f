import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { createPlatform } from '../../context.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { createForeignProvider } from './foreignProvider.ts';
import { createIdentityProvider, nonceOf } from './identityProvider.ts';

/** An organisation's own provider as the platform sees it: a discovery document and keys. */
let provider: Server;
let issuer: string;
let privateKey: CryptoKey;
let says: string;
/** Origin of its token endpoint; null: its own. */
let tokensAt: string | null = null;
let test: TestPlatform;
beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  privateKey = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'theirs', use: 'sig', alg: 'RS256' };
  provider = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    // No keep-alive: between two tests a connection is idle for about the keep-alive time, so the server might close it just as it is
    // reused.
    response.setHeader('connection', 'close');
    if (request.url === '/jwks') return void response.end(JSON.stringify({ keys: [jwk] }));
    return void response.end(
      JSON.stringify({
        issuer: says,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${tokensAt ?? issuer}/oauth/token`,
        jwks_uri: `${issuer}/jwks`,
      }),
    );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as { port: number }; // a TCP server's address
  issuer = `http://127.0.0.1:${port}`;
  says = issuer;
  test = await createTestPlatform();
});
afterAll(async () => {
  await test.close();
  provider.closeAllConnections();
  provider.close();
});

const tokenFor = (subject: string, more: object = {}) => {
  const now = Math.floor(test.clock.now().getTime() / 1000);
  return new SignJWT({
    iss: issuer,
    aud: 'console',
    sub: subject,
    nonce: nonceOf('nonce-of-the-browser'),
    auth_time: now,
    iat: now,
    exp: now + 300,
    ...more,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'theirs' })
    .sign(privateKey);
};
const open = () => createIdentityProvider(test.platform, createForeignProvider(test.platform, { issuer, clientId: 'console' }));

describe('a foreign provider', () => {
  it('is described from its discovery document, log-out by its /v2/logout', { tags: ['D-20'] }, async () => {
    expect(await open().describe()).toEqual({
      issuer,
      clientId: 'console',
      authorizationEndpoint: `${issuer}/authorize`,
      tokenEndpoint: `${issuer}/oauth/token`,
      jwksUri: `${issuer}/jwks`,
      logoutEndpoint: `${issuer}/v2/logout`,
    });
  });

  it('its end of sessions is used where it can be, and where it cannot nobody is kept from signing in', { tags: ['G-24'] }, async () => {
    for (const [end, used] of [
      [
        'https://theirs.example/end?from=console',
        { logoutEndpoint: 'https://theirs.example/end?from=console', logoutReturn: 'post_logout_redirect_uri' },
      ],
      ['http://theirs.example/end', { logoutEndpoint: `${issuer}/v2/logout` }],
      ['javascript:alert(1)', { logoutEndpoint: `${issuer}/v2/logout` }],
      [7, { logoutEndpoint: `${issuer}/v2/logout` }],
    ] as const) {
      const document = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: end,
      };
      const foreign = createForeignProvider(test.platform, { issuer, clientId: 'console' }, async () => document);
      expect(await foreign.describe()).toMatchObject(used);
    }
  });

  it('an issuer that is a folder is logged out below it, whether its name ends with a stroke or not', { tags: ['D-20'] }, async () => {
    for (const named of [`${issuer}/tenant`, `${issuer}/tenant/`]) {
      says = named;
      const provider = createIdentityProvider(test.platform, createForeignProvider(test.platform, { issuer: named, clientId: 'console' }));
      expect(await provider.describe()).toMatchObject({ issuer: named, logoutEndpoint: `${issuer}/tenant/v2/logout` });
    }
    says = issuer;
  });

  it('signs in whoever was linked by issuer and subject, and nobody by e-mail', { tags: ['D-20'] }, async () => {
    await test.platform.db
      .insertInto('federated_identities')
      .values({ issuer, subject: 'their-42', account_id: 'usr-demo-bank' })
      .execute();
    await test.platform.db
      .insertInto('federated_identities')
      .values({ issuer: 'https://another.example', subject: 'their-43', account_id: 'usr-demo-admin' })
      .execute();
    const nonce = 'nonce-of-the-browser';
    expect(await open().redeem(await tokenFor('their-42'), nonce)).toEqual({
      ok: true,
      account: { accountId: 'usr-demo-bank', name: 'Otieno Odhiambo', tenantId: 'demo' },
      provedAt: expect.any(Date),
      amr: null,
    });
    expect(await open().redeem(await tokenFor('their-42', { amr: ['mfa', 'pwd'], jti: '2' }), nonce)).toMatchObject({
      ok: true,
      amr: 'mfa pwd',
    });
    // Only short names are recorded, whatever a provider sends.
    const anything = { amr: ['mfa', 7, 'two words', 'line\nbreak', '', 'x'.repeat(33), null, 'pwd'], jti: '3' };
    expect(await open().redeem(await tokenFor('their-42', anything), nonce)).toMatchObject({ ok: true, amr: 'mfa pwd' });
    // A provider that omits the time of authentication is refused, and the operator is told why.
    const silent = await open().redeem(await tokenFor('their-42', { auth_time: undefined, jti: '3' }), nonce);
    expect(silent).toEqual({ ok: false, why: 'not_valid' });
    const told = () => test.logged.filter((line) => line.includes('id_token.refused') && line.includes('auth_time'));
    expect(told()).toEqual([expect.stringContaining('It does not say when the sign-in was proved')]);
    // So is one that says 1970 (glewlwyd 2.7.5), or yesterday.
    for (const auth_time of [0, Math.floor(test.clock.now().getTime() / 1000) - 24 * 3600])
      expect(await open().redeem(await tokenFor('their-42', { auth_time, jti: '4' }), nonce)).toEqual({ ok: false, why: 'not_valid' });
    const toldOfTimes = told().slice(1);
    expect(toldOfTimes).toHaveLength(2);
    expect(toldOfTimes[0]).toContain('It says that the sign-in was proved 0 s after 1970 began');
    expect(await open().redeem(await tokenFor('their-43'), nonce)).toEqual({ ok: false, why: 'unknown_account' });
    expect(await open().redeem(await tokenFor('usr-demo-admin'), nonce)).toEqual({ ok: false, why: 'unknown_account' });
    expect(await open().redeem(await tokenFor('x', { email: 'admin@ukweli.example', email_verified: true }), nonce)).toEqual({
      ok: false,
      why: 'unknown_account',
      refused: { accountId: 'usr-demo-admin', tenantId: 'demo', why: 'domain_not_named' },
    });
  });

  it('where a tenant asks for a second factor, lets in whom it says to have given one, by amr or acr, and nobody of whom it says nothing', {
    tags: ['G-25'],
  }, async () => {
    await test.platform.db.insertInto('second_factor_roles').values({ tenant_id: 'demo', role: 'bank_ops' }).execute();
    const nonce = 'nonce-of-the-browser';
    let count = 0;
    const why = async (claims: object) => {
      const token = await tokenFor('their-42', { ...claims, jti: `second-${(count += 1)}` });
      const redeemed = await open().redeem(token, nonce);
      return redeemed.ok ? 'in' : redeemed.why;
    };
    const enough = [
      { amr: ['mfa'] },
      { amr: ['pwd', 'otp'] },
      { amr: ['pin', 'hwk'] },
      { amr: ['face', 'swk'] },
      { acr: 'phr' },
      { acr: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' },
    ];
    for (const claims of enough) expect([claims, await why(claims)]).toEqual([claims, 'in']);
    const tooLittle = [
      {},
      { amr: ['pwd'] },
      { amr: ['pwd', 'pin'] },
      { amr: ['otp'] },
      { amr: 'mfa' },
      { acr: '0' },
      { acr: ['phr'] },
      { amr: ['MFA'] },
    ];
    for (const claims of tooLittle) expect([claims, await why(claims)]).toEqual([claims, 'one_factor']);
    await test.platform.db.deleteFrom('second_factor_roles').execute();
  });

  it('is not believed when its document speaks for another issuer, and asked again later', { tags: ['D-20'] }, async () => {
    says = 'https://mix-up.example';
    const mixed = open();
    expect(await mixed.describe()).toBeNull();
    expect(await mixed.redeem(await tokenFor('their-42', { jti: '1' }), 'nonce-of-the-browser')).toEqual({ ok: false, why: 'unavailable' });
    says = issuer;
    expect(await mixed.describe()).toBeNull();
    // The operator is told why nobody can sign in.
    expect(test.logged.filter((line) => line.includes('oidc.discovery')).at(-1)).toContain('names another issuer');
    test.clock.advance(10_000);
    expect(await mixed.describe()).not.toBeNull();
  });

  it('lets pages connect to the origins its document names, before anybody signs in and after a restart without it', {
    tags: ['D-20'],
  }, async () => {
    tokensAt = 'https://tokens.example:8443';
    const config = { oidc: { issuer, clientId: 'console' } };
    const connectSources = async (platform: TestPlatform) => {
      const { headers } = await platform.anonymous().get('/healthz');
      return /connect-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
    };
    const first = await createTestPlatform({ config });
    expect(await connectSources(first)).toBe(`'self' ${issuer}`);
    await first.platform.start();
    expect(await connectSources(first)).toBe(`'self' ${issuer} https://tokens.example:8443`);

    // Same database, provider unreachable: its last known origins still apply.
    says = 'https://gone.example';
    const { database, clock, log } = first.platform;
    const again = createPlatform({ database, clock, config: first.platform.config, log });
    const app = await createApp(again);
    expect(again.policy.text()).toContain(`connect-src 'self' ${issuer} https://tokens.example:8443;`);
    says = issuer;
    tokensAt = null;
    await app.close();
    await first.close();
  });

  it('that cannot be had at the start is asked again by itself, so that pages may connect to it before anybody signs in', {
    tags: ['M-13', 'D-20'],
  }, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    says = 'https://gone.example';
    tokensAt = 'https://later.example';
    const late = await createTestPlatform({ config: { oidc: { issuer, clientId: 'console' } } });
    try {
      await late.platform.start();
      says = issuer;
      expect(late.platform.policy.text()).not.toContain(tokensAt);
      late.clock.advance(15_000);
      vi.advanceTimersByTime(15_000);
      await vi.waitFor(() => expect(late.platform.policy.text()).toContain('https://later.example'), { timeout: 15_000 });
    } finally {
      says = issuer;
      tokensAt = null;
      await late.close();
      vi.useRealTimers();
    }
  });

  it.each(['http://tokens.example', 'data:text/html', 'javascript:alert(1)'])(
    'is not believed with %s as an endpoint',
    { tags: ['A-13'] },
    async (url) => {
      tokensAt = url;
      expect(await open().describe()).toBeNull();
      tokensAt = null;
    },
  );
});
