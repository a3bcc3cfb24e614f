import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoPassword } from '../../server/identity/demo/demoAccounts.ts';
import type { TestClient } from '../../server/testing/platform.ts';
import { type Attacked, expectGeneric, startAttacked } from './attacked.ts';

/** The attacker's page is open in the victim's browser: the browser sends the cookie, the attacker controls everything else. */
let under: Attacked;
let victim: TestClient;
let own = '';
beforeAll(async () => {
  under = await startAttacked();
  own = under.platform.config.origin;
});
beforeEach(async () => {
  // Start a new minute: the record takes at most sixty lines a minute from anonymous callers.
  under.clock.advance(60_000);
  victim = await under.signIn('admin@ukweli.example');
});
afterAll(() => under.close());

let sent = 0;
interface Forged {
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}
/** Sends the forged request with the victim's cookie and expects a generic refusal, an entry in the record and no changed row. */
async function expectRefused({ path, method = 'POST', body = '', headers }: Forged, status: number, code: string, recorded = true) {
  const correlationId = `forged-${(sent += 1)}`;
  const before = await under.state();
  const lines = {
    host: 'localhost',
    connection: 'close',
    cookie: victim.cookie,
    'content-length': String(Buffer.byteLength(body)),
    'x-correlation-id': correlationId,
    ...headers,
  };
  const text = Object.entries(lines)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const answer = await under.talk(`${method} ${path} HTTP/1.1\r\n${text}\r\n${body}`);
  expect([path, headers, answer.status]).toEqual([path, headers, status]);
  expectGeneric(answer.body, code);
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  expect(await under.state()).toBe(before);
  if (recorded && headers['x-correlation-id'] !== '')
    expect((await under.onRecord(correlationId)).map(({ action, outcome }) => [action, outcome])).toEqual([[`refused.${code}`, 'refused']]);
  expect((await victim.get('/api/auth/me')).status).toBe(200);
}

const ownAccount = [
  '/api/profile/password',
  '/api/profile/passkeys',
  '/api/profile/passkeys/options',
  '/api/profile/passkeys/x/remove',
  '/api/profile/totp',
  '/api/profile/totp/offer',
  '/api/profile/recovery-codes',
  '/api/auth/password-reset',
  '/api/auth/password-reset/confirm',
  '/api/auth/email/confirm',
];
const changes = [...ownAccount, '/api/auth/logout', '/api/auth/refresh', '/api/evidence/EP-0934/signed-urls', '/api/telemetry'];
const json = { 'content-type': 'application/json' };
const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

describe('cross-site requests', { tags: ['A-8'] }, () => {
  it('a simple request from a foreign page changes nothing', { tags: ['A-8'] }, async () => {
    for (const path of changes) {
      await expectRefused({ path, headers: foreign }, 403, 'csrf');
      await expectRefused({ path, headers: { ...foreign, ...json }, body: '{}' }, 403, 'csrf');
    }
  });

  it('text/plain and form posts are refused, from a foreign page and from our own', { tags: ['A-8'] }, async () => {
    const bodies = [
      ['text/plain', '{"email":"a@b.example","password":"x"}'],
      ['application/x-www-form-urlencoded', 'email=a&password=b'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na\r\n--x--\r\n'],
    ] as const;
    for (const [type, body] of bodies) {
      for (const path of ['/api/auth/login', '/api/auth/logout'])
        await expectRefused({ path, body, headers: { ...foreign, 'content-type': type } }, 403, 'csrf');
      await expectRefused({ path: '/api/auth/login', body, headers: { origin: own, 'content-type': type } }, 415, 'bad_request', false);
    }
  });

  it('without the custom header that only our own page can send', { tags: ['A-8'] }, async () => {
    for (const path of changes)
      await expectRefused({ path, body: '{}', headers: { ...json, origin: own, 'x-correlation-id': '' } }, 403, 'csrf');
  });

  it('a foreign, near, null or missing Origin', { tags: ['A-8'] }, async () => {
    const { hostname, port } = new URL(own);
    const origins = [
      'https://evil.example',
      'null',
      '',
      `https://${hostname}:${port}`,
      `http://${hostname}:${Number(port) + 1}`,
      `http://${hostname}`,
      `http://${hostname}:${port}.evil.example`,
      `http://evil.example?${own}`,
      `${own}/`,
      `${own}, https://evil.example`,
    ];
    for (const origin of origins) await expectRefused({ path: '/api/auth/logout', body: '{}', headers: { ...json, origin } }, 403, 'csrf');
  });

  it('our own Origin, but sent by another site as the browser tells', { tags: ['A-8'] }, async () => {
    for (const site of ['cross-site', 'same-site', 'none'])
      await expectRefused({ path: '/api/auth/logout', body: '{}', headers: { ...json, origin: own, 'sec-fetch-site': site } }, 403, 'csrf');
  });

  it('log-in: nobody is signed in to an account of the attacker’s', { tags: ['A-8'] }, async () => {
    const body = JSON.stringify({ email: 'operator@ukweli.example', password: demoPassword });
    for (const headers of [foreign, { origin: 'null' }, { origin: '' }])
      await expectRefused({ path: '/api/auth/login', body, headers: { ...headers, ...json } }, 403, 'csrf');
    await expectRefused({ path: '/api/auth/session', body: '{"idToken":"x","nonce":"y"}', headers: { ...foreign, ...json } }, 403, 'csrf');
  });

  it('log-in at the provider’s own page: the form is taken from no other site', { tags: ['A-8'] }, async () => {
    const before = await under.state();
    for (const origin of ['https://evil.example', 'null']) {
      const form = `email=operator%40ukweli.example&password=${encodeURIComponent(demoPassword)}`;
      const correlationId = `idp-${origin}`.replaceAll(/[^a-z-]/g, '-');
      const answer = await under.talk(
        `POST /idp/sign-in/abc HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\norigin: ${origin}\r\nx-correlation-id: ${correlationId}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${form.length}\r\n\r\n${form}`,
      );
      expect(answer.status).toBe(400);
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(await under.onRecord(correlationId)).toMatchObject([{ action: 'refused.csrf', outcome: 'refused' }]);
    }
    expect(await under.state()).toBe(before);
  });

  it('log-out: neither a post nor a link from elsewhere ends the victim’s session', { tags: ['A-8'] }, async () => {
    for (const headers of [foreign, { origin: 'null' }])
      await expectRefused({ path: '/api/auth/logout', headers: { ...headers, ...json }, body: '{}' }, 403, 'csrf');
    for (const path of ['/api/auth/logout', '/idp/v2/logout', '/idp/v2/logout?client_id=ukweli-console']) {
      const answer = await under.talk(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: ${victim.cookie}\r\nsec-fetch-site: cross-site\r\n\r\n`,
      );
      expect([path, answer.headers['set-cookie']]).toEqual([path, undefined]);
      expect([path, (await victim.get('/api/auth/me')).status]).toEqual([path, 200]);
    }
  });

  it('a preflight is promised nothing', { tags: ['A-8'] }, async () => {
    for (const path of changes) {
      const answer = await under.talk(
        `OPTIONS ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\norigin: https://evil.example\r\naccess-control-request-method: POST\r\naccess-control-request-headers: x-correlation-id, content-type\r\n\r\n`,
      );
      expect(answer.status).toBe(404);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});
