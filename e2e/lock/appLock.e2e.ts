// Long: browsers that restart behind a lock, and the pauses after wrong attempts.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { asOfTime, connected } from '../support/connection.ts';
import { plainRows } from '../support/deviceStore.ts';
import { holdTime, movableHub, movablePlatform } from '../support/movableClock.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

const minuteMs = 60_000;
const pin = '48291357';

/** The figures of the health cards as displayed. */
async function figures(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Evidence Storage' })).toBeVisible();
  const texts = page.getByText(/^(\d+(\.\d+)?%|\d+ ms)$/);
  // The cards, and the rows of the table below them.
  await expect.poll(() => texts.count()).toBeGreaterThan(24);
  return texts.allInnerTexts();
}

const panel = (page: Page) => page.getByRole('region', { name: /App Lock/ });
const locked = (page: Page) => page.getByRole('heading', { level: 1, name: 'Locked' });

/** All user data in IndexedDB and the caches, as text; bytes are read as Latin-1. */
function held(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const decoder = new TextDecoder('latin1');
    const texts: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined || name === 'ukweli-meta') continue;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error(name));
      });
      for (const table of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const asking = db.transaction(table).objectStore(table).getAll();
          asking.onsuccess = () => resolve(asking.result);
          asking.onerror = () => reject(new Error(table));
        });
        texts.push(
          JSON.stringify(rows, (_, value: unknown) =>
            value instanceof ArrayBuffer || value instanceof Uint8Array ? decoder.decode(value) : value,
          ),
        );
      }
      db.close();
    }
    for (const name of await caches.keys()) if (name.startsWith('ukweli-api:')) texts.push(`cache ${name}`);
    return texts.join('\n');
  });
}

