import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { beginSignIn, completeSignIn, type SignInDeps } from './oidc.ts';
import { providerLogoutUrl } from './providerLogout.ts';

/**
 * The provider in these tests refuses every connection: only checks before the network are tested here. The rest runs against the
 * platform's real provider, in oidcProvider.test.ts.
 */
const oidc = {
  issuer: 'http://localhost:1/idp',
  clientId: 'ukweli-console',
  authorizationEndpoint: 'http://localhost:1/idp/authorize',
  tokenEndpoint: 'http://localhost:1/idp/oauth/token',
  jwksUri: 'http://localhost:1/idp/jwks',
  logoutEndpoint: 'http://localhost:1/idp/v2/logout',
};

function places(): SignInDeps & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  const store = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  return { origin: 'http://localhost:4173', store, held };
}

async function begun(wish: Parameters<typeof beginSignIn>[1] = { returnTo: '/operations/dlq?q=x', askAgain: false }) {
  const at = places();
  const result = await beginSignIn(oidc, wish, at);
  if (!result.ok) throw new Error(result.failure.message);
  const record: { state: string; nonce: string; codeVerifier?: string; returnTo: string } = JSON.parse([...at.held.values()][0] ?? '{}');
  return { at, url: new URL(result.value), record };
}

async function messageAfter(search: string, at: SignInDeps): Promise<string> {
  const result = await completeSignIn(oidc, search, at);
  return result.ok ? 'signed in' : result.failure.message;
}

describe('leaving for the provider', () => {
  it('asks for a code with an S256 challenge of the kept verifier, state and nonce', { tags: ['C-77', 'D-20'] }, async () => {
    const { url, record } = await begun();
    const challenge = createHash('sha256')
      .update(record.codeVerifier ?? '')
      .digest('base64url');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'ukweli-console',
      redirect_uri: 'http://localhost:4173/callback',
      scope: 'openid email profile',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: record.state,
      nonce: createHash('sha256').update(record.nonce).digest('base64url'),
      max_age: '43200',
    });
    expect(record.codeVerifier?.length).toBeGreaterThanOrEqual(43);
  });

  it('makes every secret anew', { tags: ['D-20'] }, async () => {
    const [one, two] = [await begun(), await begun()];
    expect(one.record.state).not.toBe(two.record.state);
    expect(one.record.nonce).not.toBe(two.record.nonce);
    expect(one.record.codeVerifier).not.toBe(two.record.codeVerifier);
  });

  it('has the provider ask again after a lock or a log-out', { tags: ['D-31'] }, async () => {
    const { url } = await begun({ returnTo: '/', askAgain: true });
    expect(url.searchParams.get('prompt')).toBe('login');
  });

  it('has the provider ask again for a proof, whatever it remembers, and say when: not by an age of 0, which some refuse', {
    tags: ['G-25'],
  }, async () => {
    const { url } = await begun({ returnTo: '/', askAgain: true, purpose: 'proof' });
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '1']);
  });

  it('has the provider ask who follows an invitation: it links for good, and not the last one at this device', {
    tags: ['G-24'],
  }, async () => {
    const { url } = await begun({ returnTo: '/', askAgain: false, invitation: 'x'.repeat(43) });
    expect(url.searchParams.get('prompt')).toBe('login');
    expect((await begun({ returnTo: '/', askAgain: false, invitation: null })).url.searchParams.get('prompt')).toBeNull();
  });

  it('says so where federated login is not configured', { tags: ['I-2'] }, async () => {
    const result = await beginSignIn(null, { returnTo: null, askAgain: false }, places());
    expect(result).toEqual({ ok: false, failure: { code: 'no_oidc', message: 'OIDC configuration is not available' } });
  });

  it.each(['javascript:alert(1)', 'http://login.example/authorize', 'https://console.example@evil.example/'])(
    'leads to no page of the provider at %j',
    { tags: ['G-14', 'A-12'] },
    async (authorizationEndpoint) => {
      const result = await beginSignIn({ ...oidc, authorizationEndpoint }, { returnTo: null, askAgain: false }, places());
      expect(result).toMatchObject({ ok: false, failure: { code: 'no_oidc' } });
    },
  );

  it('logs out at the provider with client_id and returnTo', { tags: ['C-77'] }, () => {
    expect(providerLogoutUrl(oidc, 'http://localhost:4173')).toBe(
      'http://localhost:1/idp/v2/logout?client_id=ukweli-console&returnTo=http%3A%2F%2Flocalhost%3A4173%2Flogin',
    );
  });
});

describe('coming back', () => {
  it('names the error of the provider', { tags: ['I-3', 'C-77'] }, async () => {
    expect(await messageAfter('error=access_denied&error_description=User+cancelled', (await begun()).at)).toBe(
      'OIDC Error: access_denied - User cancelled',
    );
    expect(await messageAfter('error=server_error', (await begun()).at)).toBe('OIDC Error: server_error - Unknown error');
  });

  it('misses the code', { tags: ['I-3'] }, async () => {
    expect(await messageAfter('state=x', (await begun()).at)).toBe('Authorization code not found in callback URL');
  });

  it('refuses a state that is not its own, and one where nothing was begun', { tags: ['I-3', 'D-20'] }, async () => {
    expect(await messageAfter('code=c&state=forged', (await begun()).at)).toBe('State mismatch - possible CSRF attack');
    expect(await messageAfter('code=c', (await begun()).at)).toBe('State mismatch - possible CSRF attack');
    expect(await messageAfter('code=c&state=forged', places())).toBe('State mismatch - possible CSRF attack');
  });

  it('misses the verifier', { tags: ['I-3'] }, async () => {
    const { at, record } = await begun();
    const { codeVerifier: _, ...without } = record;
    at.store.setItem([...at.held.keys()][0] ?? '', JSON.stringify(without));
    expect(await messageAfter(`code=c&state=${record.state}`, at)).toBe('Code verifier not found');
  });

  it('says when the exchange fails', { tags: ['I-3'] }, async () => {
    const { at, record } = await begun();
    expect(await messageAfter(`code=c&state=${record.state}`, at)).toBe('Token exchange failed');
  });

  it('says when the configuration is gone', { tags: ['I-3'] }, async () => {
    const { at, record } = await begun();
    const result = await completeSignIn(null, `code=c&state=${record.state}`, at);
    expect(result).toEqual({ ok: false, failure: { code: 'no_oidc', message: 'OIDC configuration is not available' } });
  });

  it('uses a transaction once, whatever came of it', { tags: ['D-20'] }, async () => {
    const { at, record } = await begun();
    await messageAfter('error=access_denied', at);
    expect(at.held.size).toBe(0);
    expect(await messageAfter(`code=c&state=${record.state}`, at)).toBe('State mismatch - possible CSRF attack');
  });
});
