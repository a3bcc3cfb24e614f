// Long: starts the platform as a program, a quarter of a minute each time; every story starts one too.
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { demoAccounts, demoPassword } from './identity/demo/demoAccounts.ts';
import { freePort, printedPassword, type Running, runProgram } from './testing/process.ts';
import { testKeyFile } from './testing/testKey.ts';

const timeout = 300_000; // upper limit: seeding an empty folder takes 20 s of processor time, and a busy machine gives a sixth of a core
const folders: string[] = [];
const running: Running[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const newFolder = (): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'ukweli-main-')), 'data');
  folders.push(join(folder, '..'));
  return folder;
};
/** Files in a folder that others on this machine can access. */
const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    // A file may have been renamed since it was listed.
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return found !== undefined && (found.mode & 0o077) !== 0;
  });
const run = (file: string, argv: readonly string[], env: Record<string, string>): Running => {
  const one = runProgram(file, argv, env);
  running.push(one);
  return one;
};
const signIn = (origin: string, email: string, password: string) =>
  fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { origin, 'x-correlation-id': 'main-test', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

describe('the platform as a program', () => {
  it('seeds an empty folder, prints address and accounts, keeps sessions over a restart, ends at once on SIGTERM', {
    tags: ['D-2', 'D-4', 'M-14', 'G-21'],
    timeout,
  }, async () => {
    const dataDir = newFolder();
    // An existing volume that is open to everybody, and a permissive umask.
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PORT: String(port), DATA_DIR: dataDir, SIMULATION: 'off' };
    const first = run('server/main.ts', [], env);
    await first.says('Stop with Ctrl+C');
    expect(first.said()).toContain(origin);
    for (const { email } of demoAccounts) expect(first.said()).toContain(email);
    expect(first.said()).toContain(demoPassword);
    expect(first.said()).not.toMatch(/warning/i);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    // The embedded database sets the modes of its files itself. They lie in two closed folders, and the next start closes them.
    expect(statSync(join(dataDir, 'db')).mode & 0o077).toBe(0);
    expect(openToOthers(dataDir).filter((name) => !name.startsWith('db/'))).toEqual([]);

    const login = await signIn(origin, 'admin@ukweli.example', demoPassword);
    expect(login.status).toBe(200);
    const cookie =
      login.headers
        .getSetCookie()
        .find((line) => line.startsWith('ukweli_session='))
        ?.split(';')[0] ?? '';

    const second = run('server/main.ts', [], { ...env, PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain('Another platform is running on the data folder');
    expect(second.said()).not.toMatch(/\.ts:\d+/);

    // an open stream must not delay shutdown
    const stream = request(`${origin}/api/events?tenantId=demo`, { headers: { cookie } });
    await new Promise<void>((resolve, reject) => {
      stream.once('response', (answer) => answer.once('data', () => resolve()));
      stream.once('error', reject);
      stream.end();
    });
    stream.on('error', () => undefined);
    const asked = performance.now();
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(8000);

    const again = run('server/main.ts', [], env);
    await again.says('Stop with Ctrl+C');
    expect(again.said()).not.toContain('seed.finished');
    expect((await fetch(`${origin}/api/auth/me`, { headers: { cookie } })).status).toBe(200);
    again.child.kill('SIGKILL');
    await again.ended;
  });

  it('starts with nobody where no demo is wanted; admin:create makes the first administrator', { tags: ['D-4'], timeout }, async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PORT: String(port), DATA_DIR: newFolder(), SEED: 'none' };
    const arguments_ = [
      '--email',
      'first@bank.example',
      '--name',
      'Achieng Were',
      '--tenant',
      'lakeside',
      '--tenant-name',
      'Lakeside',
      '--place',
      'Kisumu',
    ];

    const weak = run('server/cli/adminCreate.ts', arguments_, { ...env, UKWELI_ADMIN_PASSWORD: 'password' });
    expect(await weak.ended).toBe(1);
    expect(weak.said()).toContain('The password needs one uppercase letter');
    const guessable = run('server/cli/adminCreate.ts', arguments_, { ...env, UKWELI_ADMIN_PASSWORD: 'Achieng-Were-9!' });
    expect(await guessable.ended).toBe(1);
    expect(guessable.said()).toContain('The password cannot be used. This password is made of your name or address'); // G-10
    const nowhere = run('server/cli/adminCreate.ts', [...arguments_, '--time-zone', 'Kisumu'], {
      ...env,
      UKWELI_ADMIN_PASSWORD: 'Lakeside-2026!',
    });
    expect(await nowhere.ended).toBe(1);
    expect(nowhere.said()).toContain('--time-zone "Kisumu" is not a time zone');
    const made = run('server/cli/adminCreate.ts', arguments_, { ...env, UKWELI_ADMIN_PASSWORD: 'Lakeside-2026!' });
    expect([await made.ended, made.said()]).toEqual([
      0,
      expect.stringContaining('first@bank.example can sign in as administrator of lakeside'),
    ]);
    const twice = run('server/cli/adminCreate.ts', arguments_, { ...env, UKWELI_ADMIN_PASSWORD: 'Lakeside-2026!' });
    expect([await twice.ended, twice.said()]).toEqual([1, expect.stringContaining('has an account already')]);

    const platform = run('server/main.ts', [], env);
    await platform.says('Stop with Ctrl+C');
    expect(platform.said()).not.toContain(demoPassword);
    expect((await signIn(origin, 'admin@ukweli.example', demoPassword)).status).toBe(401);
    const login = await signIn(origin, 'first@bank.example', 'Lakeside-2026!');
    expect(await login.json()).toMatchObject({ user: { role: 'admin', tenantId: 'lakeside', name: 'Achieng Were' } });
    expect(await (await fetch(`${origin}/api/config`)).json()).toMatchObject({ tenant: { tenantId: 'lakeside', place: 'Kisumu' } });
  });

  it('off loopback does not start until SEED is named; a demo there has passwords of its own, printed at the first start alone', {
    tags: ['G-7'],
    timeout,
  }, async () => {
    const port = await freePort();
    const [address, publicUrl] = [`http://localhost:${port}`, 'https://console.example'];
    const env = { PORT: String(port), DATA_DIR: newFolder(), SIMULATION: 'off', PUBLIC_URL: publicUrl, KEY_FILE: testKeyFile() };
    const unnamed = run('server/main.ts', [], env);
    expect(await unnamed.ended).toBe(1);
    expect(unnamed.said()).toMatch(/^SEED must be named where PUBLIC_URL=https:\/\/console\.example opens the platform to other machines/);
    expect(existsSync(env.DATA_DIR)).toBe(false);

    const first = run('server/main.ts', [], { ...env, SEED: 'demo' });
    await first.says('Stop with Ctrl+C');
    expect(first.said()).not.toContain(demoPassword);
    const enter = (password: string) =>
      fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { origin: publicUrl, 'x-correlation-id': 'main-test', 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@ukweli.example', password }),
      });
    const printed = printedPassword(first.said(), 'admin@ukweli.example');
    expect((await enter(demoPassword)).status).toBe(401);
    expect((await enter(printed)).status).toBe(200);
    first.child.kill('SIGTERM');
    await first.ended;

    const again = run('server/main.ts', [], { ...env, SEED: 'demo' });
    await again.says('Stop with Ctrl+C');
    expect(again.said()).not.toContain(printed);
    expect(again.said()).toContain('Their passwords were printed when this database was filled');
    expect((await enter(printed)).status).toBe(200);
  });

  it('tells every mistake of the configuration and does not start', { timeout }, async () => {
    const wrong = run('server/main.ts', [], { PORT: 'x', SIMULATION: 'fast', DATA_DIR: newFolder() });
    expect(await wrong.ended).toBe(1);
    expect(wrong.said()).toContain('PORT must be');
    expect(wrong.said()).toContain('SIMULATION is');
  });
});
