import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizationRequest, createOidcBrowser, exchangeCode, signInAtProvider } from '../../testing/oidcClient.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

const origin = 'http://localhost:4173';
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

it('a proof that began at the provider before all sessions were ended opens none, however long it was looked at', {
  tags: ['G-1'],
}, async () => {
  test.clock.set(new Date());
  const { database, sessions } = test.platform;
  const write = database.write.bind(database);
  /** Tokens have whole seconds, of the system clock. */
  const nextSecond = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 1100));
    test.clock.set(new Date());
  };
  let tries = 0;
  database.write = async (line, work, options) => {
    if (line.startsWith('tries ')) tries += 1;
    // After the start and the attempt were counted: the old password has matched.
    if (tries === 3) {
      tries += 1;
      await nextSecond();
      await sessions.endAll('usr-demo-bank', 'revoked');
      await nextSecond();
    }
    return write(line, work, options);
  };
  const browser = createOidcBrowser(test.app, origin);
  const asked = authorizationRequest(origin);
  const callback = await signInAtProvider(browser, origin, asked.url, { email: 'bank@ukweli.example', password: demoPassword });
  database.write = write;
  expect(tries).toBeGreaterThan(3);
  const { tokens } = await exchangeCode(browser, origin, callback.get('code') ?? '', asked.verifier);
  const opened = await test.anonymous().post('/api/auth/session', { idToken: tokens.id_token, nonce: asked.nonce });
  expect(opened.status).toBe(401);
});

it('whoever was shut out by a clock that was a day ahead is let in by his second proof, and nothing proved before is', {
  tags: ['G-1', 'D-63'],
}, async () => {
  const { sessions, db } = test.platform;
  const now = new Date();
  test.clock.set(new Date(now.getTime() + 24 * 3_600_000));
  await sessions.endAll('usr-demo-operator', 'revoked');
  test.clock.set(now);
  const login = () => test.anonymous().post('/api/auth/login', { email: 'operator@ukweli.example', password: demoPassword });
  expect((await login()).status).toBe(401);
  const before = { accountId: 'usr-demo-operator', device: 'x', provedAt: new Date(now.getTime() - 1) };
  expect(await db.transaction().execute((trx) => sessions.create(trx, before))).toBeNull();
  expect((await login()).status).toBe(200);
});
