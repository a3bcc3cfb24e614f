// Long: a report from a failed generation to paper, and all of the calculator.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { root } from '../../scripts/root.mjs';
import { expectNothingSideways } from '../support/accessible.ts';
import { connected, disconnected } from '../support/connection.ts';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import { expect, test } from '../support/faultyTest.ts';
import { type Asked, refusalOf } from '../support/faultProxy.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';

const run = promisify(execFile);
const generating = ({ path }: Asked): boolean => path === '/api/reports/pcaf';
const calculating = ({ path }: Asked): boolean => path.startsWith('/api/pcaf/avoided-emissions/');
const failing = { kind: 'answer', status: 500, contentType: 'text/plain', body: 'no' } as const;

/** Runs the verifier as an auditor does; answers its exit code and output. */
async function verify(...argv: readonly string[]): Promise<{ readonly code: number; readonly output: Readonly<Record<string, unknown>> }> {
  const command = ['run', '-s', 'verify', '--', '--kind', 'report', ...argv];
  const ended = await run('npm', command, { cwd: root }).catch((cause: { readonly code: number; readonly stdout: string }) => cause);
  return { code: 'code' in ended ? Number(ended.code) : 0, output: JSON.parse(ended.stdout) };
}

/** Presses Download and saves both files in the folder under their suggested names. */
async function download(page: Page, folder: string): Promise<readonly string[]> {
  const saved: string[] = [];
  page.on('download', (file) => {
    const path = join(folder, file.suggestedFilename());
    void file.saveAs(path).then(() => saved.push(path));
  });
  await page.getByRole('button', { name: 'Download report and proof' }).click();
  await expect.poll(() => saved.length).toBe(2);
  return saved.toSorted();
}

async function fill(form: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
}

