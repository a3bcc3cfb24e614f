import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommand } from '../../scripts/oneFile.mjs';
import { root } from '../../scripts/root.mjs';
import { verifyCommand } from '../../scripts/verifyCommand.ts';
import { signAllDue } from '../../server/audit/checkpoints.ts';
import { createTestPlatform, type TestPlatform } from '../../server/testing/platform.ts';
import { proofKinds } from '../../src/contracts/proof.ts';
import { proofsOf, type PlatformProofs } from '../builders/platformProofs.ts';
import { namesThePart, sameAnswer } from '../builders/proofAnswers.ts';
import { spoiledProofs } from '../builders/spoiledProofs.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'ukweli-proofs-'));
const oneFile = join(folder, 'ukweli-verify.mjs');
const jwks = join(folder, 'jwks.json');
let test: TestPlatform;
let proofs: PlatformProofs;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  const bank = await test.signIn('bank@ukweli.example');
  await bank.post('/api/reports/pcaf');
  await signAllDue(test.platform);
  proofs = await proofsOf(async (path) => {
    const { status, body, json } = await bank.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    return json();
  });
  writeFileSync(jwks, JSON.stringify(proofs.jwks));
  await bundleCommand(oneFile);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
function file(text: string): string {
  const path = join(folder, `${(made += 1)}.ukweli.json`);
  writeFileSync(path, text);
  return path;
}

/**
 * Runs the command as a process, either the single-file build outside the repository or the repository's own. Answers exit code and
 * output.
 */
async function spawned(argv: readonly string[]): Promise<{ readonly exitCode: number; readonly output: unknown }> {
  try {
    const { stdout } = await run(process.execPath, argv, { cwd: folder });
    return { exitCode: 0, output: JSON.parse(stdout) };
  } catch (failure) {
    const { code, stdout } = failure as { readonly code: number; readonly stdout: string }; // Node's error for a process that ends with an exit code.
    return { exitCode: code, output: JSON.parse(stdout) };
  }
}

describe('proofs of the seeded platform’s rows', { tags: ['P-10'] }, () => {
  it.each(proofKinds)('a %s that nobody touched is verified by the platform’s keys', { tags: ['P-10'] }, async (kind) => {
    const { exitCode, output } = await verifyCommand([file(JSON.stringify(proofs.of[kind])), '--jwks', jwks, '--tenant', 'demo']);
    expect({ exitCode, verified: output['verified'], reasons: output['reasons'], notes: output['notes'] }).toEqual({
      exitCode: 0,
      verified: true,
      reasons: [],
      notes: [],
    });
  });

  it('spoiled in any one of its parts it names the part, or says of the value that nothing stands for it', {
    tags: ['P-10', 'A-18'],
  }, async () => {
    const spoiled = spoiledProofs(proofs);
    expect(new Set(spoiled.map(({ text }) => text)).size).toBeGreaterThan(200);
    const silent: string[] = [];
    for (const one of spoiled) {
      const result = await verifyCommand([file(one.text), '--jwks', jwks]);
      const fault = namesThePart(one, result);
      if (fault !== null) silent.push(`${one.what}: ${fault}`);
    }
    expect(silent).toEqual([]);
  });

  it('the command as one file and the repository’s own answer a sample of them as the function does', { tags: ['P-10'] }, async () => {
    const spoiled = spoiledProofs(proofs);
    // Each process takes half a second.
    const each = Math.ceil(spoiled.length / (process.env['LONG_TESTS'] === undefined ? 3 : 10));
    for (const [place, { text, what }] of spoiled.filter((_, index) => index % each === 0).entries()) {
      const path = file(text);
      const here = sameAnswer(await verifyCommand([path, '--jwks', jwks]));
      expect(sameAnswer(await spawned([oneFile, path, '--jwks', jwks])), what).toEqual(here);
      if (place % 5 === 0)
        expect(
          sameAnswer(await spawned([join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/verify.ts'), path, '--jwks', jwks])),
          what,
        ).toEqual(here);
    }
  });
});
