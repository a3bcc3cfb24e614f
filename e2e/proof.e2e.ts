// Long: two hundred proofs are spoiled and opened one after the other; what each comes to the tests of the checks prove faster.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { root } from '../scripts/root.mjs';
import { verifyCommand } from '../scripts/verifyCommand.ts';
import { headers } from '../src/contracts/endpoints.ts';
import { type PlatformProofs, proofsOf } from '../tests/builders/platformProofs.ts';
import { spoiledProofs } from '../tests/builders/spoiledProofs.ts';
import { disconnected } from './support/connection.ts';
import { expectSoundInBothThemes } from './support/everyScreen.ts';
import { arrive } from './support/people.ts';
import { underServiceWorker } from './support/tabs.ts';
import { expect, test } from './support/test.ts';

const run = promisify(execFile);
const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

/** Presses Save proof where the address opens the record, keeps the file that the browser is handed, and answers where it lies. */
async function saveProof(page: Page, address: string, folder: string): Promise<string> {
  await page.goto(address);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save proof' }).click();
  const made = await coming;
  const path = join(folder, made.suggestedFilename());
  await made.saveAs(path);
  return path;
}

/** Runs the verifier as somebody outside does: from the repository, or the one file without it. */
async function verifiedBy(argv: readonly string[]): Promise<{ readonly code: number; readonly output: Readonly<Record<string, unknown>> }> {
  const [program = '', ...rest] = argv;
  const ended = await run(program, rest, { cwd: root }).catch((cause: { readonly code: number; readonly stdout: string }) => cause);
  return { code: 'code' in ended ? Number(ended.code) : 0, output: JSON.parse(ended.stdout) };
}