test('a report is generated after a failure that is told, downloaded, verified by the command line and printed; the calculator refuses, compares, and works with the link gone', {
  tag: ['@C-33', '@C-34', '@C-35', '@C-78', '@D-26', '@D-33'],
}, async ({ page, link, platform }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-report-'));
  await arrive(page, 'bank', '/insights/compliance');
  await underServiceWorker(page); // The service worker opens the console when the platform cannot.
  const main = page.getByRole('main');
  let reportId = '';

  await test.step('a failure is told, and trying again makes one report', async () => {
    await expect(main.getByRole('grid', { name: 'Reports' }).getByRole('row')).toHaveCount(3); // The header row and the two reports of the monthly close.
    // Loaded now, for use when the link is down.
    const analytics = main.getByRole('region', { name: 'School kitchens, first programme' });
    await main.getByRole('button', { name: /^School kitchens, first programme/ }).click();
    await expect(analytics.getByRole('list', { name: 'Assets by data quality' })).toContainText('4 Verified Estimates');
    const heal = link.fault({ on: generating, does: failing });
    await main.getByRole('button', { name: 'Generate PCAF report' }).click();
    const asked = page.getByRole('dialog', { name: 'Generate PCAF report' });
    await expect(asked.getByRole('region', { name: 'Preview' })).toContainText(/Financed emissions per year\s*[\d,.]+ t CO2e/);
    await asked.getByRole('button', { name: 'Sign and keep' }).click();
    const failure = main.getByRole('alert').filter({ hasText: 'The PCAF report could not be generated' });
    await expect(failure).toContainText('API Error: 500 Internal Server Error');
    heal();
    await main.getByRole('button', { name: 'Try again' }).click();
    const paper = main.getByRole('article', { name: /PCAF report: financed emissions/ });
    await expect(paper.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible();
    reportId = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(reportId).toMatch(/^PCAF-\d{4}-\d{4}$/);
    await expect(paper.getByRole('row', { name: /^Project finance/ })).toBeVisible();
  });

  await test.step('whoever reads another report meanwhile stays with it, and is told when the new one is there', async () => {
    await page.getByRole('button', { name: 'All reports' }).click();
    await expect(main.getByRole('button', { name: `Open ${reportId}` })).toBeVisible();
    await main.getByRole('button', { name: 'Generate PCAF report' }).click();
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Preview' })).toContainText(/t CO2e/);
    await platform.whileHeld(async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Sign and keep' }).click();
      await expect(main.getByRole('button', { name: 'Generating…' })).toBeVisible();
      await main.getByRole('button', { name: `Open ${reportId}` }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(reportId);
    });
    await expect(page.getByText(/^PCAF-\d{4}-\d{4} is generated$/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(reportId);
  });

  await test.step('its two files and the public keys are all that an auditor needs', async () => {
    const [json = '', proof = ''] = await download(page, folder);
    expect([json, proof]).toEqual([`${reportId}.json`, `${reportId}.proof.jws`].map((name) => join(folder, name)));
    const jwks = join(folder, 'jwks.json');
    writeFileSync(jwks, await (await fetch(`${platform.url}/api/jwks`)).text());
    const good = await verify('--record', json, '--proof', proof, '--jwks', jwks, '--tenant', 'demo');
    expect(good).toMatchObject({ code: 0, output: { recordId: reportId, verified: true, intact: 'passed', signed: 'passed' } });
    const altered = join(folder, 'altered.json');
    writeFileSync(altered, readFileSync(json, 'utf8').replace(/"totalFinancedEmissions": [\d.]+/, '"totalFinancedEmissions": 1'));
    const bad = await verify('--record', altered, '--proof', proof, '--jwks', jwks);
    expect(bad).toMatchObject({ code: 1, output: { verified: false, intact: 'failed', signed: 'passed' } });
  });

  await test.step('on paper it stands alone, black on white whatever the screen is, on A4', async () => {
    await expectSoundInBothThemes(page, 'A report');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    const paper = main.getByRole('article');
    await expect(paper).toHaveCSS('color', 'rgb(18, 24, 21)');
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45]\.\d+ 84[12]\.\d+\]/);
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.getByRole('button', { name: 'All reports' }).click();
    await expect(main.getByRole('row', { name: new RegExp(reportId) })).toBeVisible();
  });

  const calculator = main.getByRole('region', { name: 'Avoided-emissions calculator' });
  const calculate = calculator.getByRole('button', { name: 'Calculate avoided emissions' });
  const project = {
    'Capacity (MW)': '2.5',
    'Capacity factor (0 to 1)': '0.2',
    'Financed amount (KES)': '400,000',
    'Total project cost (KES)': '1000000',
  };

  await test.step('what cannot be meant is refused field by field, and nothing is sent', async () => {
    await calculator.getByText('Renewable energy').click();
    await fill(calculator, { ...project, 'Capacity (MW)': '-1', 'Capacity factor (0 to 1)': '22', 'Total project cost (KES)': '0' });
    await calculate.click();
    await expect(calculator.getByText('Calculation failed. Please check your inputs and try again.')).toBeVisible();
    for (const [label, why] of [
      ['Capacity (MW)', 'Cannot be negative.'],
      ['Capacity factor (0 to 1)', 'Must be between 0 and 1. 22 % is 0.22.'],
      ['Total project cost (KES)', 'Cannot be 0: the financed share is a share of this cost.'],
    ] as const)
      await expect(calculator.getByLabel(label)).toHaveAccessibleDescription(why);
    expect(link.seen(calculating)).toBe(0);
    await expectSoundInBothThemes(page, 'The calculator with what is wrong');
  });

  await test.step('right figures are computed here and compared with the platform’s; its failure is told', async () => {
    await fill(calculator, project);
    const heal = link.fault({
      on: calculating,
      does: refusalOf(500, { code: 'internal', message: 'Something went wrong', correlationId: 'c' }),
    });
    await calculate.click();
    const result = calculator.getByRole('region', { name: 'Avoided emissions', exact: true });
    await expect(result).toContainText('3,504 t CO2e± 15% at 95% confidence2,978 to 4,030 t CO2e');
    await expect(result).toContainText('Calculation failed. Please check your inputs and try again.');
    heal();
    await calculate.click();
    await expect(result).toContainText('The platform’s figures agree');
    await expect(result.getByRole('list', { name: 'Badges' })).toContainText('PCAFISSBICMA Green Bond');
    await expect(result).toContainText('4 Verified Estimates (5 is the best)');
    await expect(result).toContainText('2 (1 is the best)');
  });

  await test.step('a look into a report costs nobody what he has entered', async () => {
    await main.getByRole('button', { name: /^Open ISSB-/ }).click();
    await page.getByRole('button', { name: 'All reports' }).click();
    await expect(calculator.getByLabel('Capacity (MW)')).toHaveValue('2.5');
    await expect(calculator.getByRole('region', { name: 'Avoided emissions', exact: true })).toContainText('3,504 t CO2e');
  });

  await test.step('with the link gone all of it opens with its age, a report is checked, and the calculator goes on', async () => {
    link.turn('refused');
    await page.goto('/insights/compliance');
    await expect(disconnected(page)).toBeVisible();
    await expect(main.getByText(/^As of /).first()).toBeVisible();
    await main.getByRole('button', { name: /^School kitchens, first programme/ }).click();
    const analytics = main.getByRole('region', { name: 'School kitchens, first programme' });
    await expect(analytics.getByRole('list', { name: 'Assets by data quality' })).toContainText('4 Verified Estimates');
    await expect(main.getByRole('button', { name: 'Generate PCAF report' })).toHaveAccessibleDescription(/^Available when online/);

    await fill(calculator, {
      'Baseline energy consumption (kWh per year)': '120,000',
      'Project energy consumption (kWh per year)': '80000',
      'Financed amount (KES)': '400000',
      'Total project cost (KES)': '1000000',
    });
    await calculate.click();
    const result = calculator.getByRole('region', { name: 'Avoided emissions', exact: true });
    await expect(result).toContainText('Computed on this device');
    await expect(result).toContainText('Not compared: checked when the connection is back');
    await expect(result).toContainText('20.00 t CO2e± 15% at 95% confidence');
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNothingSideways(page, 'the calculator at 320');
    await page.setViewportSize({ width: 1440, height: 900 });
    link.turn('open');
    await expect(connected(page)).toBeVisible();
    await expect(result).toContainText('The platform’s figures agree');

    link.turn('refused');
    await page.goto(`/insights/compliance?report=${reportId}`);
    await expect(main.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible();
  });
  rmSync(folder, { recursive: true, force: true });
});
