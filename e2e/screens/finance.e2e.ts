// Long: every figure, filter and signature of three screens.
import type { Locator, Page } from '@playwright/test';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import { everythingFetched, figuresAtRest, figuresShown } from '../support/figures.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const drawer = (page: Page, name: string): Locator => page.getByRole('complementary', { name, exact: true });

/** The screens of finance and compliance, each with the elements that appear last. */
const four: Readonly<Record<string, (page: Page) => readonly Locator[]>> = {
  '/finance/dgn': (page) => [
    page.getByText('All 19 signatures verified here'),
    panel(page, 'Trends').getByRole('img', { name: /^Recycling rate.*%/ }),
  ],
  '/finance/rbf': (page) => [
    page.getByText('All 31 signatures verified here'),
    panel(page, 'Trends').getByRole('img', { name: /^Completion rate.*%/ }),
  ],
  '/finance/schools': (page) => [page.getByRole('img', { name: /^Nakuru West Girls.: measured uptime.*%/ })],
  '/insights/compliance': (page) => [
    page.getByRole('grid', { name: 'Reports' }).getByRole('row').nth(2),
    page.getByRole('list', { name: 'Assets by data quality' }),
  ],
};

/** Opens each of the four, waits for its last elements, and calls `look`. */
async function openFour(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const [path, last] of Object.entries(four)) {
    await page.goto(path);
    for (const shown of last(page)) await expect(shown).toBeVisible();
    await look(path);
  }
}

/** Changes members of a row in the device's store, as an attacker with access to the device could. */
async function alterRow(page: Page, store: string, id: string, change: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate(
    async ({ table, key, members }) => {
      const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('ukweli:')) ?? '';
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const writing = db.transaction(table, 'readwrite');
          const rows = writing.objectStore(table);
          const reading = rows.get(key);
          reading.addEventListener('success', () => {
            const row = reading.result as { payload: Record<string, unknown> }; // the store's own row
            // Remove the row's checksum, as an attacker who knows of it would: the signature must reveal the change.
            rows.put({ ...row, sum: undefined, payload: { ...row.payload, ...members } });
          });
          writing.addEventListener('complete', () => {
            db.close();
            resolve();
          });
        });
      });
    },
    { table: store, key: id, members: change },
  );
}

