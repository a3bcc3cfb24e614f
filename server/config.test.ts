import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

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
  it('[D-2] [D-3] stands on localhost:4173 with the embedded, seeded, moving demo when nothing is said', () => {
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

  it('[D-4] seeds PostgreSQL only with SEED=demo', () => {
    const DATABASE_URL = 'postgres://db.example/ukweli?sslmode=verify-full';
    expect(good({ DATABASE_URL }).seedDemo).toBe(false);
    expect(good({ DATABASE_URL, SEED: 'demo' }).seedDemo).toBe(true);
    expect(good({ SEED: 'none' }).seedDemo).toBe(false);
  });

  it('[D-4] wants https off localhost', () => {
    expect(mistakes({ HOST: '0.0.0.0' })[0]).toContain('PUBLIC_URL');
    expect(mistakes({ PUBLIC_URL: 'http://console.example' })[0]).toContain('https://');
    expect(good({ HOST: '0.0.0.0', PUBLIC_URL: 'https://console.example', TRUST_PROXY: '1', SEED: 'none' })).toMatchObject({
      origin: 'https://console.example',
      secure: true,
      trustedProxies: 1,
    });
    expect(good({ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080', SEED: 'none' }).secure).toBe(false);
  });

  it('[G-7] wants SEED named where other machines reach it, whatever the database', () => {
    const open: readonly Record<string, string>[] = [
      { PUBLIC_URL: 'https://console.example' },
      { PUBLIC_URL: 'https://console.example', HOST: '::1', TRUST_PROXY: '1' },
      { PUBLIC_URL: 'https://console.example', DATABASE_URL: 'postgres://localhost/ukweli' },
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' },
      { HOST: '192.0.2.4', PUBLIC_URL: 'https://127.0.0.1' },
    ];
    for (const env of open) {
      expect(mistakes(env)).toEqual([expect.stringMatching(/^SEED must be named where .*SEED=none for .*SEED=demo for /)]);
      expect([good({ ...env, SEED: 'none' }).seedDemo, good({ ...env, SEED: 'demo' }).seedDemo]).toEqual([false, true]);
    }
    for (const PUBLIC_URL of ['http://localhost:5173', 'http://127.0.0.1:9', 'https://[::1]'])
      expect(good({ PUBLIC_URL, HOST: 'localhost' }).seedDemo).toBe(true);
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
    'postgres://localhost/ukweli?host=db.example',
    'postgres://127.0.0.1.evil.example/ukweli?sslmode=verify-ca',
  ])('[G-22] has the PostgreSQL of another machine prove who it is: not %s', (DATABASE_URL) => {
    const own = 'postgres://localhost/ukweli';
    for (const [env, name] of [
      [{ DATABASE_URL }, 'DATABASE_URL'],
      [{ DATABASE_URL: own, DATABASE_OWNER_URL: DATABASE_URL }, 'DATABASE_OWNER_URL'],
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
  ])('[G-22] takes %s', (DATABASE_URL) => expect(good({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL));

  it('tells all mistakes at once', () => {
    expect(mistakes({ PORT: 'x', SIMULATION: 'x', SEED: 'x' })).toHaveLength(3);
  });
});
