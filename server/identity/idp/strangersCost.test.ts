// Long: some hundred password checks, which are meant to cost.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { authorizationRequest, createOidcBrowser, exchangeCode, signInAtProvider } from '../../testing/oidcClient.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { beginningBucket } from '../guessing/buckets.ts';
import { deviceCookieName } from '../../http/cookies.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { openDeviceMarks } from '../sessions/device.ts';
import { knownStepsLimit, waitingStepsLimit } from './strangersCost.ts';

const origin = 'http://localhost:4173';
const operator = { email: 'operator@ukweli.example', password: demoPassword };
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
// The provider uses the system clock.
beforeEach(() => test.clock.set(new Date()));

const rows = async () => (await test.platform.db.selectFrom('oidc_payloads').select('id').execute()).length;
const begin = (change: Record<string, string | null> = {}, ip = '203.0.113.1') =>
  test.app.inject({ method: 'GET', url: authorizationRequest(origin, change).url.slice(origin.length), remoteAddress: ip });
/** Starts a sign-in from a device with this mark. */
const from = (ip: string, device: string) =>
  test.app.inject({
    method: 'GET',
    url: authorizationRequest(origin).url.slice(origin.length),
    remoteAddress: ip,
    headers: { cookie: `${deviceCookieName(test.platform.config)}=${device}` },
  });
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded', origin, ...headers } });

it('the provider says of itself what the console and the walls use, and nothing else', { tags: ['G-19', 'A-22'] }, async () => {
  const document = (await test.app.inject('/idp/.well-known/openid-configuration')).json();
  const at = (path: string) => `${origin}/idp${path}`;
  expect(document).toEqual({
    authorization_endpoint: at('/authorize'),
    device_authorization_endpoint: at('/device/auth'),
    claims_parameter_supported: false,
    claims_supported: expect.arrayContaining(['sub', 'amr', 'name', 'email']),
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    issuer: at(''),
    jwks_uri: at('/jwks'),
    authorization_response_iss_parameter_supported: true,
    response_modes_supported: ['query'],
    response_types_supported: ['code'],
    scopes_supported: ['openid', 'profile', 'email'],
    subject_types_supported: ['public'],
    token_endpoint_auth_methods_supported: ['none'],
    token_endpoint: at('/oauth/token'),
    id_token_signing_alg_values_supported: expect.any(Array),
    request_uri_parameter_supported: false,
    claim_types_supported: ['normal'],
  });
});

it.each([
  '/idp/request',
  '/idp/oauth/revoke',
  '/idp/token/revocation',
  '/idp/token/introspection',
  '/idp/me',
  '/idp/reg',
  '/idp/session/end',
  '/idp/backchannel',
  '/idp/device',
  '/idp/challenge',
])('%s is not there, and stores nothing', { tags: ['G-19'] }, async (path) => {
  const before = await rows();
  const asked = new URL(authorizationRequest(origin).url).searchParams;
  expect((await post(path, asked.toString())).statusCode).toBe(404);
  expect(await rows()).toBe(before);
});

it.each([
  ['a state of 257 characters', { state: 's'.repeat(257) }],
  ['a nonce of 257 characters', { nonce: 'n'.repeat(257) }],
  ['six kilobytes of anything', { ui_locales: 'en '.repeat(2000) }],
  ['an answer as a form', { response_mode: 'form_post' }],
  ['an answer behind the sign', { response_mode: 'fragment' }],
])('whoever begins with %s is refused, and leaves no row', { tags: ['G-19'] }, async (_what, change) => {
  const before = await rows();
  expect((await begin(change)).statusCode).toBe(400);
  expect(await rows()).toBe(before);
});

it('what the console sends is one small row; 256 characters are taken, and a form is not', { tags: ['G-19'] }, async () => {
  const before = await rows();
  expect((await begin({ state: 's'.repeat(256), nonce: 'n'.repeat(256) })).statusCode).toBe(303);
  expect(await rows()).toBe(before + 1);
  expect((await post('/idp/authorize', new URL(authorizationRequest(origin).url).searchParams.toString())).statusCode).toBe(400);
  expect(await rows()).toBe(before + 1);
});

