// Attempts to get into another account through an organisation's own provider (G-24). This provider signs whatever a test wants.
import { createServer, type Server } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listening } from '../../testing/listening.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { nonceOf } from './identityProvider.ts';
import { setTenantDomains } from './tenantDomains.ts';

let theirs: Server;
let issuer: string;
let privateKey: CryptoKey;
let test: TestPlatform;
let admin: TestClient;
let made = 0;
const next = () => (made += 1);
const key = () => ({ 'idempotency-key': `linking-tricks-${String(next()).padStart(6, '0')}` });

beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  privateKey = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'theirs', use: 'sig', alg: 'RS256' };
  theirs = createServer((request, response) => {
    response.setHeader('content-type', 'application/json').setHeader('connection', 'close');
    const document = { issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t`, jwks_uri: `${issuer}/jwks` };
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : document));
  });
  issuer = `http://127.0.0.1:${await listening(theirs)}`;
  test = await createTestPlatform({ config: { oidc: { issuer, clientId: 'console' }, passwords: false } });
  const problem = await setTenantDomains(test.platform, { tenantId: 'demo', domains: ['ukweli.example', 'school.example'] });
  if (problem !== null) throw new Error(problem);
});
afterAll(async () => {
  await test.close();
  theirs.closeAllConnections();
  theirs.close();
});
beforeEach(async () => {
  admin = await test.signIn('admin@ukweli.example');
});

/** Signs in with an ID token for these claims. */
async function comes(claims: Record<string, unknown>, invitation?: string): Promise<TestAnswer> {
  const now = Math.floor(test.clock.now().getTime() / 1000);
  const nonce = `nonce-of-a-browser-${next()}`;
  const idToken = await new SignJWT({
    iss: issuer,
    aud: 'console',
    nonce: nonceOf(nonce),
    auth_time: now,
    iat: now,
    exp: now + 300,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'theirs' })
    .sign(privateKey);
  return test.anonymous().post('/api/auth/session', { idToken, nonce, ...(invitation !== undefined && { invitation }) });
}
const standing = async (id: string) => (await admin.get(`/api/v1/admin/users/${id}/access`)).json().provider;
const account = async (email: string): Promise<string> => {
  const answer = await admin.post('/api/v1/admin/users', { email, name: `Person ${next()}`, role: 'operator' }, key());
  expect(answer.status, answer.body).toBe(200);
  return answer.json().user.id;
};
const unlink = (id: string) => admin.call('DELETE', `/api/v1/admin/users/${id}/provider`, undefined, key());
/** Invites a person; returns the secret of the link in the letter. */
async function invited(id: string, email: string): Promise<string> {
  const answer = await admin.post(`/api/v1/admin/users/${id}/invitation`, undefined, key());
  expect(answer.status, answer.body).toBe(200);
  return vi.waitFor(
    () => {
      const letter = readMailbox(test.platform.config.dataDir).findLast((one) => one.to === email && one.subject === 'You are invited');
      const link = /\/login\?invitation=([\w-]{43})/.exec(letter?.text ?? '')?.[1];
      if (link === undefined) throw new Error('The invitation is not there yet');
      return link;
    },
    { timeout: 15_000 },
  );
}

describe('an address', { tags: ['G-24'] }, () => {
  let leila: string | null = null;
  it.each([
    ['a letter of another width', 'ｌeila.one@school.example'],
    ['a letter of another alphabet', 'lei\u{1d5c5}a.one@school.example'],
    ['a ligature', 'leila.on\u{212f}@school.example'],
    ['white space before it', '\u{a0}leila.one@school.example'],
    ['quotes', '"leila.one"@school.example'],
    ['two domains', 'leila.one@school.example@evil.example'],
    ['a dot after it', 'leila.one@school.example.'],
    ['a plus', 'leila.one+x@school.example'],
    ['NUL', 'leila.one@school.example\0'],
    ['half a letter', '\ud800leila.one@school.example'],
    ['a list', ['leila.one@school.example']],
    ['an object', { toString: 'leila.one@school.example' }],
    ['its length', `${'x'.repeat(2000)}leila.one@school.example`],
  ])('that is not exactly the account’s, but like it by %s, links nothing and is told nothing', async (_by, email) => {
    leila ??= await account('leila.one@school.example');
    const answer = await comes({ sub: `trick-${next()}`, email, email_verified: true });
    const linked = (await standing(leila)).linked;
    await unlink(leila);
    expect([answer.status, answer.json().error?.code, linked], answer.body).toEqual([401, 'login_failed', false]);
  });
});

describe('a subject', { tags: ['G-24'] }, () => {
  it.each([
    ['a number', 7],
    ['a list', ['7']],
    ['an object', { is: '7' }],
    ['empty', ''],
    ['with NUL', '7\0'],
    ['half a letter', '\ud800'],
    ['too long', '7'.repeat(256)],
    ['true', true],
  ])('that is %s is nobody’s', async (_what, sub) => {
    const email = `subject.${next()}@school.example`;
    const id = await account(email);
    const answer = await comes({ sub, email, email_verified: true });
    expect([answer.status, answer.json().error?.code], answer.body).toEqual([401, 'login_failed']);
    expect(await standing(id)).toMatchObject({ linked: false });
  });
});

describe('the same person', { tags: ['G-24'] }, () => {
  it('who comes twice in one moment, or three times, is let in each time and linked once', async () => {
    const email = 'twice@school.example';
    const id = await account(email);
    const them = { sub: 'twice-1', email, email_verified: true };
    const answers = await Promise.all([comes(them), comes({ ...them, jti: '2' }), comes({ ...them, jti: '3' })]);
    expect(answers.map((one) => one.json().user?.id)).toEqual([id, id, id]);
  });
});

describe('an invitation', { tags: ['G-24'] }, () => {
  it('is nobody’s any more once its account is linked by its address: an unlinked account waits for a new one', async () => {
    const email = 'by.address@school.example';
    const id = await account(email);
    const link = await invited(id, email);
    expect((await comes({ sub: 'owner-1', email, email_verified: true })).status).toBe(200);
    expect((await unlink(id)).json()).toEqual({ taken: true });
    expect((await comes({ sub: 'thief-1', email: 'thief@evil.example', email_verified: true }, link)).status).toBe(401);
    expect(await standing(id)).toMatchObject({ linked: false });
  });

  it('is nobody’s any more once its account was deactivated, whatever the account becomes', async () => {
    const email = 'was.out@nowhere.example';
    const id = await account(email);
    const link = await invited(id, email);
    expect((await admin.call('DELETE', `/api/v1/admin/users/${id}`, undefined, key())).status).toBe(200);
    const back = await admin.call('PATCH', `/api/v1/admin/users/${id}`, { status: 'active' }, key());
    expect(back.status, back.body).toBe(200);
    expect((await comes({ sub: 'thief-2', email: 'thief@evil.example', email_verified: true }, link)).status).toBe(401);
  });

  it('is not used up by somebody who has an account of their own, and two different people at once are one', async () => {
    const email = 'two@nowhere.example';
    const id = await account(email);
    const link = await invited(id, email);
    await account('own@school.example');
    const own = { sub: 'own-1', email: 'own@school.example', email_verified: true };
    expect((await comes(own)).status).toBe(200);
    expect((await comes(own, link)).json().user.email).toBe('own@school.example');
    const both = await Promise.all([comes({ sub: 'two-1' }, link), comes({ sub: 'two-2' }, link)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401]);
    expect(both.find(({ status }) => status === 200)?.json().user.id).toBe(id);
  });

  it('leads nobody away from an account that the provider vouches for as theirs', async () => {
    const email = 'attacker@nowhere.example';
    const attackers = await account(email);
    const link = await invited(attackers, email);
    const own = await account('victim@school.example');
    const answer = await comes({ sub: 'victim-1', email: 'victim@school.example', email_verified: true }, link);
    expect([answer.status, answer.json().user?.id]).toEqual([200, own]);
    expect(await standing(attackers)).toMatchObject({ linked: false });
  });
});

describe('a refusal', { tags: ['G-24'] }, () => {
  it('of somebody who is linked and may not come in stands at the account and on its tenant’s record', async () => {
    const email = 'put.out@school.example';
    const id = await account(email);
    const them = { sub: 'put-out-1', email, email_verified: true };
    expect((await comes(them)).status).toBe(200);
    expect((await admin.call('DELETE', `/api/v1/admin/users/${id}`, undefined, key())).status).toBe(200);
    expect((await comes(them)).status).toBe(401);
    await vi.waitFor(async () => expect(await standing(id)).toMatchObject({ linked: true, refused: { why: 'not_active' } }));
    const line = () =>
      test.platform.db
        .selectFrom('audit_records')
        .select(['tenant_id', 'details'])
        .where('action', '=', 'session.create')
        .where('target', '=', id)
        .where('outcome', '=', 'refused')
        .execute();
    await expect.poll(line).toEqual([{ tenant_id: 'demo', details: { why: 'not_active', link: 'not_active' } }]);
  });
});

describe('a refusal, by the clock', { tags: ['G-24'] }, () => {
  it('stands in no line before its answer, for an address that has an account as for one that has none', {
    tags: ['A-14', 'G-12'],
  }, async () => {
    const { database } = test.platform;
    const write = database.write.bind(database);
    const held: string[] = [];
    let letGo = (): void => undefined;
    const whenLetGo = new Promise<void>((resolve) => (letGo = resolve));
    // Every write waits until released, so the answers below come without any.
    database.write = async (line, work, options) => {
      held.push(line);
      await whenLetGo;
      return write(line, work, options);
    };
    try {
      for (const email of ['admin@ukweli.example', 'nobody@ukweli.example', 'admin@kampala.example'])
        for (const email_verified of [false, true]) {
          const claims = { sub: `by-the-clock-${email}`, email, email_verified };
          if (email === 'admin@ukweli.example' && email_verified) continue; // would be linked
          expect((await comes(claims)).status, email).toBe(401);
        }
      await expect.poll(() => held).toHaveLength(5);
    } finally {
      database.write = write;
      letGo();
    }
  });
});

describe('with PASSWORD_SIGN_IN=off', { tags: ['G-24'] }, () => {
  it('no password moves an account to another address', async () => {
    const change = { name: 'x', email: 'moved@elsewhere.example', currentPassword: 'Ukweli-2026!' };
    const { name } = (await admin.get('/api/profile')).json();
    const answer = await admin.call('PATCH', '/api/profile', { ...change, name });
    expect([answer.status, answer.json().error?.message]).toEqual([409, 'Your organisation’s identity provider manages your address']);
    const wrong = await admin.call('PATCH', '/api/profile', { ...change, name, currentPassword: 'Wrong-2026!' });
    expect(wrong.status).toBe(409);
  });
});

describe('naming domains', { tags: ['G-24'] }, () => {
  it.each(['school.example.', '*.school.example', '_x.school.example', '.school.example', `${'a'.repeat(250)}.example`, '-a.example'])(
    'refuses %s in words',
    async (domain) => {
      expect(await setTenantDomains(test.platform, { tenantId: 'kampala', domains: [domain] })).toBe(
        `'${domain}' is no domain, such as school.example.`,
      );
    },
  );

  it('stands on the tenant’s record, with the domains from then on, since it decides whose accounts a provider opens', {
    tags: ['M-13', 'D-27'],
  }, async () => {
    const { db } = test.platform;
    const set = (...domains: string[]) => setTenantDomains(test.platform, { tenantId: 'kampala', domains });
    expect([await set('School.kampala.example', 'two.example'), await set('ukweli.example'), await set()]).toEqual([
      null,
      'ukweli.example is another tenant’s already. Nothing was changed.',
      null,
    ]);
    const lines = await db
      .selectFrom('audit_records')
      .select(['tenant_id', 'actor_id', 'actor_name', 'target', 'outcome', 'details'])
      .where('action', '=', 'tenant.domains')
      .where('tenant_id', '!=', 'demo')
      .orderBy('chain_index')
      .execute();
    const line = { tenant_id: 'kampala', actor_id: null, actor_name: 'Command line', target: 'kampala', outcome: 'done' };
    expect(lines).toEqual(['school.kampala.example two.example', ''].map((domains) => ({ ...line, details: { domains } })));
  });
});

it('domains are given to a tenant that there is; of one that there is not, whoever runs the platform is told so', {
  tags: ['M-13', 'G-24'],
}, async () => {
  const asked = { tenantId: 'nowhere', domains: ['nowhere.example'] };
  expect(await setTenantDomains(test.platform, asked)).toBe('There is no tenant nowhere.');
});
