import type { Page } from '@playwright/test';
import { promote } from '../support/promote.ts';
import { goOn } from '../support/tabs.ts';

/** What the person at this console decides. Whether they may, whether the link stands and what comes of it is not asked: only whether the console says of it what is so. */

/** How long somebody looks for what they want to press, milliseconds: under a fault, or for a role that may not, it is not there. */
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
