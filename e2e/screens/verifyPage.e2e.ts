import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/root.mjs';
import { verifyCommand } from '../../scripts/verifyCommand.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { makeKey } from '../../tests/builders/evidencePack.ts';
import { type PlatformProofs, proofsOf } from '../../tests/builders/platformProofs.ts';
import { makeProof } from '../../tests/builders/proof.ts';
import { sameAnswer } from '../../tests/builders/proofAnswers.ts';
import { spoiledProofs } from '../../tests/builders/spoiledProofs.ts';
import { jsonFile as json } from '../support/jsonFile.ts';
import { arrive } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** The page as saved to a disk: without platform or network. */
const onDisk = pathToFileURL(join(root, 'dist/web/verify.html')).href;

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
