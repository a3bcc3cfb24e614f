// Long: everything that leaves the console; the tests of exports, diagnostics and telemetry cover the parts faster.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/root.mjs';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import type { Asked } from '../support/faultProxy.ts';
import { expect, test } from '../support/faultyTest.ts';
import { arrive } from '../support/people.ts';

const run = promisify(execFile);
const exporting = ({ path }: Asked): boolean => path === '/api/exports';

/** Presses the button and saves the downloaded file under its suggested name. */
async function saved(page: Page, folder: string, button: string | RegExp): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
  const file = await coming;
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

/** Runs the verifier as an auditor does; answers its exit code and output. */
async function verify(...argv: readonly string[]): Promise<{ readonly code: number; readonly output: Readonly<Record<string, unknown>> }> {
  const command = ['run', '-s', 'verify', '--', '--kind', 'export', ...argv];
  const ended = await run('npm', command, { cwd: root }).catch((cause: { readonly code: number; readonly stdout: string }) => cause);
  return { code: 'code' in ended ? Number(ended.code) : 0, output: JSON.parse(ended.stdout) };
}

test('a table is taken away signed and verified by the command line, unsigned where the platform is out of reach; diagnostics are copied, and refused where they hold personal data; telemetry goes to the platform alone', {
  tag: ['@P-3', '@C-50', '@C-51', '@C-66', '@C-67', '@C-78', '@C-87', '@D-21', '@D-28', '@D-33'],
}, async ({ page, context, link, platform }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-export-'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const beacon = page.waitForResponse((answer) => answer.url().endsWith('/api/telemetry'), { timeout: 400_000 });
  await arrive(page, 'bank', '/operations/verifications?status=disputed');
  const main = page.getByRole('main');
  const table = main.getByRole('grid', { name: 'Verifications' });
  const dialog = page.getByRole('dialog');
  // Wait until all records have arrived: before that the list still grows.
  await expect(main.getByText('Chain intact')).toBeVisible({ timeout: 180_000 });
  await expect(main.getByText(/^Showing 1 to \d+ of \d+ results$/)).toBeVisible();
  const disputed = Number(/of (\d+)/.exec((await main.getByText(/^Showing 1 to/).textContent()) ?? '')?.[1]);
  expect(disputed).toBeGreaterThan(0);

  await test.step('CSV of what is filtered, with the platform’s record of exactly this file', async () => {
    await expect(table.getByRole('row')).not.toHaveCount(1);
    await main.getByRole('button', { name: 'Export verifications' }).click();
    await expect(dialog.getByText('disputed')).toBeVisible();
    await expectSoundInBothThemes(page, 'The export dialog');
    const csv = await saved(page, folder, /^Export$/);
    await expect(dialog.getByText(/^Signed by /)).toBeVisible();
    const record = await saved(page, folder, 'Save signed record');
    const lines = readFileSync(csv, 'utf8').split('\r\n');
    expect(lines[0]).toMatch(/^\u{FEFF}Verification,Site code,Site,Recorded \(UTC\),Status since \(UTC\),/u);
    expect(lines.slice(1, -1)).toHaveLength(disputed);
    for (const line of lines.slice(1, -1)) expect(line).toContain(',disputed,');

    const jwks = join(folder, 'jwks.json');
    writeFileSync(jwks, await (await fetch(`${platform.url}/api/jwks`)).text());
    expect(await verify('--record', record, '--data', csv, '--jwks', jwks, '--tenant', 'demo')).toMatchObject({
      code: 0,
      output: {
        verified: true,
        intact: 'passed',
        signed: 'passed',
        export: {
          type: 'verifications',
          filter: { status: 'disputed', sort: 'newest' },
          recordCount: disputed,
          file: basename(csv),
          asOfSeq: expect.any(Number),
          expired: expect.any(Boolean),
        },
      },
    });
    const altered = join(folder, 'altered.csv');
    writeFileSync(altered, readFileSync(csv, 'utf8').replace('disputed', 'verified'));
    expect(await verify('--record', record, '--data', altered, '--jwks', jwks)).toMatchObject({
      code: 1,
      output: { verified: false, intact: 'failed', signed: 'passed' },
    });
    // [P-3] Without the file the command makes no claim about it, and exits with an error unless `--record-only` is given.
    expect(await verify('--record', record, '--jwks', jwks)).toMatchObject({ code: 1, output: { verified: false, notChecked: ['file'] } });
    expect(await verify('--record', record, '--jwks', jwks, '--record-only')).toMatchObject({ code: 0, output: { verified: false } });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('out of the platform’s reach: what the device holds, unsigned, and its name says so', async () => {
    const heal = link.fault({ on: exporting, does: { kind: 'reset' } });
    await main.getByRole('button', { name: 'Export verifications' }).click();
    await dialog.getByText('JSON', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(dialog.getByText('This file is not signed.')).toBeVisible();
    const json = await saved(page, folder, 'Save unsigned');
    expect(json).toMatch(/verifications-\d{8}T\d{6}Z\.unsigned\.json$/);
    const rows: readonly { readonly status: string }[] = JSON.parse(readFileSync(json, 'utf8'));
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: disputed }, () => 'disputed'));
    heal();
    const again = await saved(page, folder, 'Try again');
    expect(again).toMatch(/verifications-\d{8}T\d{6}Z\.json$/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  const openDiagnostics = async (): Promise<void> => {
    await page.getByRole('button', { name: /: account$/ }).click();
    await page.getByRole('menuitem', { name: 'This device' }).click();
    await dialog.getByRole('button', { name: 'Diagnostics' }).click();
  };
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await test.step('the diagnostic context is shown, copied and downloaded: allowed filters, events without content', async () => {
    await openDiagnostics();
    await expect(dialog.getByText('nothing found')).toBeVisible();
    await expectSoundInBothThemes(page, 'Diagnostics');
    await dialog.getByRole('button', { name: 'Copy context' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = JSON.parse(await clipboard());
    expect(copied).toMatchObject({
      schemaVersion: '1.0.0',
      tenantId: 'demo',
      role: 'bank_ops',
      route: '/operations/verifications',
      filters: { status: 'disputed' },
      metadata: { userAgent: expect.stringContaining('Chrome'), timezone: expect.any(String), language: expect.any(String) },
    });
    const file = JSON.parse(readFileSync(await saved(page, folder, 'Download'), 'utf8'));
    expect(Object.keys(file)).toEqual(Object.keys(copied));
    await page.keyboard.press('Escape');
  });

  await test.step('telemetry went to the platform, redacted and without the address’s query', async () => {
    const answer = await beacon;
    expect(answer.status()).toBe(200);
    const told = answer.request().postData() ?? '';
    // The page started at the provider's callback; which route telemetry reports depends on when its code loaded.
    const route = expect.stringMatching(/^\/(callback|operations\/verifications)$/);
    expect(JSON.parse(told).events[0]).toMatchObject({ name: 'page.started', values: { route } });
    for (const left of ['disputed', 'code=', 'state=', '?']) expect(told).not.toContain(left);
  });

  await test.step('personal data in it, and nothing leaves', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('as it was'));
    await page.goto('/operations/verifications?site=wanjiru@ukweli.example');
    await openDiagnostics();
    await expect(dialog.getByText('PII detected in diagnostic-context')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText('filters.siteCodelooks like: email address');
    await dialog.getByRole('button', { name: 'Copy context' }).click();
    await dialog.getByRole('button', { name: 'Download' }).click();
    await expect(dialog.getByText('PII detected in diagnostic-context')).toHaveCount(1);
    expect(await clipboard()).toBe('as it was');
  });

  rmSync(folder, { recursive: true, force: true });
});
