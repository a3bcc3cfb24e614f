// Long: devices that are left without their platform, and the next person on them.
import type { Page } from '@playwright/test';
import { dumpDevice } from '../support/deviceStore.ts';
import { dailyScreens, openScreen } from '../support/figures.ts';
import { signIn, signOut } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** What only the demo tenant's operator could have seen: their name, their rows, and their tenant's sites, packs and dead letters. */
const canaries = [
  'Chebet',
  'operator@ukweli.example',
  'Kilifi Baobab',
  'Kiambu Township',
  'VRF-001247',
  'EP-0931',
  'DLQ-00317',
  'KE-KLF-011',
  'usr-demo-operator',
  'DGN-014',
];

async function seeEverything(page: Page): Promise<void> {
  for (const screen of dailyScreens) await openScreen(page, screen);
  await page.goto('/operations/verifications?id=VRF-001244');
  await expect(page.getByText('School kitchens on steam')).toBeVisible();
}

/** What the HTTP cache would answer the next user for the previous user's calls. */
function cachedAnswers(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const paths = [
      '/api/kpis',
      '/api/verifications',
      '/api/evidence',
      '/api/dlq',
      '/api/pipeline',
      '/api/auth/me',
      '/api/evidence/EP-0931/manifest',
    ];
    const answers = await Promise.all(
      paths.map((path) =>
        fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          (response) => (response.ok ? response.text() : ''),
          () => '',
        ),
      ),
    );
    return answers.join('');
  });
}

function expectNoCanary(text: string): void {
  // Report each with its line, to show where it was found.
  const lines = text.split('\n');
  const found = canaries.flatMap((canary) =>
    lines.filter((line) => line.includes(canary)).map((line) => `${canary}: ${line.slice(0, 200)}`),
  );
  expect(found).toEqual([]);
}

/** Signing out goes through the provider and back: retried until the page has settled and nothing is found. */
async function expectWiped(page: Page): Promise<void> {
  await expect(async () => expectNoCanary(await dumpDevice(page))).toPass({ timeout: 60_000 });
}

test('nothing of who signed out is left on the device for who signs in next, online', { tag: ['@A-11', '@D-21', '@long'] }, async ({
  page,
}) => {
  await signIn(page, 'operator');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await seeEverything(page);
  const before = await dumpDevice(page);
  for (const canary of ['Chebet', 'Kilifi Baobab', 'VRF-001247', 'EP-0931']) expect(before, 'the search itself works').toContain(canary);
  // Wait for the redirects through the provider before dumping the device: the dump holds databases open.
  const told = page.waitForResponse(/\/idp\/v2\/logout/);
  await signOut(page, /Chebet Koech/);
  await told;
  await page.waitForURL('**/login*');
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  await expectWiped(page);

  await page.goto('/login');
  await signIn(page, 'kampala', '/login');
  await openScreen(page, { path: '/', heading: 'Overview' });
  expectNoCanary(await dumpDevice(page));
  expectNoCanary(await cachedAnswers(page));
  await page.goBack().catch(() => null);
  expectNoCanary(await page.locator('body').innerText());
});

test('signing out with the platform gone wipes the device at once, and tells the platform before anybody else can come in', {
  tag: ['@A-11', '@D-21'],
}, async ({ page, platform }) => {
  await signIn(page, 'operator');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await seeEverything(page);
  await platform.stop();
  await expect(page.getByText(/Disconnected · /).first()).toBeVisible();
  await page.getByRole('button', { name: /Chebet Koech/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  await expectWiped(page);
  // The cookie is still in the browser: it must not restore the session.
  await platform.start();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  // Requested outside the page, which may be navigating.
  await expect.poll(async () => (await page.request.get('/api/auth/me')).status()).toBe(401);
  await signIn(page, 'kampala', '/login');
  await openScreen(page, { path: '/', heading: 'Overview' });
  expectNoCanary(await dumpDevice(page));
});
