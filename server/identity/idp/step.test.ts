// What the page of a sign-in step shows: where it was requested, and how long the next try has to wait.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { authorizationRequest, createOidcBrowser } from '../../testing/oidcClient.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';

const origin = 'http://localhost:4173';
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
// The provider uses the system clock.
beforeEach(() => test.clock.set(new Date()));

async function begun() {
  const browser = createOidcBrowser(test.app, origin);
  const page = (await browser.request('GET', authorizationRequest(origin).url)).location ?? '';
  return { page, browser };
}

it('the address of another step than the one that a browser is in is over for it, and nothing fails', {
  tags: ['M-13', 'G-8'],
}, async () => {
  const { page, browser } = await begun();
  const { page: other } = await begun();
  const answer = await browser.request('GET', other);
  expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  expect((await browser.request('GET', page)).status).toBe(200);
});

it('a password that is to be typed again names no wait until tries are slowed; then the page’s answer does, for who reads no page', {
  tags: ['M-13', 'A-14'],
}, async () => {
  const { page, browser } = await begun();
  const type = () => browser.request('POST', page, { form: { email: 'auditor@ukweli.example', password: 'wrong' } });
  const first = await type();
  expect([first.status, first.headers['retry-after']]).toEqual([200, undefined]);
  let slowed = await type();
  for (let go = 0; go < 10 && slowed.status === 200; go += 1) slowed = await type();
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
});