it('a body of more than 4 kB is not read, nor one that does not say its length', { tags: ['G-19'] }, async () => {
  const step = (await begin()).headers.location ?? '';
  for (const url of ['/idp/oauth/token', '/idp/device/auth', step, `${step}/passkey`])
    expect([url, (await post(url, `client_id=${'x'.repeat(4090)}`)).statusCode]).toEqual([url, 413]);
  expect((await post('/idp/oauth/token', 'client_id=x', { 'transfer-encoding': 'chunked' })).statusCode).toBe(411);
});

it('an address begins at a measured pace, keeps no other from beginning, and pays nothing for sign-ins that were ended', {
  tags: ['G-19'],
}, async () => {
  const counted = async () =>
    (
      await test.platform.db
        .selectFrom('sign_in_attempts')
        .select('failures')
        .where('bucket', '=', beginningBucket('127.0.0.1').key)
        .executeTakeFirst()
    )?.failures;
  const ended = () => signInAtProvider(createOidcBrowser(test.app, origin), origin, authorizationRequest(origin).url, operator);
  await ended();
  const before = await counted();
  await ended();
  expect(await counted()).toBe(before);
  const statuses: number[] = [];
  for (let go = 0; go < 130; go += 1) statuses.push((await begin({}, '203.0.113.9')).statusCode);
  expect(new Set(statuses.slice(0, 121))).toEqual(new Set([303]));
  expect(statuses.slice(121).every((status) => status === 429)).toBe(true);
  const refused = await begin({}, '203.0.113.9');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await begin({}, '203.0.113.10')).statusCode).toBe(303);
  test.clock.advance(31_000);
  expect((await begin({}, '203.0.113.9')).statusCode).toBe(303);
});

it('no flood of beginnings keeps a device out on which somebody has signed in before: it begins by its own count', {
  tags: ['G-6', 'A-25'],
}, async () => {
  const marks = await openDeviceMarks(test.platform.secrets);
  const mark = marks.issue({ account_id: 'usr-demo-operator', proofs_from: null });
  const [nonce = '', mac = '', seen = '', whose = ''] = mark.split('.');
  for (let go = 0; go < 122; go += 1) await begin({}, '203.0.113.30');
  expect((await begin({}, '203.0.113.30')).statusCode).toBe(429);
  expect((await from('203.0.113.30', mark)).statusCode).toBe(303);
  // Forged marks count as unknown devices, also marks of older builds without `seen` and parts of two marks put together.
  const [, , other = '', others = ''] = marks.issue({ account_id: 'usr-demo-admin', proofs_from: null }).split('.');
  const spliced = [`${mac}.${other}.${whose}`, `${mac}.${other}.${others}`, `${mac}.${seen}.${others}`, `${seen}.${mac}.${whose}`];
  for (const forged of [`${nonce}.${mac}`, `${nonce}.${mac}.${seen}`, ...spliced.map((end) => `${nonce}.${end}`), `x${mark}`, '..', '...'])
    expect([forged, (await from('203.0.113.30', forged)).statusCode]).toEqual([forged, 429]);
  // A mark has its own limit, from whatever address it is used.
  const statuses: number[] = [];
  for (let go = 0; go < 125; go += 1) statuses.push((await from(`203.0.113.${40 + (go % 50)}`, mark)).statusCode);
  expect(statuses.filter((status) => status === 303)).toHaveLength(120);
  expect((await begin({}, '203.0.113.41')).statusCode).toBe(303);
});

it('nor does one that takes all the room that strangers have', { tags: ['G-6', 'A-25'] }, async () => {
  const { db } = test.platform;
  const row = (index: number) => ({ kind: 'Interaction', id: `full-${index}`, payload: '{}', expires_at: new Date(Date.now() + 600_000) });
  await db
    .insertInto('oidc_payloads')
    .values(Array.from({ length: waitingStepsLimit }, (_, index) => row(index)))
    .execute();
  expect((await begin({}, '203.0.113.100')).statusCode).toBe(429);
  const signIn = () => signInAtProvider(browser, origin, authorizationRequest(origin).url, operator);
  const browser = createOidcBrowser(test.app, origin);
  await db.deleteFrom('oidc_payloads').where('id', '=', 'full-0').execute();
  await db.deleteFrom('oidc_payloads').where('id', '=', 'full-1').execute();
  const left = await db
    .selectFrom('oidc_payloads')
    .select('id')
    .where('kind', '=', 'Interaction')
    .where('id', 'not like', 'full-%')
    .execute();
  for (const { id } of left) await db.deleteFrom('oidc_payloads').where('id', '=', id).execute();
  expect((await signIn()).get('code')).not.toBeNull();
  await db
    .insertInto('oidc_payloads')
    .values([row(0), row(1)])
    .execute();
  expect((await begin({}, '203.0.113.100')).statusCode).toBe(429);
  expect((await signIn()).get('code')).not.toBeNull();
  await db.deleteFrom('oidc_payloads').where('id', 'like', 'full-%').execute();
});

