import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../src/contracts/endpoints.ts';
import { demoAccounts } from './identity/demo/demoAccounts.ts';
import { hashPassword } from './identity/passwords/passwords.ts';
import { createLogger } from './log.ts';
import { failItem } from './simulation/acts/deadLetters.ts';
import { createTenantDayRunner } from './simulation/step.ts';
import { demoProfile } from './seed/profiles.ts';
import { createRandom } from './seed/random.ts';
import { authorizationRequest, createOidcBrowser, exchangeCode, signInAtProvider } from './testing/oidcClient.ts';
import { createTestPlatform, type TestPlatform } from './testing/platform.ts';
import { openSocket, openStream } from './testing/streamReaders.ts';

/** All fields that a line may have. Before adding one, consider whether it could hold personal data or what a caller sent. */
const fields = new Set(
  'at level event method route status ms correlationId failure code stack signal drainMs statement used on why'.split(' '),
);

describe('the log of a person’s day', { tags: ['A-15'] }, () => {
  let test: TestPlatform;
  const dataDir = mkdtempSync(join(tmpdir(), 'ukweli-log-'));
  const ip = '203.0.113.77';
  /** Not the published password, which is refused behind a proxy (G-7). */
  const ownPassword = 'Three-Herons-Wade-9!';
  const secrets = new Set<string>([
    ownPassword,
    'hunter2-wrong-password',
    ip,
    '127.0.0.1',
    '254712345678',
    'mwangi.private@ukweli.example',
  ]);
  const correlations: string[] = [];
  let lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    test = await createTestPlatform({ config: { dataDir, trustedProxies: 1 }, seeded: true });
    const day = createTenantDayRunner(test.platform, demoProfile, createRandom(3), [[1_000_000, failItem]]);
    await day.step();
    for (const { email, name } of demoAccounts) for (const secret of [email, ...name.split(' ')]) secrets.add(secret);
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { origin } = test.platform.config;
    const email = 'operator@ukweli.example';
    const stored = await hashPassword(ownPassword, test.platform.config.passwordCost);
    await test.platform.db.updateTable('accounts').set({ password: stored }).where('email', '=', email).execute();
    let cookie = '';
    const jar = new Map<string, string>();
    const call = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> => {
      const correlation = `log-test-${correlations.length}`;
      correlations.push(correlation);
      const answer = await fetch(`${address}${path}`, {
        redirect: 'manual',
        method,
        headers: {
          origin,
          cookie,
          'content-type': 'application/json',
          'x-forwarded-for': ip,
          'user-agent': 'Agent of mwangi.private@ukweli.example',
          [headers.correlation]: correlation,
          ...more,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        secrets.add(value || ownPassword);
        // Like a browser: after a new sign-in the new session's cookie replaces the old one.
        jar.set(name, value);
        cookie = [...jar].map((pair) => pair.join('=')).join('; ');
      }
      return answer;
    };

    await call('POST', '/api/auth/login', { email: 'mwangi.private@ukweli.example', password: 'hunter2-wrong-password' });
    await call('POST', '/api/auth/login', '{"email":"mwangi.private@ukweli.example","password":');
    await call('POST', '/api/auth/login', { email, password: ownPassword });
    // At the provider: one refusal, then a sign-in.
    const browser = createOidcBrowser(test.app, origin);
    await browser.request('GET', authorizationRequest(origin, { login_hint: email, redirect_uri: `https://${email}/` }).url);
    const asked = authorizationRequest(origin, { login_hint: email });
    const callback = await signInAtProvider(browser, origin, asked.url, { email, password: ownPassword });
    const code = callback.get('code') ?? '';
    await exchangeCode(browser, origin, code, 'a-wrong-verifier-that-is-long-enough-to-be-one-000');
    const again = authorizationRequest(origin);
    const second = await signInAtProvider(browser, origin, again.url, { email, password: ownPassword });
    const { tokens } = await exchangeCode(browser, origin, second.get('code') ?? '', again.verifier);
    for (const secret of [code, second.get('code') ?? code, tokens.id_token, tokens.access_token]) secrets.add(secret);
    await call('POST', '/api/auth/session', { idToken: tokens.id_token, nonce: again.nonce });

    // A day's work, with private data in every place that accepts text.
    await call('GET', `/api/auth/me?who=${email}`);
    await call('GET', `/api/people/${email}/+254712345678`);
    await call('GET', `/callback?code=${code}&state=${email}`, undefined, { accept: 'text/html' });
    await call('GET', `/api/evidence/${encodeURIComponent(email)}/manifest`);
    await call('GET', '/api/kpis', undefined, { [headers.tenant]: email });
    const queue = await call('GET', '/api/dlq');
    if (queue.status !== 200) throw new Error(`/api/dlq answered ${queue.status}: ${await queue.text()}`);
    const [item] = ((await queue.json()) as { items: { itemId: string; version: number }[] }).items;
    const key = `key-of-${email.replace('@', '-at-')}`;
    secrets.add(key);
    await call('POST', `/api/dlq/${item?.itemId}/promote`, { version: item?.version }, { [headers.idempotency]: key });
    const at = new Date().toISOString();
    await call('POST', '/api/telemetry', { events: [{ name: 'screen.opened', at, values: { who: email, phone: '+254712345678' } }] });
    const stream = await openStream(address, `/api/events?tenantId=demo`, cookie, { 'X-Forwarded-For': ip });
    const socket = await openSocket(address, '/tenants/demo', { cookie, origin });
    await Promise.all([stream.frame('hello'), socket.frame('hello')]);
    socket.socket.send(JSON.stringify({ type: 'subscribe', topic: email }));
    await socket.ended;
    stream.close();
    await openSocket(address, '/tenants/demo', { cookie, origin: `https://${email}` }).catch(() => undefined);
    // The database fails with a message that quotes the row.
    await sql`alter table telemetry_events add constraint told check (name <> 'person.told')`.execute(test.platform.db);
    await call('POST', '/api/telemetry', { events: [{ name: 'person.told', at, values: { who: email } }] });
    await call('POST', '/api/auth/logout');
    lines = test.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  }, 120_000);
  afterAll(async () => {
    await test?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is one JSON object a line, with nothing but the fields that were thought about', () => {
    expect(lines.length).toBeGreaterThan(12);
    for (const [index, line] of lines.entries()) {
      expect(test.logged[index]?.indexOf('\n')).toBe((test.logged[index]?.length ?? 0) - 1);
      expect(line).toMatchObject({ at: expect.stringMatching(/^\d{4}-.*Z$/), level: expect.stringMatching(/^(info|warn|error)$/) });
      expect(Object.keys(line).filter((field) => !fields.has(field))).toEqual([]);
    }
  });

  it('carries no address, name, password, token, cookie, key, telephone number or IP address', () => {
    const text = test.logged.join('');
    expect(secrets.size).toBeGreaterThan(20);
    expect([...secrets].filter((secret) => secret.length > 3 && text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/[\w.]+@[\w.]+\.example/);
    expect(text).toContain('violates check constraint'); // the failure itself is logged
  });

  it('has a line for each call under the correlation id that the caller sent, failures too', () => {
    const calls = lines.filter(({ event }) => event === 'http');
    const logged = new Set(calls.map(({ correlationId }) => correlationId));
    // Pages are not calls and have no line.
    const missing = correlations.filter((id) => !logged.has(id));
    expect(missing.length).toBeLessThanOrEqual(2);
    const failed = lines.find(({ event }) => event === 'http.failed');
    expect(failed).toMatchObject({ level: 'error', route: '/api/telemetry' });
    expect(calls).toContainEqual(expect.objectContaining({ correlationId: failed?.['correlationId'], status: 500 }));
    for (const { route } of calls) expect(route).toMatch(/^\/api\/[\w/:-]*$/);
  });
});

describe('a failure in the log', () => {
  it.each([
    ['Key (email)=(wanjiru@bank.example) already exists.', /wanjiru|bank\.example/],
    ['no account for +254 712 345 678', /712/],
    [`line one\nINFO forged {"level":"info"}\u2028x`, /\n./],
  ])('%j is told without persons, on one line', (message, forbidden) => {
    const written: string[] = [];
    createLogger((line) => void written.push(line)).error('test', new Error(message));
    expect(written).toHaveLength(1);
    expect(written[0]).not.toMatch(forbidden);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ event: 'test', failure: expect.any(String) });
  });
});
