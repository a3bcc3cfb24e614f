import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/root.mjs';
import { verifyCommand } from '../../scripts/verifyCommand.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { makeKey, sampleFiles } from '../../tests/builders/evidencePack.ts';
import { type PlatformProofs, proofsOf } from '../../tests/builders/platformProofs.ts';
import { makeProof } from '../../tests/builders/proof.ts';
import { sameAnswer } from '../../tests/builders/proofAnswers.ts';
import { spoiledProofs } from '../../tests/builders/spoiledProofs.ts';
import { arrive } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** The page as saved to a disk: without platform or network. */
const onDisk = pathToFileURL(join(root, 'dist/web/verify.html')).href;

const json = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

/** Opens a proof on the page and reads the whole answer. */
async function answerOn(page: Page, name: string, text: string): Promise<unknown> {
  await page.locator('#proof').setInputFiles(json(name, text));
  await page.waitForFunction((wanted) => document.querySelector('#status')?.textContent?.startsWith(`${wanted}, with`), name);
  return JSON.parse((await page.locator('#answer').textContent()) ?? '');
}

async function platformProofs(page: Page): Promise<PlatformProofs> {
  await arrive(page, 'bank');
  const { origin } = new URL(page.url());
  const made = await page.request.post('/api/reports/pcaf', { headers: { origin, [headers.correlation]: crypto.randomUUID() } });
  // 200 if the seed already has a report of the same period.
  expect([200, 201], await made.text()).toContain(made.status());
  return proofsOf(async (path) => {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    return answer.json();
  });
}

test('verify.html, opened from a disk, answers to every spoiled proof what the command answers', { tag: ['@P-10', '@long'] }, async ({
  page,
  context,
}) => {
  const proofs = await platformProofs(page);
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-verify-page-'));
  const jwks = join(folder, 'jwks.json');
  writeFileSync(jwks, JSON.stringify(proofs.jwks));
  const verify = await context.newPage();
  const asked: string[] = [];
  verify.on('request', (request) => asked.push(request.url()));
  await verify.goto(onDisk);
  await verify.locator('#jwks').setInputFiles(json('jwks.json', proofs.jwks));
  const spoiled = spoiledProofs(proofs);
  expect(spoiled.length).toBeGreaterThan(200);
  const differing: string[] = [];
  for (const [place, { what, text }] of [
    ...Object.values(proofs.of).map((proof) => ({ what: 'honest', text: JSON.stringify(proof) })),
    ...spoiled,
  ].entries()) {
    const path = join(folder, 'one.ukweli.json');
    writeFileSync(path, text);
    const { exitCode, output } = await verifyCommand([path, '--jwks', jwks]);
    const shown = await answerOn(verify, `${place}.ukweli.json`, text);
    const [here, there] = [sameAnswer({ exitCode, output }), sameAnswer({ exitCode, output: shown })];
    if (JSON.stringify(here) !== JSON.stringify(there)) differing.push(what);
    if (what === 'honest') expect(here.output).toMatchObject({ verified: true });
  }
  expect(differing).toEqual([]);
  expect(asked, 'nothing but the page itself is asked for').toEqual([onDisk]);
  rmSync(folder, { recursive: true, force: true });
});

test('a proof made wholly with somebody’s own key is verified nowhere, and the page says why; evidence files are hashed', {
  tag: ['@P-10'],
}, async ({ page }) => {
  const key = makeKey('ukweli-2025-11');
  await page.goto(onDisk);
  await page.locator('#proof').setInputFiles(json('invented.ukweli.json', makeProof(key, 'payment')));
  const head = page.locator('#head');
  await expect(head).toHaveText('Signature valid by the key in the file. Whose key it is, nothing here says');
  await expect(page.locator('[data-answer="yes"]')).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('Verified');
  await page.locator('#jwks').setInputFiles(json('jwks.json', { keys: [makeKey('ukweli-2025-11').jwk] }));
  await expect(head).toHaveText('Verification Failed');
  await page.locator('#jwks').setInputFiles(json('jwks.json', { keys: [key.jwk] }));
  await expect(head).toHaveText('Verified by the keys you gave');
  const files = sampleFiles.map(({ name }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(`bytes of ${name}`) }));
  await page.locator('#evidence').setInputFiles(files);
  await expect(page.locator('[data-about="RBF-0042 files"]').first()).toHaveAttribute('data-answer', 'yes');
  await page.locator('#evidence').setInputFiles(files.map((file) => ({ ...file, buffer: Buffer.from('other bytes') })));
  await expect(head).toHaveText('Verification Failed');
  await expect(page.getByRole('list').filter({ has: page.getByText('Origin', { exact: true }) })).toHaveCount(0);
});

test('a folder that is dropped whole brings no keys, and whatever members are called the page draws what the command prints', {
  tag: ['@P-10', '@A-12'],
}, async ({ page, complaints }) => {
  const [attacker, key] = [makeKey('ukweli-2025-11'), makeKey('ukweli-2025-11')];
  await page.goto(onDisk);
  const drop = (files: readonly { readonly name: string; readonly text: string }[]) =>
    page.evaluate((dropped) => {
      const data = new DataTransfer();
      for (const { name, text } of dropped) data.items.add(new File([text], name));
      document.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
    }, files);
  const [status, head] = [page.locator('#status'), page.locator('#head')];
  const invented = { name: 'RBF-0042.ukweli.json', text: JSON.stringify(makeProof(attacker, 'payment')) };
  await drop([invented, { name: 'jwks.json', text: JSON.stringify({ keys: [attacker.jwk] }) }]);
  await expect(status).toContainText('jwks.json is a key set, and was not taken');
  await expect(head).toHaveText('Signature valid by the key in the file. Whose key it is, nothing here says');
  await expect(page.locator('[data-answer="yes"]')).toHaveCount(0);
  await drop([invented, { ...invented, name: 'other.ukweli.json' }]);
  await expect(status).toContainText('2 proofs were given');

  await page.locator('#jwks').setInputFiles(json('jwks.json', { keys: [key.jwk] }));
  await expect(head).toHaveText('Verification Failed');
  const proof = makeProof(key, 'payment');
  const script = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const hostile = { constructor: script, toString: 1, ['valueOf']: script, '<b>\u202e\u009b2J</b>': script };
  const spoken = {
    ...proof,
    savedBy: { ...proof.savedBy, name: script },
    record: { ...proof.record, value: { ...hostile, ...proof.record.value } },
  };
  await drop([{ name: 'hostile.ukweli.json', text: JSON.stringify(spoken) }]);
  await expect(status).toContainText('hostile.ukweli.json, with jwks.json');
  await expect(head).toHaveText('Verified by the keys you gave');
  await expect(page.getByText('record.constructor', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => [document.title, document.querySelectorAll('main img, main script, main b').length])).toEqual([
    'Check a proof · Ukweli',
    0,
  ]);
  expect(await page.locator('main').innerText()).not.toMatch(/[\u202e\u009b]/);
  expect(complaints.all()).toEqual([]);
});

test('verify.html is served under its own policy, and is one file of under 150 kB', { tag: ['@P-10'] }, async ({
  page,
  platform,
  complaints,
}) => {
  const key = makeKey('ukweli-2025-11');
  await page.goto(`${platform.url}/verify.html`);
  await page.locator('#proof').setInputFiles(json('fifty.ukweli.json', makeProof(key, 'payment', {}, 60, [53])));
  await expect(page.locator('#answer')).toBeAttached();
  expect(readFileSync(join(root, 'dist/web/verify.html')).length).toBeLessThan(150_000);
  expect(complaints.all()).toEqual([]);
});
