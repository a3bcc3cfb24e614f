// Long: a deletion that hangs is waited for until its limit.
import type { Page } from '@playwright/test';
import { dumpDevice } from './support/deviceStore.ts';
import { openScreen } from './support/figures.ts';
import { signIn, signOut } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** What only the demo tenant's operator could have seen. */
const canaries = ['Chebet', 'operator@ukweli.example', 'Kilifi Baobab', 'VRF-001247', 'EP-0931', 'KE-KLF-011', 'usr-demo-operator'];

// Something is being written in the hub at every moment: leaving must stop it, not race it.
test.use({ platformEnv: { SIMULATION: 'live', SIMULATION_PACE: '40' } });

// Its process is killed.
test.use({ browserOptions: { whole: true } });

/** Files of the origin's private file system, which the store's dump does not show. */
function privateFiles(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names: string[] = [];
    // The type library does not know that a directory can be walked.
    // TypeScript's own types of it cannot be iterated yet.
    const root = (await navigator.storage.getDirectory()) as unknown as AsyncIterable<readonly [string, unknown]>;
    for await (const [name] of root) names.push(name);
    return names;
  });
}

/** Opens a pack, which hashes its files by signed links, and gives back the addresses that the browser asked for. */
async function verifyPack(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().includes('/files/')) asked.push(request.url());
  });
  const verdict = page.getByRole('region', { name: 'Verdict: Verified' });
  // Where the platform was too slow for the links, the pack is verified without its files and says so: a person opens it again.
  await expect(async () => {
    await page.goto('/operations/evidence?pack=EP-0931');
    await expect(verdict).toContainText(/All four checks|available when online/);
    await expect(verdict).toContainText('All four checks', { timeout: 1000 });
  }).toPass({ timeout: 240_000 });
  return asked;
}

async function expectNothingLeft(page: Page): Promise<void> {
  await expect(async () => {
    const lines = (await dumpDevice(page)).split('\n');
    expect(
      canaries.flatMap((canary) => lines.filter((line) => line.includes(canary)).map((line) => `${canary}: ${line.slice(0, 160)}`)),
    ).toEqual([]);
    expect(await privateFiles(page)).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

/** What each cache of the browser would give for these addresses, without asking the platform. */
function cached(page: Page, urls: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    (wanted) =>
      Promise.all(
        wanted.map(async (url) => {
          const inCache = await caches.match(url);
          const fromHttp = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
          return inCache !== undefined || fromHttp?.ok === true ? url : '';
        }),
      ).then((found) => found.filter((url) => url !== '')),
    urls,
  );
}

/** What these addresses answer this page's person. */
function answersTo(page: Page, urls: readonly string[]): Promise<readonly number[]> {
  return page.evaluate((wanted) => Promise.all(wanted.map(async (url) => (await fetch(url)).status)), urls);
}

test('[A-11] who leaves with another tab in the middle of a write, or by crash, leaves nothing for who signs in next', async ({
  page,
  context,
  profile,
}) => {
  const signInButton = (of: Page) => of.getByRole('button', { name: 'Sign in with SSO' });
  // In the middle of a write, with a second tab that is not told by anybody but the console.
  await signIn(page, 'operator');
  const other = await context.newPage();
  await other.goto('/operations/pipeline');
  await openScreen(other, { path: '/operations/evidence', heading: 'Evidence Management' });
  const links = await verifyPack(page);
  expect(links.length, 'the files were hashed by their links').toBeGreaterThan(0);
  expect(new Set(await answersTo(page, links)), 'the links are good').toEqual(new Set([200]));
  expect(await dumpDevice(page), 'the search itself works').toContain('EP-0931');
  await page.getByRole('button', { name: 'Done' }).click();
  await signOut(page, /Chebet Koech/);
  await expect(signInButton(other)).toBeVisible();
  await expectNothingLeft(other);
  expect(await cached(other, links)).toEqual([]);
  // The way back: neither the history nor the browser's frozen pages show what was there.
  await other.goBack();
  await expect(signInButton(other)).toBeVisible();
  const shown = await other.locator('body').innerText();
  expect(canaries.filter((canary) => shown.includes(canary))).toEqual([]);
  await other.close();

  // By crash: nobody signed out, the browser's process was killed, and the session went with it.
  await signIn(page, 'operator', '/login');
  await expect.poll(() => dumpDevice(page)).toContain('EP-0931');
  const again = await profile.kill();
  await again.clearCookies();
  const next = again.pages()[0] ?? (await again.newPage());
  await next.goto('/api/config');
  expect(await dumpDevice(next), 'there is something to be left behind').toContain('EP-0931');
  await signIn(next, 'kampala', '/login');
  await openScreen(next, { path: '/', heading: 'Overview' });
  await expectNothingLeft(next);
  expect(await cached(next, links)).toEqual([]);
  expect(new Set(await answersTo(next, links))).toEqual(new Set([403]));
});
