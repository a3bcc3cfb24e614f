// Long: an app lock, the session under it, and what is left of both after the lock is given up, in a browser with its own profile.
import type { Page } from '@playwright/test';
import { connected } from '../support/connection.ts';
import { signIn } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

const pin = '48291357';
const locked = (page: Page) => page.getByRole('heading', { level: 1, name: 'Locked' });

/** The status that a holder of this browser's cookie gets, as from `/recover.html` or developer tools. */
const answers = (page: Page, path: string, init: RequestInit = {}): Promise<number> =>
  page.evaluate(
    async ([to, how]) =>
      (await fetch(to, { ...how, headers: { 'X-Correlation-ID': crypto.randomUUID(), 'content-type': 'application/json' } })).status,
    [path, init] as const,
  );

async function setUpLock(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set Up App Lock' }).click();
  await page.getByRole('radio', { name: /PIN/ }).check();
  await page.getByLabel('PIN or password', { exact: true }).fill(pin);
  await page.getByLabel('Repeat it').fill(pin);
  await page.getByRole('button', { name: 'Set Up', exact: true }).click();
  await expect(page.getByText('Locked by PIN')).toBeVisible();
}

const cookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name.endsWith('ukweli_session'));

test('behind a lock that was closed by hand the cookie opens nothing, copied or not; the PIN goes on where one was', {
  tag: ['@G-3', '@A-24', '@D-55'],
}, async ({ page, context }) => {
  await signIn(page, 'operator', '/system/health');
  await underServiceWorker(page);
  const before = await cookie(page);
  expect(before?.expires).toBeGreaterThan(0);
  await setUpLock(page);
  // Under a lock the cookie ends with the browser, and its value changes.
  await expect.poll(async () => (await cookie(page))?.expires).toBe(-1);
  expect((await cookie(page))?.value).not.toBe(before?.value);

  await page.goto('/system/health');
  await expect(connected(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Lock now' }).click();
  for (const tab of [page, other]) await expect(locked(tab)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Chebet');
  await expect.poll(() => answers(page, '/api/kpis')).toBe(423);
  await other.goto('/recover.html');
  const copied = await cookie(page);
  for (const path of ['/api/rbf/payments', '/api/auth/me', '/api/audit', '/api/events?tenantId=demo&topics=kpis', '/api/openapi.json'])
    expect([path, await answers(other, path)]).toEqual([path, path === '/api/openapi.json' ? 401 : 423]);
  expect(await answers(other, '/api/auth/refresh', { method: 'POST', body: 'null' })).toBe(401);
  await other.close();

  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
  await expect(connected(page)).toBeVisible();
  expect(await answers(page, '/api/kpis')).toBe(200);
  // Unlocking replaces the cookie: one that was copied while locked is no longer valid.
  expect((await cookie(page))?.value).not.toBe(copied?.value);
});

test('the lock given up leads to the door and not inside; what was not sent is counted, stays encrypted, and is sent by the same person’s sign-in', {
  tag: ['@G-3', '@A-24', '@M-3'],
}, async ({ page, platform }) => {
  await signIn(page, 'operator', '/system/incidents');
  await underServiceWorker(page);
  await setUpLock(page);
  await page.goto('/system/incidents?incident=INC-0042');
  await expect(connected(page)).toBeVisible();
  const note = page.getByLabel(/Add a note|Note/).first();
  await expect(note).toBeVisible();
  await platform.stop();
  await note.fill('Called the site; the generator runs.');
  await page
    .getByRole('button', { name: /^Add note/i })
    .first()
    .click();
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Lock now' }).click();
  await expect(locked(page)).toBeVisible();
  // Messages from before the lock name the action; they must be gone.
  await expect(page.getByText('INC-0042')).toHaveCount(0);
  await expect(page.getByText('1 unsent action waits behind this lock.')).toBeVisible();
  await page.getByRole('button', { name: 'Forgot PIN?' }).click();
  await expect(page.getByText('1 unsent action stays encrypted on this device for 72 hours')).toBeVisible();
  await page.getByRole('button', { name: 'Erase and sign in again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('1 action on this device is not sent yet.')).toBeVisible();
  await expect(page.getByText(/at the latest, this browser’s cookie can still open the session/)).toBeVisible();

  await platform.start();
  await page.goto('/system/health');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await signIn(page, 'operator', '/system/incidents');
  await expect(connected(page)).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await page.evaluate(async () => (await fetch('/api/incidents')).json())))
    .toContain('Called the site; the generator runs.');
});
