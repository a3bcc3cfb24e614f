// Long: the project is copied, built and started as on a new machine.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { expect, test } from '../support/test.ts';

test('npm start on a fresh clone builds, seeds and serves, and says where and for whom', { tag: ['@D-2'] }, async ({ page }) => {
  test.setTimeout(600_000); // A full build while other tests run.
  const clone = join(mkdtempSync(join(tmpdir(), 'ukweli-clone-')), 'house');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules')); // `npm ci` is npm's own; scripts/build.test.ts checks that it is called.
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { readonly port: number }; // The address of a TCP listener.
  probe.close();

  const started = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), SIMULATION: 'off' },
  });
  const ended = once(started, 'exit');
  let printed = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    await expect.poll(() => printed, { timeout: 480_000 }).toContain('Stop with Ctrl+C');
    expect(printed).toContain(`http://localhost:${port}`);
    expect(printed).toContain('admin@ukweli.example');
    expect(printed).toContain('Ukweli-2026!');
    await page.goto(`http://localhost:${port}/`);
    await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  } finally {
    started.kill('SIGTERM');
    // The server ends with npm: nothing holds the port.
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone');
    await ended; // It writes files until then.
    rmSync(join(clone, '..'), { recursive: true, force: true, maxRetries: 20 });
  }
});
