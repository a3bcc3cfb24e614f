// Long: a lock over all data of a user's device, and a search through its files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connected } from '../support/connection.ts';
import { arrive } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/**
 * What a thief of a locked device can read (G-4): the files of the browser's profile are searched for every value that the platform sent
 * to this user, except texts of the product itself and the browser's own history of visited addresses.
 */

/** The product's own texts: the contents of all its files. */
function productText(): string {
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : /\.(js|css|html|json)$/.test(entry.name) ? [join(folder, entry.name)] : [],
    );
  return files('dist/web')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** Fields that may be readable: log numbers, the chain's seals and key ids, and the answers' own metadata. */
const mayStand = /^(epoch|seal|hash|prevHash|signature|jws|kid|headHash|correlationId|lastUpdated|nextCursor|tenantId|x|y|n|e)$/;

/** The hub's reads, repeated here in full: a page cannot see the answers to its shared worker. */
const asked = [
  'verifications',
  'evidence',
  'audit',
  'activity',
  'notifications',
  'dlq',
  'schools',
  'refinance/portfolios',
  'rbf/payments',
  'incidents',
  'auth/me',
];

/** Every longer text that the platform sends to this user. */
async function toldBy(page: Page): Promise<ReadonlySet<string>> {
  const told = new Set<string>();
  const take = (value: unknown, field: string): void => {
    if (Array.isArray(value)) for (const inner of value) take(inner, field);
    else if (typeof value === 'object' && value !== null) for (const [name, inner] of Object.entries(value)) take(inner, name);
    else if (typeof value === 'string' && value.length >= 8 && !mayStand.test(field)) told.add(value);
  };
  for (const path of asked) {
    const answer = await page.request.get(`/api/${path}`);
    if (answer.ok()) take(await answer.json(), '');
  }
  return told;
}

/** The readable parts of a file: runs of letters, in one-byte and two-byte encoding. */
function readable(file: string): string {
  const bytes = readFileSync(file);
  const runs = (text: string) => (text.match(/[\x20-\x7e]{6,}/g) ?? []).join('\n');
  const wide = [0, 1].map((from) => bytes.subarray(from, from + ((bytes.length - from) & ~1)));
  return [
    runs(bytes.toString('latin1')),
    ...wide.flatMap((each) => [runs(each.toString('utf16le')), runs(Buffer.from(each).swap16().toString('utf16le'))]),
  ].join('\n');
}

/** The same; empty if the browser deletes the file meanwhile. */
function textOf(file: string): string {
  try {
    return readable(file);
  } catch {
    return '';
  }
}

/** Files in which the browser records visited addresses. */
const ownHistory = /\/(History|Favicons|Top Sites|Shortcuts|Network Action Predictor|Sessions|Visited Links)(\/|-journal|$)/;

function search(folder: string, values: ReadonlySet<string>): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && !ownHistory.test(path.slice(folder.length))) {
        const text = textOf(path);
        const hits = [...values].filter((value) => text.includes(value));
        if (hits.length > 0) found[path.slice(folder.length)] = hits;
      }
    }
  };
  walk(folder);
  return found;
}

const panel = (page: Page) => page.getByRole('region', { name: /App Lock/ });

/** On the profile page: sets up a lock and waits until everything is encrypted. */
async function lockBy(page: Page, pin: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Set Up App Lock' }).click();
  await page.getByRole('radio', { name: /PIN/ }).check();
  await page.getByLabel('PIN or password', { exact: true }).fill(pin);
  await page.getByLabel('Repeat it').fill(pin);
  await page.getByRole('button', { name: 'Set Up', exact: true }).click();
  await expect(panel(page).getByText('Locked by PIN')).toBeVisible({ timeout: 120_000 });
}

test('under a lock the files of the profile hold no name, address, site, id or time of what the platform told, also of what stood there before the lock', {
  tag: ['@G-4', '@D-31', '@A-23'],
}, async ({ page, profile }) => {
  await arrive(page, 'admin', '/');
  await expect(connected(page)).toBeVisible();
  for (const path of ['/operations/verifications', '/operations/evidence', '/system/audit', '/system/incidents', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(connected(page)).toBeVisible();
  }
  const told = await toldBy(page);
  const { id: me } = (await (await page.request.get('/api/auth/me')).json()) as { readonly id: string }; // The documented shape.
  const product = productText();
  // Databases are named by tenant and account id (src/store/README.md), so that they can be deleted without the key.
  const values = new Set([...told].filter((value) => !product.includes(value) && value !== me));
  const names = [...values].filter((value) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(value));
  expect(values.size).toBeGreaterThan(300);
  expect(names.length, 'people among them').toBeGreaterThan(2);
  const before = search(profile.folder, values);
  expect(Object.values(before).flat().length, 'the search itself works').toBeGreaterThan(300);

  await lockBy(page, '48291357');
  const again = (await profile.reopen()).pages()[0] ?? (await profile.context.newPage());
  await again.goto('/');
  await expect(again.getByRole('heading', { level: 1, name: 'Locked' })).toBeVisible();
  await profile.reopen();
  const found = Object.entries(search(profile.folder, values));
  const isList = ([file]: (typeof found)[number]): boolean => /\/MANIFEST-\d+$/.test(file);
  expect(found.filter((each) => !isList(each))).toEqual([]);
  // LevelDB's manifest names the first and last key of files, some already deleted; a page cannot force a rewrite (src/store/README.md).
  expect(found.filter(isList).flatMap(([, hits]) => hits).length, 'keys in the list of files').toBeLessThan(12);
});

test.describe('in a browser that is all there, which keeps what was typed in forms', () => {
  test.use({ browserOptions: { whole: true } });

  test('under a lock its files hold no name or address that somebody typed in the console, nor what was searched for', {
    tag: ['@G-4', '@A-23'],
  }, async ({ page, profile }) => {
    await arrive(page, 'admin', '/profile');
    await lockBy(page, '48291357');
    const typed = { name: 'Wangari Muthoni-Kiprop', search: 'Kibwezi-Makindu' };
    const { email } = (await (await page.request.get('/api/auth/me')).json()) as { readonly email: string }; // The documented shape.
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
    await dialog.getByLabel('Full Name').fill(typed.name);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(typed.name).first()).toBeVisible();
    await page.goto('/admin/users');
    await page.getByRole('searchbox').first().fill(typed.search);
    await expect(page.getByRole('searchbox').first()).toHaveValue(typed.search);
    const again = (await profile.reopen()).pages()[0] ?? (await profile.context.newPage());
    await again.goto('/');
    await expect(again.getByRole('heading', { level: 1, name: 'Locked' })).toBeVisible();
    await profile.reopen();
    expect(search(profile.folder, new Set([typed.name, typed.search, email]))).toEqual({});
  });
});
