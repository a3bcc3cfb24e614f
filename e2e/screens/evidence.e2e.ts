import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { root } from '../../scripts/root.mjs';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

const run = promisify(execFile);

/** Opens the verification of a pack by its row and waits for the verdict. */
async function verify(page: Page, packId: string): Promise<Locator> {
  await page.getByRole('button', { name: `Verify ${packId}` }).click();
  return verdict(page);
}
function verdict(page: Page): Locator {
  return page.getByRole('region', { name: /^Verdict: / });
}
const dialog = (page: Page): Locator => page.getByRole('dialog');

test('an operator verifies a pack, its files too, and recomputes its hash, by keyboard as well; a changed list and a strange key fail, a retired key verifies; with the platform gone and the browser restarted a pre-warmed pack verifies and an altered one fails', {
  tag: ['@C-24', '@C-25', '@C-62', '@C-71', '@K-6', '@D-8'],
}, async ({ page, platform, profile, complaints }) => {
  test.slow(); // several checks on one set-up: minutes on a busy machine
  await arrive(page, 'operator', '/operations/evidence');

  await test.step('a pack is verified, its files too, and its hash recomputed', async () => {
    const table = page.getByRole('grid', { name: 'Evidence packs' });
    for (const head of ['Pack ID', 'Site', 'Timestamp', 'Status', 'Actions']) {
      await expect(table.getByRole('columnheader', { name: head, exact: true })).toBeVisible();
    }
    await verify(page, 'EP-0931');
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toContainText('All four checks passed on this device');
    await expect(dialog(page).getByText('Match', { exact: true })).toHaveCount(8);
    await expect(dialog(page).getByText('Hash Verified')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Recompute hash' }).click();
    await expect(dialog(page).getByText('Hash Verified')).toBeVisible();
    await dialog(page).getByRole('button', { name: '5 of 5 steps' }).click();
    const steps = dialog(page).getByRole('list', { name: 'Verification steps' }).getByRole('listitem');
    await expect(steps).toContainText([
      '1. Fetch Manifest',
      '2. Verify Hash Chain',
      '3. Fetch JWKS',
      '4. Verify JWS Signature',
      '5. Generate Signed URLs',
    ]);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('by keyboard alone: find, verify, go on to the next pending pack, leave', async () => {
    await page.getByRole('searchbox', { name: 'Search packs' }).focus();
    await page.keyboard.type('0931');
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
    await page.getByRole('grid').getByRole('row').nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/open=EP-0931/);
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toBeVisible();
    await page.getByRole('button', { name: 'Verify next pending' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/open=EP-0926/);
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/open=/);
  });

  await test.step('a changed list and a strange key fail with the document’s messages; a retired key verifies', async () => {
    await page.goto('/operations/evidence');
    await verify(page, 'EP-0929');
    await expect(page.getByRole('region', { name: 'Verdict: Verification Failed' })).toContainText('Hash chain verification failed');
    await expect(dialog(page).getByText('Hash Mismatch Detected')).toBeVisible();
    await page.goto('/operations/evidence?pack=EP-0924');
    await expect(page.getByRole('region', { name: 'Verdict: Verification Failed' })).toContainText('Unknown kid: field-unit-07');
    await page.goto('/operations/evidence?pack=EP-0908');
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toContainText(/ukweli-2024-05-07-[\w-]{12}/);
  });

  await test.step('the list, a verdict and a failure have no accessibility violation and do not scroll sideways', async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/operations/evidence');
      await expect(page.getByText('Kilifi Baobab Secondary').first()).toBeVisible();
      await expectSoundInBothThemes(page, `The packs, ${width} wide`);
      for (const [packId, word] of [
        ['EP-0931', 'Verified'],
        ['EP-0929', 'Verification Failed'],
      ] as const) {
        await page.goto(`/operations/evidence?pack=${packId}`);
        await expect(page.getByRole('region', { name: `Verdict: ${word}` })).toBeVisible();
        await expectSoundInBothThemes(page, `${word}, ${width} wide`);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  expect(complaints.all()).toEqual([]);

  await test.step('with the platform gone and the browser restarted, a pack that nobody opened verifies and an altered one fails', async () => {
    await page.goto('/operations/evidence');
    await expect(page.getByText(/Keys on this device: 2/)).toBeVisible();
    // Pre-warming is complete once the oldest manifest is stored: EP-0933, which was never opened.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { databases } = indexedDB;
          const names = (await databases.call(indexedDB)).map(({ name }) => name ?? '').filter((name) => name.startsWith('ukweli:'));
          const count = (name: string) =>
            new Promise<number>((resolve) => {
              const opening = indexedDB.open(name);
              opening.onsuccess = () => {
                const counting = opening.result.transaction('manifests').objectStore('manifests').count();
                counting.onsuccess = () => {
                  opening.result.close();
                  resolve(counting.result);
                };
              };
            });
          return (await Promise.all(names.map(count))).reduce((sum, held) => sum + held, 0);
        }),
      )
      .toBe(27);
    await underServiceWorker(page);
    await platform.stop();
    const again = await profile.reopen();
    const offline = again.pages()[0] ?? (await again.newPage());
    await offline.goto('/operations/evidence');
    await verify(offline, 'EP-0933');
    const verified = offline.getByRole('region', { name: 'Verdict: Verified offline' });
    await expect(verified).toContainText('Steps 1 to 4 passed here');
    await dialog(offline).getByRole('button', { name: '4 of 5 steps' }).click();
    await expect(dialog(offline).getByText('Available when online').first()).toBeVisible();
    await dialog(offline).getByRole('button', { name: 'Done' }).click();
    await verify(offline, 'EP-0929');
    await expect(offline.getByRole('region', { name: 'Verdict: Verification Failed' })).toContainText('Hash chain verification failed');
  });
});

test('what is downloaded verifies at the command line, and dropped back on the console', { tag: ['@D-8', '@long'] }, async ({
  page,
  complaints,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-download-'));
  try {
    await arrive(page, 'bank', '/operations/evidence?pack=EP-0934');
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toContainText('All four checks');
    const saving = page.waitForEvent('download');
    await dialog(page)
      .getByRole('button', { name: /^Download \d files$/ })
      .click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('EP-0934.zip');
    await saved.saveAs(join(folder, 'pack.zip'));
    await run('python3', ['-m', 'zipfile', '-e', join(folder, 'pack.zip'), folder]);
    const pack = join(folder, 'EP-0934');
    const files = [
      '--manifest',
      join(pack, 'manifest.json'),
      '--jwks',
      join(pack, 'jwks.json'),
      '--chain',
      join(pack, 'chain.json'),
      '--files',
      join(pack, 'files'),
    ];
    const { stdout } = await run('npm', ['run', '-s', 'verify', '--', ...files, '--require-files', '--tenant', 'demo'], { cwd: root });
    expect(JSON.parse(stdout)).toMatchObject({
      verified: true,
      checked: ['manifest', 'signature', 'files', 'sealedIn'],
      notChecked: [],
      tenant: 'checked',
    });

    await page.goto('/operations/evidence?pack=EP-0909');
    await expect(verdict(page)).toContainText('No file was hashed here');
    const choosing = page.waitForEvent('filechooser');
    await dialog(page).getByRole('button', { name: 'Check files from this device' }).click();
    await (await choosing).setFiles([join(pack, 'files/meter-readings.csv')]);
    await expect(dialog(page).getByText('Not in the manifest: meter-readings.csv')).toBeVisible();
    await page.goto('/operations/evidence?pack=EP-0931');
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toContainText('All four checks');
    const again = page.waitForEvent('filechooser');
    await dialog(page).getByRole('button', { name: 'Check files from this device' }).click();
    await (await again).setFiles([join(pack, 'files/meter-readings.csv')]); // The same name, from another pack.
    await expect(page.getByRole('region', { name: 'Verdict: Verification Failed' })).toContainText('Hash Mismatch Detected');
    await expect(dialog(page).getByText('Mismatch', { exact: true })).toHaveCount(1);
    // [P-4] The platform's bytes do not replace the check of the file on this device, and a mismatch stays until it is cleared.
    await expect(dialog(page).getByRole('region', { name: 'Files', exact: true })).toContainText(
      '8 of 8 from the platform, equal. 1 of 8 from this device; 1 not as listed; 7 not given',
    );
    await dialog(page).getByRole('button', { name: 'Clear 1 mismatch' }).click();
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toBeVisible();
    await expect(dialog(page).getByRole('region', { name: 'Files', exact: true })).toContainText('8 of 8 from the platform, equal');
    expect(complaints.all()).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
