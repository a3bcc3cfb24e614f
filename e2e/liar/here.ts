import type { Page } from '@playwright/test';
import { promote } from '../support/promote.ts';
import { goOn } from '../support/tabs.ts';

/**
 * Commands of the user at this console. Permission, link and outcome do not matter here: only whether the console tells the truth about
 * them.
 */

/** How long to look for a control, milliseconds: under a fault or for some roles it does not exist. */
const looks = 2_000;

/** Writes a note on an incident. */
export async function noteHere(page: Page, incidentId: string, text: string): Promise<void> {
  await goOn(page, `/system/incidents?incident=${incidentId}`);
  const box = page.getByRole('textbox', { name: /^Note/ });
  await box
    .fill(text, { timeout: looks })
    .then(() => page.getByRole('button', { name: 'Add note' }).click({ timeout: looks }))
    .catch(() => null);
}

/** Promotes the first dead letter of the queue. */
export async function promoteHere(page: Page): Promise<void> {
  await goOn(page, '/operations/dlq');
  const first = page.getByRole('checkbox', { name: /^Select dead letter / }).first();
  const name = await first.getAttribute('aria-label', { timeout: looks }).catch(() => null);
  const id = name?.replace('Select dead letter ', '');
  if (id === undefined || (await first.isDisabled())) return;
  page.setDefaultTimeout(looks);
  await promote(page, id).catch(() => null);
  page.setDefaultTimeout(0);
}
