import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileWith = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
};
const KEY_FILE = fileWith('key', 'a1'.repeat(32));

const good = (env: Record<string, string>) => {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.mistakes.join(' '));
  return read.config;
};
const mistakes = (env: Record<string, string>) => {
  const read = readConfig(env);
  return read.ok ? [] : read.mistakes;
};

describe('configuration', () => {
  it('stands on localhost:4173 with the embedded, seeded, moving demo when nothing is said', { tags: ['D-2', 'D-3'] }, () => {
    expect(good({})).toMatchObject({
      port: 4173,
      host: '127.0.0.1',
      origin: 'http://localhost:4173',
      secure: false,
      databaseUrl: null,
      simulation: 'live',
      seedDemo: true,
      oidc: null,
      trustedProxies: null,
    });
    expect(good({}).dataDir).toMatch(/\.data$/);
  });

  it('seeds PostgreSQL only with SEED=demo', { tags: ['D-4'] }, () => {
    const DATABASE_URL = 'postgres://db.example/ukweli?sslmode=verify-full';
    expect(good({ DATABASE_URL, KEY_FILE }).seedDemo).toBe(false);
    expect(good({ DATABASE_URL, KEY_FILE, SEED: 'demo' }).seedDemo).toBe(true);
    expect(good({ SEED: 'none' }).seedDemo).toBe(false);
  });

  it('wants https off localhost', { tags: ['D-4'] }, () => {
    expect(mistakes({ HOST: '0.0.0.0' })[0]).toContain('PUBLIC_URL');
    expect(mistakes({ PUBLIC_URL: 'http://console.example' })[0]).toContain('https://');
    expect(good({ HOST: '0.0.0.0', PUBLIC_URL: 'https://console.example', TRUST_PROXY: '1', SEED: 'none', KEY_FILE })).toMatchObject({
      origin: 'https://console.example',
      secure: true,
      trustedProxies: 1,
    });
    expect(good({ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080', SEED: 'none', KEY_FILE }).secure).toBe(false);
  });

  it('wants SEED named where other machines reach it, whatever the database', { tags: ['G-7'] }, () => {
    const open: readonly Record<string, string>[] = [
      { PUBLIC_URL: 'https://console.example' },
      { PUBLIC_URL: 'https://console.example', HOST: '::1', TRUST_PROXY: '1' },
      { PUBLIC_URL: 'https://console.example', DATABASE_URL: 'postgres://localhost/ukweli' },
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' },
      { HOST: '192.0.2.4', PUBLIC_URL: 'https://127.0.0.1' },
    ];
    for (const env of open) {
      expect(mistakes({ ...env, KEY_FILE })).toEqual([expect.stringMatching(/^SEED must be named where .*SEED=none for .*SEED=demo for /)]);
      expect([good({ ...env, KEY_FILE, SEED: 'none' }).seedDemo, good({ ...env, KEY_FILE, SEED: 'demo' }).seedDemo]).toEqual([false, true]);
    }
    for (const PUBLIC_URL of ['http://localhost:5173', 'http://127.0.0.1:9', 'https://[::1]'])
      expect(good({ PUBLIC_URL, HOST: 'localhost' }).seedDemo).toBe(true);
  });

  it('wants KEY_FILE on PostgreSQL and where other machines reach it, and nowhere else', { tags: ['G-2', 'D-54'] }, () => {
    const DATABASE_URL = 'postgres://db.example/ukweli?sslmode=verify-full';
    expect(mistakes({ DATABASE_URL })).toEqual([
      expect.stringMatching(/^KEY_FILE must name the file .* on PostgreSQL \(DATABASE_URL\): .*openssl rand -hex 32/),
    ]);
    for (const env of [{ PUBLIC_URL: 'https://console.example' }, { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' }] as const)
      expect(mistakes({ ...env, SEED: 'none' })).toEqual([expect.stringMatching(/^KEY_FILE must .* opens the platform to other machines/)]);
    expect(good({ DATABASE_URL, KEY_FILE })).toMatchObject({ keyFile: KEY_FILE, keyFileBefore: null });
    expect(good({ KEY_FILE, KEY_FILE_BEFORE: KEY_FILE }).keyFileBefore).toBe(KEY_FILE);
    expect(good({})).toMatchObject({ keyFile: null, keyFileBefore: null });
  });

  it('takes no file for a key that holds none, that everybody may read, or that lies with the database, and repeats nothing of it', {
    tags: ['G-2', 'P-6'],
  }, () => {
    for (const [name, content] of [
      ['short', 'secret-of-ours'],
      ['long', 'a'.repeat(65)],
    ] as const) {
      const said = mistakes({ KEY_FILE: fileWith(name, content) });
      expect(said).toEqual([expect.stringContaining('must hold 32 bytes, or 64 hexadecimal digits')]);
      expect(said.join()).not.toContain(content);
    }
    expect(mistakes({ KEY_FILE_BEFORE: join(folder, 'nowhere') })).toEqual([expect.stringMatching(/^KEY_FILE_BEFORE=.* cannot be read/)]);
    const readable = fileWith('readable', 'a1'.repeat(32));
    chmodSync(readable, 0o644);
    expect(mistakes({ KEY_FILE: readable })).toEqual([expect.stringContaining('can be read by everybody on this machine')]);
    chmodSync(readable, 0o640);
    expect(mistakes({ KEY_FILE: readable })).toEqual([]);
    for (const [room, env] of [
      ['db', { DATA_DIR: folder }],
      ['dumps', { BACKUP_DIR: join(folder, 'dumps') }],
    ] as const) {
      mkdirSync(join(folder, room));
      expect(mistakes({ ...env, KEY_FILE: fileWith(`${room}/key`, 'a1'.repeat(32)) })).toEqual([
        expect.stringMatching(new RegExp(`lies with the database or its backups \\(${Object.keys(env)[0]}\\)`)),
      ]);
    }
  });

  it.each([
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: 'http' }, 'PORT'],
    [{ SIMULATION: 'fast' }, 'SIMULATION'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_OWNER_URL: 'postgres://localhost/x' }, 'DATABASE_OWNER_URL needs DATABASE_URL'],
    [{ DATABASE_TLS: 'off' }, 'DATABASE_TLS'],
    [{ SEED: 'all' }, 'SEED'],
    [{ OIDC_ISSUER: 'https://login.example' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: 'http://login.example', OIDC_CLIENT_ID: 'c' }, 'https://'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT'],
    [{ PORT: '4200', METRICS_PORT: '4200' }, 'METRICS_PORT'],
    [{ METRICS_HOST: '10.0.0.5' }, 'METRICS_PORT'],
    [{ PUBLIC_URL: 'https://console.example/path' }, 'PUBLIC_URL'],
    [{ SUPPORT_URL: 'javascript:alert(1)' }, 'SUPPORT_URL'],
    [{ SUPPORT_URL: 'https://help.example\\@evil.example' }, 'SUPPORT_URL'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example?tls.rejectUnauthorized=false' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'A <a@b.example>\r\nBcc: <all@b.example>' }, 'MAIL_FROM'],
  ])('tells what is wrong with %j', (env, word) => {
    expect(mistakes(env).join(' ')).toContain(word);
  });

  it.each([
    'postgres://db.example/ukweli',
    'postgres://ukweli:s3cret@db.example/ukweli?sslmode=require',
    'postgres://10.0.0.5/ukweli?sslmode=no-verify',
    // pg uses the last of repeated parameters, and ignores an empty host.
    'postgres://localhost/ukweli?host=localhost&host=db.example',
    'postgres://db.example/ukweli?host=',
    'postgres://db.example/ukweli?sslmode=verify-full&sslmode=no-verify',
    'postgres://localhost/ukweli?host=db.example',
    'postgres://127.0.0.1.evil.example/ukweli?sslmode=verify-ca',
  ])('has the PostgreSQL of another machine prove who it is: not %s', { tags: ['G-22'] }, (DATABASE_URL) => {
    const own = 'postgres://localhost/ukweli';
    for (const [env, name] of [
      [{ DATABASE_URL, KEY_FILE }, 'DATABASE_URL'],
      [{ DATABASE_URL: own, DATABASE_OWNER_URL: DATABASE_URL, KEY_FILE }, 'DATABASE_OWNER_URL'],
    ] as const) {
      expect(mistakes(env)).toEqual([expect.stringMatching(new RegExp(`^${name} leads to [\\w.]+ over a network .*sslmode=verify-full`))]);
      expect(mistakes(env).join()).not.toContain('s3cret');
      expect(good({ ...env, DATABASE_TLS: 'unverified' }).databaseUrl).toBe(env.DATABASE_URL);
    }
  });

  it.each([
    'postgres://db.example/ukweli?sslmode=verify-full',
    'postgres://localhost/ukweli',
    'postgres://[::1]:5433/ukweli',
    'postgres:///ukweli?host=/run/postgresql',
    'postgres://u@%2Frun%2Fpostgresql/ukweli',
  ])('takes %s', { tags: ['G-22'] }, (DATABASE_URL) => expect(good({ DATABASE_URL, KEY_FILE }).databaseUrl).toBe(DATABASE_URL));

  it('tells all mistakes at once', () => {
    expect(mistakes({ PORT: 'x', SIMULATION: 'x', SEED: 'x' })).toHaveLength(3);
  });
});
