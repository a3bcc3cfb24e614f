import type { Locator } from '@playwright/test';
import { arrive } from './support/people.ts';
import { expect, test } from './support/test.ts';

async function expectWords(place: Locator, words: readonly string[]): Promise<void> {
  for (const word of words) await expect(place.getByText(word, { exact: true }).first(), word).toBeVisible();
}

test('[D-16] [C-13] [C-14] [C-15] [C-16] [C-18] [C-19] [C-89] with simulation off the overview shows the figures of the documents, exactly', async ({
  page,
  complaints,
}) => {
  await arrive(page, 'admin');
  const main = page.getByRole('main');
  await expectWords(main, ['1,228 of 1,247 verified', 'p50 2.3 s · p95 5.8 s', '5.8% manual review', '98.48%']);
  await expect(main.getByText(/Needs Attention:/)).toContainText('Needs Attention:');
  await expect(main.getByText('3 items in Dead Letter Queue require review')).toBeVisible();
  for (const [title, figure] of [
    ['Verification Accuracy', '98.5'],
    ['Avg Latency', '2.3'],
    ['Automation Rate', '94.2'],
    ['DLQ Items', '3'],
  ] as const) {
    await expect(
      main
        .getByRole('article', { name: title })
        .or(main.locator('article, section').filter({ has: page.getByRole('heading', { name: title, exact: true }) }))
        .first(),
    ).toContainText(figure);
  }
  await expect(main.getByRole('region', { name: 'System Health' })).toContainText(/4\s*of 4/);
  await expect(main.getByRole('region', { name: 'System Health' })).toContainText('Decision Service lag 12.4 min');
  await expect(main.getByRole('region', { name: 'System Health' })).toContainText(/22k/);
  await expect(main.getByRole('region', { name: /DGN Portfolio/ })).toContainText('View Full Dashboard');
  await expect(main.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(5);
  const notifications = main.getByRole('region', { name: /Notifications/ });
  await expect(notifications).toContainText('Attention Required');
  await expect(notifications.getByRole('listitem')).toHaveCount(3);
  const confidence = main.getByRole('region', { name: 'System Confidence' });
  await expect(confidence).toContainText('87');
  await expectWords(confidence, ['92%', '95%', 'Low']);
  await confidence.getByRole('button', { name: 'What does this mean?' }).click();
  await expect(page.getByRole('dialog')).toContainText('data quality, anomaly detection and rule adherence');
  expect(complaints.all()).toEqual([]);
});