test.describe('by passkey', () => {
  test.use({ beforeHub: movableHub, platformEnv: movablePlatform });

  test('a lock by passkey encrypts what the device holds; after half an hour with nobody there and with the platform gone it opens by the passkey alone, and figures have their age; the platform back, it asks to sign in', {
    tag: ['@D-31'],
  }, async ({ page, context, platform, complaints }) => {
    const move = await holdTime(page, platform);
    await addAuthenticator(page, { hasPrf: true });
    await arrive(page, 'operator', '/system/health');
    await expect(connected(page)).toBeVisible();
    const before = await figures(page);
    // The hub, and with it the key, lives as long as any tab.
    const other = await context.newPage();
    await other.goto('/system/health');
    await expect.poll(() => figures(other)).toEqual(before);

    await page.goto('/profile');
    await expect(panel(page)).toContainText('stays on this device unencrypted until your next sign-in, 72 hours at most');
    await panel(page).getByRole('button', { name: 'Set Up App Lock' }).click();
    await expect(page.getByRole('radio', { name: /Passkey/ })).toBeChecked();
    await page.getByRole('button', { name: 'Set Up', exact: true }).click();
    await expect(panel(page).getByText('Locked by passkey')).toBeVisible();
    const stored = await held(page);
    expect(stored).toContain('evidence_storage'); // A key in the clear: proves that the searches below would find text.
    expect(stored).not.toContain('uptime');
    expect(stored).not.toContain('cache ukweli-api');
    expect(await plainRows(page), 'rows in the clear').toEqual([]);

    await page.goto('/system/health');
    for (const tab of [page, other]) await expect.poll(() => figures(tab)).toEqual(before);
    expect(complaints.all()).toEqual([]);
    await test.step('nobody there for half an hour: covered, at the same address', async () => {
      await move(31 * minuteMs);
      for (const tab of [page, other]) {
        await expect(locked(tab)).toBeVisible();
        await expect(tab).toHaveURL('/system/health');
        await expect(tab.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
      }
      await expectAccessible(page);
    });
    await platform.stop();
    await page.getByRole('button', { name: 'Unlock with passkey' }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
      await expect.poll(() => figures(tab)).toEqual(before);
      await expect(tab.getByText(asOfTime).first()).toBeVisible();
    }

    await platform.start();
    await expect(page.getByText('Your session has expired.')).toBeVisible();
  });
});

test('a lock by PIN: with the platform gone and the browser started anew the lock stands before the console; wrong PINs are refused, each with a longer wait; the right one opens rows with their age, and with the platform back they are live', {
  tag: ['@D-31', '@G-5'],
}, async ({ page, context, profile, platform, complaints }) => {
  await arrive(page, 'operator', '/system/health');
  await underServiceWorker(page);
  await expect(connected(page)).toBeVisible();
  const before = await figures(page);
  const profileTab = await context.newPage();
  await profileTab.goto('/profile');
  await panel(profileTab).getByRole('button', { name: 'Set Up App Lock' }).click();
  await profileTab.getByRole('radio', { name: /PIN/ }).check();
  await expect(profileTab.getByText('Weaker')).toBeVisible();
  await profileTab.getByLabel('PIN or password', { exact: true }).fill('12345678');
  await expect(profileTab.getByText('Digits in sequence are easy to guess')).toBeVisible();
  await profileTab.getByLabel('PIN or password', { exact: true }).fill(pin);
  await profileTab.getByLabel('Repeat it').fill(pin);
  expect(await plainRows(page), 'the search itself works').not.toEqual([]);
  await profileTab.getByRole('button', { name: 'Set Up', exact: true }).click();
  await expect(panel(profileTab).getByText('Locked by PIN')).toBeVisible();
  expect(await plainRows(page), 'rows in the clear').toEqual([]);
  await expect(connected(page)).toBeVisible();
  await expect.poll(() => figures(page)).toEqual(before);
  await profileTab.close();
  await test.step('a reload of the only tab ends the hub, and locks nobody out', async () => {
    await page.reload();
    await expect.poll(() => figures(page)).toEqual(before);
    await expect(connected(page)).toBeVisible();
  });
  expect(complaints.all()).toEqual([]);

  await platform.stop();
  const anew = await profile.reopen();
  const again = anew.pages()[0] ?? (await anew.newPage());
  await again.goto('/system/health');
  await expect(locked(again)).toBeVisible();
  await expect(again.getByText('This device is locked. Unlock to open its data.')).toBeVisible();
  for (const left of ['9 attempts are left', '8 attempts are left']) {
    await again.getByLabel('PIN', { exact: true }).fill('48291358');
    // Each pause is longer than the one before.
    await expect(again.getByRole('timer')).toHaveCount(0);
    await again.getByRole('button', { name: 'Unlock' }).click();
    await expect(again.getByText(left)).toBeVisible();
  }
  await expect(again.getByRole('timer')).toHaveText(/^Next attempt in 0:0[1-5]$/);
  await again.getByLabel('PIN', { exact: true }).fill(pin);
  await expect(again.getByRole('timer')).toHaveCount(0);
  await again.getByRole('button', { name: 'Unlock' }).click();
  await expect(again.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
  await expect.poll(() => figures(again)).toEqual(before);
  await expect(again.getByText(asOfTime).first()).toBeVisible();

  await platform.start();
  await expect(connected(again)).toBeVisible();
  await expect(again.getByText(/^Live/).first()).toBeVisible();
});

test('while the platform is reached it counts wrong PINs too, and the larger count holds', { tag: ['@G-5', '@A-24'] }, async ({
  page,
  profile,
}) => {
  await arrive(page, 'operator', '/profile');
  await panel(page).getByRole('button', { name: 'Set Up App Lock' }).click();
  await page.getByRole('radio', { name: /PIN/ }).check();
  await page.getByLabel('PIN or password', { exact: true }).fill(pin);
  await page.getByLabel('Repeat it').fill(pin);
  await page.getByRole('button', { name: 'Set Up', exact: true }).click();
  await expect(panel(page).getByText('Locked by PIN')).toBeVisible();
  // As after six wrong attempts whose counter was reset on the device.
  const told = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Correlation-ID': crypto.randomUUID() };
    return (await fetch('/api/auth/lock-tries', { method: 'POST', headers, body: JSON.stringify({ wrong: 6 }) })).json();
  });
  expect(told).toEqual({ wrong: 6 });
  const anew = await profile.reopen();
  const again = anew.pages()[0] ?? (await anew.newPage());
  await again.goto('/profile');
  await again.getByLabel('PIN', { exact: true }).fill('48291358');
  await again.getByRole('button', { name: 'Unlock' }).click();
  await expect(again.getByText('3 attempts are left')).toBeVisible();
  await expect(again.getByRole('timer')).toHaveText(/^Next attempt in (9:5\d|10:0\d)$/);
});