test('finance: the seed’s figures, filters in the address, signatures checked here, a claim followed to its key with the platform gone', {
  tag: ['@C-30', '@C-31', '@C-32', '@C-41', '@C-49', '@C-60', '@D-28', '@D-33', '@K-5', '@P-2'],
}, async ({ page, platform, profile, complaints }) => {
  await arrive(page, 'admin', '/finance/dgn');

  await test.step('the portfolios of the seed, stage by stage', async () => {
    const stages = panel(page, 'Lifecycle').getByRole('listitem');
    await expect(stages).toHaveText([
      /Eligible.*KES 12,400k.*6 portfolios/s,
      /Frozen.*KES 3,100k.*2 portfolios/s,
      /Packaged.*KES 6,800k.*3 portfolios/s,
      /Sold.*KES 9,600k.*4 portfolios/s,
      /Recycled.*KES 4,100k.*2 portfolios/s,
    ]);
    await expect(page.getByRole('main')).toContainText(/Defaulted\s*1 portfolio\s*KES 350k/);
    await expect(page.getByRole('main')).toContainText(/Written off\s*1 portfolio\s*KES 120k/);
    await expect(panel(page, 'Liquidity')).toContainText(/Recycling rate\s*11\.4%/);
    await expect(panel(page, 'Trends').getByRole('img', { name: /^Receivables/ })).toHaveAccessibleName(/KES 31,900k/);
    await expect(page.getByText('All 19 signatures verified here')).toBeVisible();
  });

  await test.step('a filter is in the address, and a portfolio’s covenant is checked on this device', async () => {
    await page.getByRole('button', { name: 'State: All states' }).click();
    await page.getByRole('menuitemradio', { name: /Packaged/ }).click();
    await expect(page).toHaveURL(/state=packaged/);
    const rows = page.getByRole('grid', { name: 'Refinance portfolios' }).getByRole('row');
    await expect(rows).toHaveCount(4);
    // The strip shows the same filter and can also remove it.
    const packaged = panel(page, 'Lifecycle').getByRole('button', { name: 'Packaged' });
    await expect(packaged).toHaveAttribute('aria-pressed', 'true');
    await packaged.click();
    await expect(page).not.toHaveURL(/state=/);
    await packaged.press('Enter');
    await expect(page).toHaveURL(/state=packaged/);
    await rows.filter({ hasText: 'DGN-014' }).click();
    await expect(page).toHaveURL(/state=packaged&open=DGN-014/);
    const details = drawer(page, 'Portfolio DGN-014');
    const verdict = details.getByRole('region', { name: 'Verdict: Verified' });
    await expect(verdict).toContainText(/Terms intact\s*Passed.*Signed by a trusted key\s*Passed.*ukweli-2025-05-02-[\w-]{12}/s);
    await expect(details).toContainText('Next: Sold or Defaulted.');
    await expect(details.getByRole('link', { name: 'KE-KLF-011' })).toBeVisible();
    await expectSoundInBothThemes(page, 'A portfolio in its drawer');
    await details.getByRole('button', { name: 'Portfolio above' }).click();
    await expect(page).toHaveURL(/open=DGN-010/);
    // "Above" refers to the list as sorted at present.
    const receivables = page.getByRole('columnheader', { name: 'Receivables' });
    await receivables.getByRole('button').click();
    await expect(receivables).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/sort=-receivables/);
    await page.reload();
    await expect(receivables).toHaveAttribute('aria-sort', 'descending');
    const [above = '', below = ''] = await rows.getByRole('gridcell').filter({ hasText: /^DGN-/ }).allTextContents();
    await rows.filter({ hasText: below }).click();
    await drawer(page, `Portfolio ${below}`).getByRole('button', { name: 'Portfolio above' }).click();
    await expect(page).toHaveURL(new RegExp(`open=${above}`));
  });

  await test.step('payments and schools of the seed', async () => {
    await page.goto('/finance/rbf?milestone=MS-UPTIME-95&status=pending');
    await expect(panel(page, 'Summary')).toContainText(/Total paid\s*KES 204,000\s*29 payments.*Total pending\s*KES 8,000.*93\.5%/s);
    await expect(panel(page, 'Milestones').getByRole('row').filter({ hasText: '95% of cooking days' })).toContainText(
      /KES 8,000.*7.*1.*0.*KES 56k/s,
    );
    const rows = page.getByRole('grid', { name: 'RBF payments' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(/RBF-0218.*99\.0% \(target 95\.0%\)/s);
    await page.goto('/finance/schools?standing=below');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article', { name: 'Garissa Town Primary' })).toContainText(/Below Target.*11\.4%.*91\.2%.*6\.1 h a day/s);
    await expect(page.getByRole('main')).toContainText(/schools performing\s*1 of 2/);
  });
  await everythingFetched(page);
  const before: Record<string, readonly string[]> = {};
  await openFour(page, async (path) => {
    before[path] = await figuresAtRest(page);
  });
  expect(complaints.all()).toEqual([]);

  await underServiceWorker(page);
  await platform.stop();
  const again = await profile.reopen();
  const offline = again.pages()[0] ?? (await again.newPage());

  await test.step('offline, the browser started anew: each screen shows figure for figure what it showed, and as of when', async () => {
    await openFour(offline, async (path) => {
      await expect.poll(() => figuresShown(offline), { message: path }).toEqual(before[path]);
      await expect(offline.getByText(/^(As of|Stale · as of) /).first()).toBeVisible();
      await expect(offline.getByText(/^Live · /)).toHaveCount(0);
    });
  });

  await test.step('offline: payment, milestone, verification, pack, signature and key', async () => {
    await offline.goto('/finance/rbf?id=RBF-0218');
    const steps = drawer(offline, 'Payment RBF-0218').getByRole('list', { name: 'Lineage of RBF-0218' }).getByRole('listitem');
    await expect(steps).toHaveText([
      /Payment RBF-0218.*Verified/s,
      /MS-UPTIME-95.*Reached/s,
      /VRF-001244.*Claim agrees/s,
      /Evidence pack EP-0931.*Hash agrees/s,
      /Signature of the pack.*Verified.*checked on this device/s,
      /ukweli-2025-05-02-[\w-]{12}.*in the key set/s,
    ]);
    await steps.getByRole('link', { name: 'MS-UPTIME-95' }).click();
    await expect(offline).toHaveURL(/\/finance\/rbf\?milestone=MS-UPTIME-95$/);
    await offline.goBack();
    await steps.getByRole('link', { name: 'VRF-001244' }).click();
    await expect(offline.getByText('Link holds both ways.')).toBeVisible();
    await offline.goBack();
    await steps.getByRole('link', { name: 'Signature of the pack' }).click();
    await expect(offline.getByRole('region', { name: 'Verdict: Verified offline' })).toBeVisible();
    await offline.goto('/finance/rbf?id=RBF-0218');
    await steps.getByRole('link', { name: /^ukweli-2025-05-02-/ }).click();
    await expect(offline.getByRole('grid', { name: 'Evidence packs' }).getByRole('row').filter({ hasText: 'EP-0931' })).toBeVisible();
  });

  await test.step('offline: a figure changed on the device is found out by the signature', async () => {
    await offline.goto('/finance/dgn?id=DGN-014');
    await expect(offline.getByText('All 19 signatures verified here')).toBeVisible();
    await alterRow(offline, 'portfolios', 'DGN-014', { receivablesValue: 42_000_000 });
    await offline.reload();
    const verdict = drawer(offline, 'Portfolio DGN-014').getByRole('region', { name: 'Verdict: Verification Failed' });
    await expect(verdict).toContainText('JWS signature verification failed');
    await expect(verdict).toContainText('The signed receivablesValue is not the portfolio’s');
    await expect(verdict).toContainText(/Terms intact\s*Passed/);
    await expect(offline.getByText('1 signature of 19 failed')).toBeVisible();
  });

  await test.step('offline: what a signature stands for is listed, and apart from it what nobody signs; its words rewritten are told', async () => {
    await offline.goto('/finance/rbf?id=RBF-0216');
    const details = drawer(offline, 'Payment RBF-0216');
    await expect(details.getByRole('region', { name: 'Verdict: Verified' })).toContainText(
      /What happened later\s*Passed.*One statement, the newest: paid by TX-RBF-0216/s,
    );
    const covered = details.getByRole('region', { name: 'What the signature covers' });
    await expect(covered).toContainText(/\d+ of \d+ values signed/);
    await covered.getByText('Show the values').click();
    await expect(covered.getByRole('definition').filter({ hasText: 'TX-RBF-0216' })).toBeVisible();
    await expect(covered.getByRole('list', { name: 'Not signed' })).toContainText(/Covenant title.*the platform does not sign it/s);
    await alterRow(offline, 'payments', 'RBF-0216', { laterStatements: [] });
    await offline.reload();
    const verdict = details.getByRole('region', { name: 'Verdict: Verification Failed' });
    await expect(verdict).toContainText('No signed statement says that it is paid: when it was signed it was pending.');
    await expect(offline.getByText('1 signature of 31 failed')).toBeVisible();
  });
});
