// Long: some hundred notes on one incident.
import { headers } from '../../src/contracts/endpoints.ts';
import { connected, disconnected } from '../support/connection.ts';
import { arrive } from '../support/people.ts';
import { goOn } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

test('the drawer of an incident with many notes shows the newest, says how many are missing, and brings them on a press, from the device too once they were brought', {
  tag: ['@G-20', '@A-26'],
}, async ({ page, platform }) => {
  await arrive(page, 'operator');
  await expect(connected(page)).toBeVisible();
  for (let number = 1; number <= 70; number += 1) {
    const answer = await page.request.post('/api/incidents/INC-0042/notes', {
      headers: {
        origin: platform.url,
        [headers.correlation]: crypto.randomUUID(),
        [headers.idempotency]: `long-timeline-${String(number).padStart(6, '0')}`,
      },
      data: { text: `Note number ${number}.` },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  const drawer = page.getByRole('complementary', { name: 'Incident INC-0042' });
  const line = (text: string) => drawer.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) });
  const more = drawer.getByRole('button', { name: 'Show 50 of 61 earlier lines' });

  await test.step('the newest ten, and how many are missing', async () => {
    await goOn(page, '/system/incidents?incident=INC-0042');
    await expect(line('Note number 70.')).toBeVisible();
    await expect(line('Note number 61.')).toBeVisible();
    await expect(line('Note number 60.')).toHaveCount(0);
    await expect(more).toBeVisible();
  });

  await test.step('a press brings the next fifty, and the focus goes to the first of them; another one the rest', async () => {
    await more.click();
    await expect(line('Note number 11.')).toBeFocused();
    await expect(line('Note number 60.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Show 11 earlier lines' }).click();
    await expect(line('Note number 1.')).toBeVisible();
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Opened by the platform' })).toBeFocused();
    await expect(drawer.getByRole('button', { name: /earlier line/ })).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath('timeline.png') });
  });

  await test.step('without the platform the newest are held, and what was brought is brought again', async () => {
    await goOn(page, '/system/health');
    await platform.stop();
    await expect(disconnected(page)).toBeVisible({ timeout: 90_000 });
    await goOn(page, '/system/incidents?incident=INC-0042');
    await expect(line('Note number 70.')).toBeVisible();
    await more.click();
    await expect(line('Note number 11.')).toBeVisible();
  });
});
