import { expect, type Page } from '@playwright/test';
import { headers } from '../../src/contracts/endpoints.ts';

/** The demo accounts by role (D-4); all share one password. */
export const people = {
  admin: 'admin@ukweli.example',
  bank: 'bank@ukweli.example',
  auditor: 'auditor@ukweli.example',
  operator: 'operator@ukweli.example',
  kampala: 'operator@kampala.example',
} as const;
export type Person = keyof typeof people;

/** An account that a test made itself. */
export interface Account {
  readonly email: string;
  readonly password: string;
}

export const demoPassword = 'Ukweli-2026!';

/** The first page of a fresh platform in a fresh browser takes longest. */
const patient = { timeout: 60_000 } as const;

/**
 * Starts with a session: one call gives the browser its cookie, then the requested page is opened. For tests of later steps: the
 * provider's form loads the console twice more. The browser must not have been on the platform before: a running hub would believe that
 * nobody is signed in.
 */
export async function arrive(page: Page, who: Person, path = '/'): Promise<void> {
  const origin = new URL((await page.request.get('/healthz')).url()).origin;
  const answer = await page.request.post('/api/auth/login', {
    headers: { origin, [headers.correlation]: crypto.randomUUID() },
    data: { email: people[who], password: demoPassword },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(path);
  await expectInside(page);
}

/** Signs in as a user does: the button, the provider's form, and back. Ends on the requested page. */
export async function signIn(page: Page, who: Person | Account, path = '/'): Promise<void> {
  const { email, password } = typeof who === 'string' ? { email: people[who], password: demoPassword } : who;
  await page.goto(path);
  await toProviderForm(page);
  await fillProviderForm(page, email, password);
  await expectInside(page);
}

/** From the console's sign-in page to the provider's form. */
export async function toProviderForm(page: Page): Promise<void> {
  const form = page.getByLabel('Email');
  const tooSlow = page.getByText('The platform did not answer in time.');
  // A fresh platform on a busy machine may be too slow for the first press. Press again only after the page says so.
  for (let press = 1; press <= 3; press += 1) {
    await page.getByRole('button', { name: 'Sign in with SSO' }).click();
    await expect(form.or(tooSlow).first()).toBeVisible(patient);
    if (await form.isVisible()) break;
  }
}

/** Includes hidden elements: an open dialog hides everything behind it from the accessibility tree. */
async function expectInside(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main', includeHidden: true }).filter({ visible: true });
  await expect(navigation.first()).toBeVisible(patient);
}

/** Fills in the provider's page: address and password. */
export async function fillProviderForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * Signs out by the menu and waits until the page has been to the provider's log-out and back: an earlier sign-in would race with the end
 * of the old session.
 * @param account matches the menu button, which carries the user's name
 */
export async function signOut(page: Page, account: RegExp): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-before-leaving', ''));
  await page.getByRole('button', { name: account }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.locator('html[data-before-leaving]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
}
