import type { Page } from '@playwright/test';
import { connected, disconnected } from './support/connection.ts';
import { signIn } from './support/people.ts';
import { openProfile, type Profile } from './support/profile.ts';
import { expect, test } from './support/test.ts';

const incidents = '/system/incidents';
const governance = '/insights/ai-governance';
const stopped = 'Emergency kill switch activated - all processing halted.';
const note = 'Two workers added; the queue shrinks.';
const ending = 'The queue is worked off.';
const why = 'The photo of the seal shows another serial number.';

/** What the platform answers a change that a page sends by itself, as any client could. */
function changeStatus(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answer = await fetch('/api/incidents/INC-0041/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': crypto.randomUUID(), 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ text: 'Sent around the console.' }),
    });
    return answer.status;
  });
}

test('[C-36, C-37, C-63, D-23, F-24] an incident handled with the link gone and sent later, an override asked for by one and approved by another, and the kill switch seen everywhere, refusing changes until an administrator releases it', async ({
  page,
  platform,
  complaints,
}) => {
  let other: Profile | null = null;
  try {
    await signIn(page, 'operator', `${incidents}?incident=INC-0042`);
    await expect(connected(page)).toBeVisible();
    const drawer = page.getByRole('complementary', { name: 'Incident INC-0042' });
    const decisions = page.getByRole('list', { name: 'Your decisions' });

    await test.step('with the platform gone it is acknowledged, noted and resolved: all three wait, in this order', async () => {
      await expect(drawer.getByText('Opened by the platform')).toBeVisible();
      await platform.stop();
      await expect(disconnected(page)).toBeVisible({ timeout: 60_000 });
      await drawer.getByRole('button', { name: 'Acknowledge' }).click();
      await expect(decisions.getByText('Acknowledge INC-0042')).toBeVisible();
      await drawer.getByLabel('Note, or what ended it').fill(note);
      await drawer.getByRole('button', { name: 'Add note' }).click();
      await expect(drawer.getByText(note)).toBeVisible();
      await drawer.getByLabel('Note, or what ended it').fill(ending);
      await drawer.getByRole('button', { name: 'Resolve' }).click();
      await expect(decisions.getByText('Waiting', { exact: true })).toHaveCount(3);
      await expect(drawer.getByText('waiting to be sent', { exact: true })).toHaveCount(3);
      await expect(page.getByRole('button', { name: 'Activate kill switch' })).toHaveAttribute('aria-disabled', 'true');
      await expect(page.getByText('The kill switch needs the network, and the platform cannot be reached just now.').last()).toBeVisible();
    });

    await test.step('the platform is back: they are sent by themselves, once each', async () => {
      await platform.start();
      await expect(decisions.getByText('Sent', { exact: true })).toHaveCount(3, { timeout: 60_000 });
      await expect(drawer.getByText('Resolved', { exact: true }).first()).toBeVisible();
      await expect(drawer.getByText('waiting to be sent', { exact: true })).toHaveCount(0);
      for (const title of ['Acknowledged by Chebet Koech', 'Note by Chebet Koech', 'Resolved by Chebet Koech'])
        await expect(drawer.getByText(title, { exact: true })).toHaveCount(1);
    });

    other = await openProfile(platform.url);
    const second = other.context.pages()[0] ?? (await other.context.newPage());
    await signIn(second, 'admin', `${incidents}?incident=INC-0042`);
    await expect(second.getByText(ending)).toBeVisible();

    await test.step('an override is asked for by one and approved by another, never by whoever asked', async () => {
      await page.goto(`${governance}?ask=new`);
      const dialog = page.getByRole('dialog', { name: 'Ask for an override' });
      const predictions = dialog.getByLabel('Prediction', { exact: true });
      const free = await predictions.locator('option', { hasText: 'VerifierAgent: verified' }).first().getAttribute('value');
      await predictions.selectOption(free);
      await dialog.getByLabel('Instead of the prediction').selectOption('disputed');
      await dialog.getByLabel('Justification').fill(why);
      await dialog.getByRole('button', { name: 'Ask for approval' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('list', { name: 'Your decisions' }).getByText('Sent', { exact: true }).first()).toBeVisible();
      const row = page.getByRole('row', { name: /OVR-0005/ });
      await expect(row).toContainText('Pending');
      await row.getByText('OVR-0005').click();
      const own = page.getByRole('complementary', { name: 'Request OVR-0005' });
      await expect(own.getByText('You asked for it: somebody else has to decide.')).toBeVisible();
      await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);

      await second.goto(`${governance}?override=OVR-0005`);
      const theirs = second.getByRole('complementary', { name: 'Request OVR-0005' });
      await expect(theirs.getByText(why)).toBeVisible();
      await theirs.getByRole('button', { name: 'Approve' }).click();
      await expect(theirs.getByText('Approved').first()).toBeVisible();
      await expect(own.getByText('Wanjiru Kamau').first()).toBeVisible();
      await expect(own.getByText('You asked for it. Changed, it loses its approval and waits for a new one.')).toBeVisible();
    });

    await test.step('the kill switch, typed and with a reason, is on every console within 2 s', async () => {
      await second.goto(`${incidents}?control=stop`);
      const question = second.getByRole('alertdialog', { name: 'Activate the emergency kill switch?' });
      await question.getByRole('button', { name: 'Halt all processing' }).click();
      await expect(question.getByText('Type the word STOP, in capitals.')).toBeVisible();
      await question.getByLabel('Type STOP to confirm').fill('STOP');
      await question.getByLabel('Reason').fill('Meter fraud at Kilifi');
      await expect(connected(page)).toBeVisible();
      // Measured in the other console's own page: how long after the click its banner stood there.
      const seen = page.evaluate(
        (words) =>
          new Promise<number>((resolve) => {
            const look = (): void => {
              if (document.body.textContent?.includes(words) !== true) return;
              watching.disconnect();
              resolve(Date.now());
            };
            const watching = new MutationObserver(look);
            watching.observe(document.body, { childList: true, subtree: true, characterData: true });
            look();
          }),
        stopped,
      );
      const pressedAt = Date.now();
      await question.getByRole('button', { name: 'Halt all processing' }).click();
      expect((await seen) - pressedAt).toBeLessThan(2000);
      await expect(page.getByText('Wanjiru Kamau: Meter fraud at Kilifi')).toBeVisible();
      await expect(second.getByText(stopped)).toBeVisible();
    });

    await test.step('changes are refused with 423 and wait in the person’s own words', async () => {
      expect(await changeStatus(second)).toBe(423);
      await page.goto(`${incidents}?incident=INC-0041`);
      const held = page.getByRole('complementary', { name: 'Incident INC-0041' });
      await held.getByLabel('Note', { exact: true }).fill(note);
      await held.getByRole('button', { name: 'Add note' }).click();
      await expect(held.getByText('The platform is in read-only mode. It is sent when that is released.')).toBeVisible();
      // A console that opens only now shows it too: it asks.
      await expect(page.getByText(stopped)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Release kill switch' })).toHaveAttribute('aria-disabled', 'true');
    });

    await test.step('an administrator releases it: the banner goes, and what waited is sent', async () => {
      await second.getByRole('button', { name: 'Release kill switch' }).click();
      const question = second.getByRole('alertdialog', { name: 'Release the kill switch?' });
      await question.getByLabel('Reason').fill('Meters replaced');
      await question.getByRole('button', { name: 'Release', exact: true }).click();
      await expect(page.getByText(stopped)).toHaveCount(0);
      await expect(page.getByRole('complementary', { name: 'Incident INC-0041' }).getByText('Note by Chebet Koech')).toBeVisible();
      await expect(second.getByText('Processing', { exact: true }).first()).toBeVisible();
      expect(await changeStatus(second)).toBe(200);
    });
    expect(complaints.besidesOutage()).toEqual([]);
  } finally {
    await other?.close();
  }
});
