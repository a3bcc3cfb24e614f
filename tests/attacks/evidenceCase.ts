import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verifyCommand } from '../../scripts/verifyCommand.ts';
import type { CommandResult } from '../../src/evidence/answer.ts';

/** The files that an auditor is given: a manifest and a key set, as objects or as raw text. */
export interface Handed {
  readonly manifest: unknown;
  readonly jwks: readonly unknown[] | string;
  /** Further arguments of the command. */
  readonly more?: readonly string[];
}

const textOf = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given));

/** Maximum duration of the command (issue 2), milliseconds. */
const limitMs = 20_000;

/** Runs the verify command, which uses the console's own code. Expects one verdict within the limit and no internals in the output. */
export async function judge({ manifest, jwks, more = [] }: Handed): Promise<CommandResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-attack-'));
  try {
    const [manifestPath, jwksPath] = [join(folder, 'manifest.json'), join(folder, 'jwks.json')];
    writeFileSync(manifestPath, textOf(manifest));
    writeFileSync(jwksPath, typeof jwks === 'string' ? jwks : JSON.stringify({ keys: jwks }));
    const startedAt = performance.now();
    const result = await verifyCommand(['--manifest', manifestPath, '--jwks', jwksPath, ...more]);
    expect(performance.now() - startedAt).toBeLessThan(limitMs);
    const told = JSON.stringify(result.output);
    expect(told.length, 'a hostile input makes no hostile report').toBeLessThan(200_000);
    expect(told).not.toMatch(/node_modules|\.ts:\d|at async|RangeError|TypeError|SyntaxError|JOSEError|ZodError/);
    return result;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Expects "not verified" with this error code; `part` names the check that must fail. */
export async function expectRefused(handed: Handed, part: 'intact' | 'signed', code: string, message?: string): Promise<void> {
  const { exitCode, output } = await judge(handed);
  expect(output).toMatchObject({ verified: false, [part]: 'failed', details: { [part]: { state: 'failed', code } } });
  if (message !== undefined) expect(output).toMatchObject({ details: { [part]: { message } } });
  expect(exitCode).toBe(1);
}

/** Expects input that cannot even be read: exit code 2 and a message. */
export async function expectUnusable(handed: Handed): Promise<string> {
  const { exitCode, output } = await judge(handed);
  expect(output).toMatchObject({ unusable: true, verified: false });
  expect(exitCode).toBe(2);
  return String(output['message']);
}
