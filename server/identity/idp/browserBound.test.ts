import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { authorizationRequest, createOidcBrowser, type OidcBrowser } from '../../testing/oidcClient.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { sendForProof } from './browserBound.ts';

const origin = 'http://localhost:4173';
const operator = { email: 'operator@ukweli.example', password: demoPassword };
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
// The provider uses the system clock.
beforeEach(() => test.clock.set(new Date()));

const browser = () => createOidcBrowser(test.app, origin);
/** Starts a sign-in; returns the page's address and where it continues afterwards. */
async function begun(by: OidcBrowser) {
  const page = (await by.request('GET', authorizationRequest(origin).url)).location ?? '';
  return { page, resume: `/idp/authorize/${page.split('/').at(-1)}` };
}
/** Copies cookies of one browser into another, as a page of a sibling domain can. */
function plant(from: OidcBrowser, into: OidcBrowser, name: (cookie: string) => boolean): void {
  for (const [cookie, value] of from.cookies) if (name(cookie)) into.cookies.set(cookie, value);
}
/** How often the log says that a sign-in was to continue in another browser. */
const seen = (): number => test.logged.filter((line) => line.includes('"another browser"')).length;
const isStep = (cookie: string) => cookie.startsWith('ukweli_idp_step');

it('two planted cookies do not make somebody else’s sign-in mine: the page takes no password of another browser', {
  tags: ['G-8', 'A-7'],
}, async () => {
  const [thief, victim] = [browser(), browser()];
  const { page, resume } = await begun(thief);
  plant(thief, victim, isStep);
  expect((await victim.request('GET', page)).status).toBe(400);
  expect((await victim.request('POST', page, { form: operator })).status).toBe(400);
  expect((await thief.request('GET', resume)).location ?? '').not.toContain('/callback');
});

it('nor in a browser that is in a step of its own: the page of either step is for who began it', {
  tags: ['M-13', 'G-8', 'A-7'],
}, async () => {
  const [thief, victim] = [browser(), browser()];
  const [{ page }] = [await begun(thief), await begun(victim)];
  plant(thief, victim, isStep);
  expect((await victim.request('GET', page)).status).toBe(400);
  expect((await victim.request('POST', page, { form: operator })).status).toBe(400);
  expect((await thief.request('POST', page, { form: operator })).status).toBe(303);
});

it('nor do all that the thief has, where no cookie is safe from planting: the sign-in goes on where the password was typed, and nowhere else', {
  tags: ['G-8', 'A-7'],
}, async () => {
  const [thief, victim] = [browser(), browser()];
  const { page, resume } = await begun(thief);
  plant(thief, victim, () => true);
  expect((await victim.request('POST', page, { form: operator })).status).toBe(303);
  const before = seen();
  const stolen = await thief.request('GET', resume);
  expect([stolen.status, stolen.location]).toEqual([400, null]);
  // The operator can see the attempt.
  expect(seen()).toBe(before + 1);
  // The browser that entered the password continues, once.
  expect((await victim.request('GET', resume)).location).toMatch(/\/callback\?code=/);
  expect(victim.cookies.has('ukweli_idp_proved')).toBe(false);
  expect((await victim.request('GET', resume)).status).toBe(400);
});

it('a thief who has answered a step cannot have somebody else finish it as him', { tags: ['G-8'] }, async () => {
  const [thief, victim] = [browser(), browser()];
  const { page, resume } = await begun(thief);
  expect((await thief.request('POST', page, { form: operator })).status).toBe(303);
  plant(thief, victim, (cookie) => cookie.startsWith('ukweli_idp_step') || cookie.startsWith('ukweli_idp_resume'));
  expect((await victim.request('GET', resume)).status).toBe(400);
});

it('a step that nobody has answered goes on nowhere', { tags: ['G-8'] }, async () => {
  const one = browser();
  const { resume } = await begun(one);
  expect((await one.request('GET', resume)).status).toBe(400);
});

it('two sign-ins of one browser, in two tabs, both come to their end', { tags: ['G-8'] }, async () => {
  const one = browser();
  const first = await begun(one);
  // In a real browser a step's cookies have its path; this one keeps them by name only.
  const ofFirst = new Map([...one.cookies].filter(([cookie]) => isStep(cookie) || cookie.startsWith('ukweli_idp_resume')));
  const second = await begun(one);
  const finish = async ({ page, resume }: typeof first) => {
    expect((await one.request('POST', page, { form: operator })).status).toBe(303);
    expect((await one.request('GET', resume)).location).toMatch(/\/callback\?code=/);
  };
  await finish(second);
  for (const [cookie, value] of ofFirst) one.cookies.set(cookie, value);
  await finish(first);
});

it('the secrets are `__Host-` cookies off localhost, for this host alone and for no script', { tags: ['G-8'] }, () => {
  const answer: string[] = [];
  sendForProof({ secure: true }, { append: (_name, value) => void answer.push(value) });
  expect(answer).toHaveLength(1);
  expect(answer[0]).toMatch(/^__Host-ukweli_idp_proved=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
});

it('the page says who asked, from where and when', { tags: ['G-8'] }, async () => {
  const one = browser();
  const { page } = await begun(one);
  const { body } = await one.request('GET', page);
  expect(body).toMatch(/Requested by the console at localhost:4173, from 127\.0\.0\.1, on \d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d UTC\./);
  // Shown again together with the error.
  const again = await one.request('POST', page, { form: { ...operator, password: 'not this one' } });
  expect([again.status, again.body.includes('Requested by the console')]).toEqual([200, true]);
});
