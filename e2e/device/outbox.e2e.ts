import type { Page } from '@playwright/test';
import { type FaultProxy, refusalOf } from '../support/faultProxy.ts';
import { connected, disconnected } from '../support/connection.ts';
import { expect, test } from '../support/faultyTest.ts';
import { cookiesFor, createOracle } from '../support/oracle.ts';
import { arrive, signIn } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';

const queue = '/operations/dlq';
const commands = ({ path }: { readonly path: string }): boolean => path.startsWith('/api/dlq/');
const effectOf = (itemId: string) => ({ type: 'pipeline.dead_letter', resourceId: itemId });

// The full Chromium: the test kills its process.
test.use({ browserOptions: { whole: true } });

/** Selects the items and opens the exact preview; answers the dialog. */
async function preview(page: Page, ids: readonly string[]) {
  for (const id of ids) await page.getByRole('checkbox', { name: `Select dead letter ${id}` }).check();
  await page.getByRole('button', { name: ids.length === 1 ? 'Promote 1 item' : `Promote ${ids.length} items`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (const id of ids) await expect(dialog.getByRole('cell', { name: id })).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveCount(ids.length + 1);
  return dialog;
}

/** How many events in the platform's log say that each item left the queue. */
async function effects(page: Page, link: FaultProxy, ids: readonly string[]): Promise<number[]> {
  const log = await createOracle(link.direct(), await cookiesFor(page.context(), link.url)).log(0);
  return ids.map(
    (id) =>
      log.filter(({ type, resourceId, data }) => {
        const wanted = effectOf(id);
        return type === wanted.type && resourceId === wanted.resourceId && data['removed'] === true;
      }).length,
  );
}

test('promoted online, its answer lost, then with the link gone and the browser killed: each item goes once, and nothing unsent is thrown away unasked', {
  tag: ['@D-24', '@D-37', '@F-24'],
}, async ({ page, profile, link }) => {
  await arrive(page, 'admin', queue);
  await underServiceWorker(page); // The service worker opens the console when the platform cannot.
  await expect(connected(page)).toBeVisible();

  await test.step('the answer is lost: it is sent again with the same key, to one effect', async () => {
    const lose = link.fault({ on: commands, does: { kind: 'cut', afterBytes: 0, by: 'reset' } });
    const dialog = await preview(page, ['DLQ-00319']);
    await dialog.getByRole('button', { name: 'Promote DLQ-00319' }).click();
    await expect.poll(() => link.seen(commands)).toBeGreaterThanOrEqual(2);
    lose();
    await expect(page.getByText('1 of 1 item promoted')).toBeVisible();
    await expect(page.getByRole('button', { name: /DLQ-00319/ })).toHaveCount(0);
    expect(await effects(page, link, ['DLQ-00319'])).toEqual([1]);
  });

  await test.step('with the link gone it waits, says so, and can be taken back', async () => {
    link.turn('refused');
    await expect(disconnected(page)).toBeVisible();
    const dialog = await preview(page, ['DLQ-00317', 'DLQ-00318']);
    await expect(dialog.getByText('The platform cannot be reached right now.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Promote 2 items' }).click();
    await expect(page.getByText('Waiting to be sent')).toHaveCount(2);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0);
    await (await preview(page, ['DLQ-00317', 'DLQ-00318'])).getByRole('button', { name: 'Promote 2 items' }).click();
    await expect(page.getByText('Waiting to be sent')).toHaveCount(2);
  });

  const again = await test.step('the browser is killed and opened again: it still waits', async () => {
    const context = await profile.kill();
    const opened = context.pages()[0] ?? (await context.newPage());
    await opened.goto(queue);
    await expect(opened.getByText('Waiting to be sent')).toHaveCount(2);
    await expect(opened.getByRole('checkbox', { name: 'Select dead letter DLQ-00317' })).toBeDisabled();
    return opened;
  });

  await test.step('[DESIGN 3] leaving asks first what becomes of it', async () => {
    await again.getByRole('button', { name: /account/ }).click();
    await again.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = again.getByRole('alertdialog', { name: '1 action not sent yet' });
    await expect(question.getByText('DLQ-00317 DLQ-00318')).toBeVisible();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toHaveCount(0);
  });

  await test.step('the link is back: it is sent by itself, once', async () => {
    link.turn('open');
    const door = again.getByRole('button', { name: 'Sign in with SSO' });
    await expect(connected(again).or(door).first()).toBeVisible();
    // Chromium writes cookies every 30 s: if it was killed before, the session is lost and the outbox waits for the user to sign in.
    if (await door.isVisible()) await signIn(again, 'admin', queue);
    await expect(again.getByText('No failed items')).toBeVisible();
    await expect(again.getByText('3 of 3 items promoted')).toBeVisible();
    expect(await effects(again, link, ['DLQ-00317', 'DLQ-00318', 'DLQ-00319'])).toEqual([1, 1, 1]);
  });
});

test('in read-only mode it waits and says so; what drifted is refused by name and nothing of it is done; those who may not promote read why', {
  tag: ['@D-23', '@D-24', '@long'],
}, async ({ page, link }) => {
  await arrive(page, 'admin', queue);
  await expect(connected(page)).toBeVisible();

  await test.step('read-only: kept, banner, and over with the first that is accepted', async () => {
    const refusal = refusalOf(423, { code: 'read_only_mode', message: 'Read-only mode is on', correlationId: 'c' });
    const release = link.fault({ on: commands, does: refusal });
    await (await preview(page, ['DLQ-00319'])).getByRole('button', { name: 'Promote DLQ-00319' }).click();
    const banner = page.getByText('Emergency kill switch activated - all processing halted.');
    await expect(banner).toBeVisible();
    await expect(page.getByText('The platform is in read-only mode. It is sent when that is released.').first()).toBeVisible();
    expect(await effects(page, link, ['DLQ-00319'])).toEqual([0]);
    release();
    await expect(page.getByText('1 of 1 item promoted')).toBeVisible(); // Retried every 30 s.
    await expect(banner).toHaveCount(0);
  });

  await test.step('drift: refused by name, the others spared and offered again', async () => {
    const refusal = refusalOf(409, {
      code: 'conflict',
      message: 'DLQ-00318 has changed',
      correlationId: 'c',
      drifted: [{ id: 'DLQ-00318', reason: 'changed' }],
    });
    const pass = link.fault({ on: commands, does: refusal });
    await (await preview(page, ['DLQ-00317', 'DLQ-00318'])).getByRole('button', { name: 'Promote 2 items' }).click();
    await expect(page.getByText('DLQ-00318 has changed since. Nothing was promoted.').first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Items of Promote 2 items' })).toContainText('DLQ-00317not promoted');
    pass();
    await page.getByRole('button', { name: 'Look at 2 items again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Promote 2 items' }).click();
    await expect(page.getByText('No failed items')).toBeVisible();
    expect(await effects(page, link, ['DLQ-00317', 'DLQ-00318'])).toEqual([1, 1]);
  });
});