test('[P-10] [D-60] a payment, a verification, a report and a portfolio are saved as one file each; both commands verify it, and the console opens it picked, dropped, and with the platform gone', async ({
  page,
  platform,
  complaints,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-proof-'));
  const jwks = join(folder, 'jwks.json');
  await arrive(page, 'admin', '/insights/compliance');
  await underServiceWorker(page);
  writeFileSync(jwks, await (await page.request.get('/api/jwks')).text());
  const saved: string[] = [];

  await test.step('saved where each record is looked at, and verified by the command and by the one file that needs no repository', async () => {
    const [report] = (
      (await (await page.request.get('/api/reports')).json()) as { readonly reports: readonly { readonly reportId: string }[] }
    ).reports; // the contract's shape
    for (const address of [
      '/finance/rbf?id=RBF-0216',
      '/operations/verifications?id=VRF-001240',
      `/insights/compliance?report=${report?.reportId}`,
      '/finance/dgn?id=DGN-014',
    ]) {
      const path = await saveProof(page, address, folder);
      await expect(dialog(page).getByText('when it was checked here, as it was saved')).toBeVisible();
      await expect(dialog(page).locator('[data-claim="verified"]')).toHaveText('Verified');
      await dialog(page).getByRole('button', { name: 'Done' }).click();
      for (const argv of [
        ['npm', 'run', '-s', 'verify', '--', path, '--jwks', jwks],
        [process.execPath, 'dist/ukweli-verify.mjs', path, '--jwks', jwks],
      ]) {
        const { code, output } = await verifiedBy(argv);
        expect([basename(path), code, output['verified']]).toEqual([basename(path), 0, true]);
      }
      saved.push(path);
    }
    expect(new Set(saved).size).toBe(4);
  });

  await test.step('picked on Evidence Management it is checked by the keys that this device holds', async () => {
    await page.goto('/operations/evidence');
    await page.getByLabel('Proof to open').setInputFiles(saved[0] ?? '');
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toContainText('Every part passed on this device');
    await expect(dialog(page).getByRole('heading', { name: 'Proof of payment RBF-0216' })).toBeVisible();
    await expectSoundInBothThemes(page, 'An opened proof');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
  });

  await test.step('with the platform gone a dropped one is checked all the same, and what is saved then says what it lacks', async () => {
    await platform.stop();
    await expect(disconnected(page)).toBeVisible();
    const text = readFileSync(saved[3] ?? '', 'utf8');
    await page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], 'DGN-014.ukweli.json', { type: 'application/json' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    }, text);
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toBeVisible();
    await expect(dialog(page).getByRole('heading', { name: 'Proof of portfolio DGN-014' })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.goto('/finance/rbf?id=RBF-0216');
    await page.getByRole('button', { name: 'Save proof' }).click();
    await expect(
      dialog(page)
        .getByText(/Not yet under a checkpoint|Nothing was saved|Verified/)
        .first(),
    ).toBeVisible();
  });

  expect(complaints.besidesOutage()).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

test('[P-10] spoiled in any one of its parts a proof fails in the console as it does at the command line, part by part', async ({
  page,
}) => {
  await arrive(page, 'bank');
  const { origin } = new URL(page.url());
  await page.request.post('/api/reports/pcaf', { headers: { origin, [headers.correlation]: crypto.randomUUID() } });
  const proofs: PlatformProofs = await proofsOf(async (path) => (await page.request.get(path)).json());
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-spoiled-'));
  const [jwks, path] = [join(folder, 'jwks.json'), join(folder, 'one.ukweli.json')];
  writeFileSync(jwks, JSON.stringify(proofs.jwks));
  const spoiled = spoiledProofs(proofs);
  expect(spoiled.length).toBeGreaterThan(200);
  await page.goto('/operations/evidence');
  const words = { yes: 'passed', no: 'failed', unknown: 'not checkable' } as const;
  const differing: unknown[] = [];
  for (const [place, { what, text }] of [
    ...Object.values(proofs.of).map((proof) => ({ what: 'honest', text: JSON.stringify(proof) })),
    // The checks are the same code as the page's and the commands', which are shown all of them (verifyPage.e2e.ts, proof.test.ts): here it is what is drawn of them that is held.
    ...spoiled.filter((_, at) => at % 6 === 0),
  ].entries()) {
    writeFileSync(path, text);
    const { output } = await verifyCommand([path, '--jwks', jwks]);
    const told = output as { readonly verified?: boolean; readonly parts?: Readonly<Record<string, string>> }; // the command's own form
    await page.getByLabel('Proof to open').setInputFiles(file(`${place}.ukweli.json`, text));
    const verdict = dialog(page).getByRole('region', { name: /^Verdict: / });
    // In the dialog: the live region goes on saying what was read out of the one before.
    const unusable = dialog(page).getByText('This is no proof that can be checked.');
    await expect(verdict.or(unusable).first()).toBeVisible();
    const shown = await page.evaluate(() => ({
      verified: document.querySelector('[aria-label^="Verdict: "]')?.getAttribute('data-answer') === 'yes',
      parts: [...document.querySelectorAll<HTMLElement>('.uk-verdict-parts > li')].map((part) => [
        part.dataset['about']?.split(' ').at(-1) ?? '',
        part.dataset['answer'] ?? '',
      ]),
    }));
    const parts = Object.fromEntries(
      shown.parts
        .filter(([name]) => name !== 'history')
        .map(([name = '', answer]) => [name, words[answer as keyof typeof words] /* one of the three */]),
    );
    // What this device has seen besides can only make it worse.
    const agrees =
      told.parts === undefined
        ? shown.parts.length === 0 && !shown.verified
        : JSON.stringify(Object.entries(parts).sort()) === JSON.stringify(Object.entries(told.parts).sort()) &&
          (!shown.verified || told.verified === true);
    if (!agrees)
      differing.push({
        what,
        told: told.parts,
        verified: told.verified,
        shown: parts,
        says: shown.verified,
        drawn: await dialog(page).innerText(),
      });
    if (what === 'honest') expect([told.verified, shown.verified]).toEqual([true, true]);
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(differing).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