it('nor does an account holder who signs in again and again for another mark: all of them together begin as often as one, and then as strangers do', {
  tags: ['G-6', 'A-25'],
}, async () => {
  const { db, secrets } = test.platform;
  const marks = await openDeviceMarks(secrets);
  const markFor = (accountId: string) => marks.issue({ account_id: accountId, proofs_from: null });
  await db
    .insertInto('oidc_payloads')
    .values(
      Array.from({ length: waitingStepsLimit }, (_, index) => ({
        kind: 'Interaction',
        id: `full-${index}`,
        payload: '{}',
        expires_at: new Date(Date.now() + 600_000),
      })),
    )
    .execute();
  const statuses: number[] = [];
  let last = '';
  for (let device = 0; device < 5; device += 1) {
    last = markFor('usr-demo-auditor');
    for (let go = 0; go < 40; go += 1) statuses.push((await from(`203.0.113.${110 + device}`, last)).statusCode);
  }
  // 120, and the one that starts the pause.
  expect(statuses.filter((status) => status === 303)).toHaveLength(121);
  expect((await from('203.0.113.110', markFor('usr-demo-admin'))).statusCode).toBe(303);
  await db.deleteFrom('oidc_payloads').where('kind', '=', 'Interaction').execute();
  expect((await from('203.0.113.120', last)).statusCode).toBe(303);
});

it('no more than so many sign-ins wait at a time, whoever begins them', { tags: ['G-19'] }, async () => {
  const { db } = test.platform;
  const waiting = await db.selectFrom('oidc_payloads').select('id').where('kind', '=', 'Interaction').execute();
  const row = (index: number) => ({ kind: 'Interaction', id: `flood-${index}`, payload: '{}', expires_at: new Date(Date.now() + 600_000) });
  await db
    .insertInto('oidc_payloads')
    .values(Array.from({ length: waitingStepsLimit - waiting.length - 1 }, (_, index) => row(index)))
    .execute();
  expect((await begin({}, '203.0.113.20')).statusCode).toBe(303);
  const refused = await begin({}, '203.0.113.21');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  expect(refused.body).toContain('Start again in 1 min.');
  await db.deleteFrom('oidc_payloads').where('id', 'like', 'flood-%').execute();
  expect((await begin({}, '203.0.113.21')).statusCode).toBe(303);
});

it('no more wait for known devices either than there is room for: the last of it is taken, and who comes then is told to wait', {
  tags: ['M-13', 'G-19'],
}, async () => {
  const { db, secrets } = test.platform;
  const mark = (await openDeviceMarks(secrets)).issue({ account_id: 'usr-demo-bank', proofs_from: null });
  await db.deleteFrom('oidc_payloads').where('kind', '=', 'Interaction').execute();
  const row = (index: number) => ({ kind: 'Interaction', id: `known-${index}`, payload: '{}', expires_at: new Date(Date.now() + 600_000) });
  await db
    .insertInto('oidc_payloads')
    .values(Array.from({ length: knownStepsLimit - 1 }, (_, index) => row(index)))
    .execute();
  expect((await from('203.0.113.130', mark)).statusCode).toBe(303);
  const refused = await from('203.0.113.130', mark);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  await db.deleteFrom('oidc_payloads').where('kind', '=', 'Interaction').execute();
});

it('of ten that redeem one code at once, one is given tokens', { tags: ['G-19', 'A-22'] }, async () => {
  const browser = createOidcBrowser(test.app, origin);
  const asked = authorizationRequest(origin);
  const code = (await signInAtProvider(browser, origin, asked.url, operator)).get('code') ?? '';
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchangeCode(browser, origin, code, asked.verifier)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, tokens } of answers) if (status !== 200) expect([status, tokens.error]).toEqual([400, 'invalid_grant']);
});
