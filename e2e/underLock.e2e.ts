// Long: a lock over all that a person's device holds, and its files searched.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connected } from './support/connection.ts';
import { arrive } from './support/people.ts';
import { expect, test } from './support/test.ts';

/**
 * What somebody reads who takes a device with a closed lock (G-4): the files of the browser's profile are searched for every value that the platform told this person. What the product
 * itself says on every device is none of them, nor is where somebody has been, which the browser notes by itself.
 */

/** Texts of the product's own: everything that its files hold. */
function productText(): string {
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : /\.(js|css|html|json)$/.test(entry.name) ? [join(folder, entry.name)] : [],
    );
  return files('dist/web')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** May be read: numbers of the log, seals of the chain and who signed them, and how the answer itself is called. */
const mayStand = /^(epoch|seal|hash|prevHash|signature|jws|kid|headHash|correlationId|lastUpdated|nextCursor|tenantId|x|y|n|e)$/;

/** What the hub asks for, whole: a page does not see what its shared worker is answered. */
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

/** Every text of some length that the platform tells this person. */
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

/** What can be read of a file: runs of letters, as they are and two bytes each. */
function readable(file: string): string {
  const bytes = readFileSync(file);
  const runs = (text: string) => (text.match(/[\x20-\x7e]{6,}/g) ?? []).join('\n');
  const wide = [0, 1].map((from) => bytes.subarray(from, from + ((bytes.length - from) & ~1)));
  return [
    runs(bytes.toString('latin1')),
    ...wide.flatMap((each) => [runs(each.toString('utf16le')), runs(Buffer.from(each).swap16().toString('utf16le'))]),
  ].join('\n');
}

/** The same of one that the browser may remove while it is searched for. */
function textOf(file: string): string {
  try {
    return readable(file);
  } catch {
    return '';
  }
}

/** Where the browser itself notes which addresses were opened, and what it learnt of them. */
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

/** In the profile: sets a lock up, and waits until everything is sealed. */
async function lockBy(page: Page, pin: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Set Up App Lock' }).click();
  await page.getByRole('radio', { name: /PIN/ }).check();
  await page.getByLabel('PIN or password', { exact: true }).fill(pin);
  await page.getByLabel('The same again').fill(pin);
  await page.getByRole('button', { name: 'Set Up', exact: true }).click();
  await expect(panel(page).getByText('Locked by PIN')).toBeVisible({ timeout: 120_000 });
}

test('[G-4] [D-31] [A-23] under a lock the files of the profile hold no name, address, site, id or time of what the platform told, also of what stood there before the lock', async ({
  page,
  profile,
}) => {
  await arrive(page, 'admin', '/');
  await expect(connected(page)).toBeVisible();
  for (const path of ['/operations/verifications', '/operations/evidence', '/system/audit', '/system/incidents', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(connected(page)).toBeVisible();
  }
  const told = await toldBy(page);
  const { id: me } = (await (await page.request.get('/api/auth/me')).json()) as { readonly id: string }; // as the document has it
  const product = productText();
  // Databases are named by the ids of tenant and account (src/store/README.md): whose rows to remove is known without a key.
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
  // LevelDB's list of its files names the first and the last key of some that are no more; no page can have that written anew (src/store/README.md).
  expect(found.filter(isList).flatMap(([, hits]) => hits).length, 'keys in the list of files').toBeLessThan(12);
});

test.describe('in a browser that is all there, which keeps what was typed in forms', () => {
  test.use({ browserOptions: { whole: true } });

  test('[G-4] [A-23] under a lock its files hold no name or address that somebody typed in the console, nor what was searched for', async ({
    page,
    profile,
  }) => {
    await arrive(page, 'admin', '/profile');
    await lockBy(page, '48291357');
    const typed = { name: 'Wangari Muthoni-Kiprop', search: 'Kibwezi-Makindu' };
    const { email } = (await (await page.request.get('/api/auth/me')).json()) as { readonly email: string }; // as the document has it
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
