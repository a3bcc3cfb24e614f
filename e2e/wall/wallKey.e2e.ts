// Long: a display's page restarts repeatedly and waits for its platform each time.
import type { BrowserContext, Page } from '@playwright/test';
import { connected } from '../support/connection.ts';
import { movablePlatform, movePlatform } from '../support/movableClock.ts';
import { expect, test } from '../support/test.ts';
import { dashboard, pairedWall } from '../support/wall.ts';

const patient = { timeout: 60_000 };
const dayMs = 24 * 3_600_000;

test.use({ platformEnv: movablePlatform });

/** The session cookie in the browser. */
const kept = async (context: BrowserContext) => (await context.cookies()).filter(({ name }) => name.endsWith('ukweli_session'));

/** The cookie header that a thief would copy. */
async function cookieOf(context: BrowserContext): Promise<string> {
  const [held] = await kept(context);
  return `${held?.name}=${held?.value}`;
}

/** Counts how often pages loaded from now on show a pairing code. */
async function watchCodes(page: Page): Promise<() => number> {
  let codes = 0;
  await page.exposeFunction('sawCode', () => void (codes += 1));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.wall-pairing') !== null) void (globalThis as unknown as { sawCode(): void }).sawCode(); // exposed above
    }).observe(document, { childList: true, subtree: true });
  });
  return () => codes;
}

test('a wall’s cookie is renewed by the key of its browser: copied, it opens nothing; off for weeks, the wall comes back by itself; without the key it asks to be paired again', {
  tag: ['@G-17', '@D-55', '@A-7', '@K-10'],
}, async ({ page: wall, context, platform }) => {
  test.setTimeout(300_000);
  const opens = async (cookie: string) => (await fetch(`${platform.url}/api/kpis`, { headers: { cookie } })).status;
  await pairedWall(wall, platform.url, { playlist: ['operations', 'payments'], dwellS: 600 });
  await expect(wall.getByText('98.5')).toBeVisible(patient);
  const copied = await cookieOf(context);
  expect(await opens(copied)).toBe(200);

  await test.step('the page begins anew, and its cookie is another', async () => {
    await wall.reload();
    await expect(wall.getByText('98.5')).toBeVisible(patient);
    await expect.poll(() => cookieOf(context)).not.toBe(copied);
  });

  await test.step('the browser is killed and has lost its newest cookie: the key has it renewed', async () => {
    const before = await kept(context);
    await wall.reload();
    await expect.poll(() => cookieOf(context)).not.toBe(`${before[0]?.name}=${before[0]?.value}`);
    await wall.close();
    movePlatform(platform, 5 * 60_000);
    await context.addCookies(before);
    const again = await context.newPage();
    const codes = await watchCodes(again);
    await again.goto('/wall');
    await expect(again.getByText('98.5')).toBeVisible(patient);
    await expect(connected(again)).toBeVisible(patient);
    expect(codes()).toBe(0);
    await again.close();
  });

  await test.step('it is off for three weeks: the copy opens nothing, and the wall shows its figures again, never a code', async () => {
    movePlatform(platform, 21 * dayMs);
    const stale = await cookieOf(context);
    expect([await opens(copied), await opens(stale)]).toEqual([401, 401]);
    const again = await context.newPage();
    const codes = await watchCodes(again);
    await again.goto('/wall');
    await expect(dashboard(again, 'Operations')).toBeVisible(patient);
    await expect(connected(again)).toBeVisible(patient);
    await expect(again.getByText(/^All figures live/)).toBeVisible({ timeout: 90_000 });
    expect(codes()).toBe(0);
    expect(await opens(await cookieOf(context))).toBe(200);
    await again.evaluate(() => indexedDB.deleteDatabase('ukweli-device'));
    await again.reload();
    // Its key is gone, and the platform accepts no other: only an administrator can approve it again.
    await expect(again.getByText(/Waiting to be approved/)).toBeVisible(patient);
  });
});
