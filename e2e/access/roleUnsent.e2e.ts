// Long: unsent commands wait for a platform that is down, until it is back.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { headers } from '../../src/contracts/endpoints.ts';
import { connected, disconnected } from '../support/connection.ts';
import { dumpDevice } from '../support/deviceStore.ts';
import { expect, test } from '../support/faultyTest.ts';
import { arrive, demoPassword, people } from '../support/people.ts';

const notes = ({ path }: { readonly path: string }): boolean => path.endsWith('/notes');

/** Changes an account through the platform's API, as an administrator on another device. */
async function changeBank(url: string, change: object): Promise<void> {
  const call = async (path: string, method: string, body: object, cookie: string): Promise<Response> => {
    const sent = {
      origin: url,
      cookie,
      'content-type': 'application/json',
      [headers.correlation]: crypto.randomUUID(),
      'idempotency-key': crypto.randomUUID(),
    };
    const answer = await fetch(`${url}${path}`, { method, headers: sent, body: JSON.stringify(body) });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return answer;
  };
  const signed = await call('/api/auth/login', 'POST', { email: people.admin, password: demoPassword }, '');
  const cookie = signed.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  await call('/api/v1/admin/users/usr-demo-bank', 'PATCH', change, cookie);
}

/** Adds a note while nothing can be sent, so that it waits. */
async function noteLater(page: Page, text: string): Promise<void> {
  await page.getByLabel(/^Note/).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('button', { name: 'Outbox: 1 unsent' })).toBeVisible();
}

test('a role changed by an administrator drops nothing that was not sent: it is kept, what the new role may not do is refused by name; of an account that was put out it is shown and saved as a file', {
  tag: ['@M-3', '@F-38', '@C-73'],
}, async ({ page, link }) => {
  await arrive(page, 'bank', '/system/incidents?incident=INC-0042');
  await expect(connected(page)).toBeVisible();
  const pass = link.fault({ on: notes, does: { kind: 'reset' } });
  await noteLater(page, 'Called the site.');

  await test.step('another role: the rows go, the decision stays, and is refused by name', async () => {
    await changeBank(link.url, { role: 'auditor' });
    await expect(page.getByText('1 action not sent yet is kept', { exact: false })).toBeVisible();
    pass();
    await expect(page.getByRole('button', { name: 'Outbox: 1 refused' })).toBeVisible();
    await page.getByRole('button', { name: 'Outbox: 1 refused' }).click();
    await expect(page.getByText('Called the site.').first()).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('refused.png') });
    await page.getByRole('list', { name: 'Refused actions' }).getByRole('button', { name: 'Dismiss' }).click();
  });

  await test.step('put out: nothing of it is on the disk, and the person can save it', async () => {
    await changeBank(link.url, { role: 'bank_ops' });
    await page.goto('/system/incidents?incident=INC-0042');
    await expect(connected(page)).toBeVisible();
    link.fault({ on: notes, does: { kind: 'reset' } });
    await noteLater(page, 'Power is back.');
    await changeBank(link.url, { status: 'inactive' });
    const gone = page.getByRole('alertdialog', { name: '1 action not sent and not kept' });
    await expect(gone.getByText('Power is back.')).toBeVisible();
    for (const [name, width, height] of [
      ['gone-desktop', 1440, 900],
      ['gone-phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
    }
    const coming = page.waitForEvent('download');
    await gone.getByRole('button', { name: 'Save as a file' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^unsent-actions-\d{8}T\d{6}Z\.txt$/);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('1. Add a note to INC-0042\n   Decided: ');
    expect(text).toContain(people.bank);
    expect(await dumpDevice(page)).not.toContain('Power is back.');
    await gone.getByRole('button', { name: 'Close' }).click();
    await expect(gone).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
    await expect(disconnected(page)).toHaveCount(0);
  });
});
