import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isHelpLink } from '../src/contracts/outerLinks.ts';
import { addressMistake } from './db/address.ts';
import type { MetricsAddress } from './http/metricsListener.ts';
import { defaultRealtimeSettings, type RealtimeSettings } from './realtime/settings.ts';
import { projectRoot } from './root.ts';

/** The platform's configuration, checked once at start (D-2, D-3, D-4). */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** The platform's address for browsers: scheme, host and port, no path. Cookies, issuer and the Origin check use it. */
  readonly origin: string;
  /** True if browsers use https: then Secure, `__Host-` cookies and HSTS. */
  readonly secure: boolean;
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Connection as the owner of the schema, if the serving role is another (db/servingRole.ts). */
  readonly databaseOwnerUrl: string | null;
  /**
   * File with the key that wraps secrets in the database (D-54); null: the platform's own file in `dataDir`, for a demo on this machine.
   */
  readonly keyFile: string | null;
  /** File with the previous key, while secrets are still wrapped by it (`npm run keys -- rewrap`). */
  readonly keyFileBefore: string | null;
  readonly simulation: 'live' | 'off';
  /** Whether an empty database is filled with the demo (D-4); off loopback SEED must be set explicitly (G-7). */
  readonly seedDemo: boolean;
  /** An external identity provider, or null for the embedded one at `/idp`. */
  readonly oidc: { readonly issuer: string; readonly clientId: string } | null;
  /** Whether passwords open sessions here; with an external provider an operator may turn them off (G-24). */
  readonly passwords: boolean;
  readonly supportUrl: string;
  /** Mail server, or null for the mailbox folder (D-22); `from` is the sender of letters. */
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  /** Listener for metrics, or null for none (http/metricsListener.ts). */
  readonly metrics: MetricsAddress | null;
  /** Number of trusted proxies in front whose X-Forwarded-For counts; null for none. */
  readonly trustedProxies: number | null;
  /** How long /readyz fails after SIGTERM before connections are ended, so that load balancers can switch. Milliseconds. */
  readonly drainMs: number;
  /** Folder of database backups; its newest file tells when the last one was made. Null if not configured. */
  readonly backupDir: string | null;
  /** Name of the build of console and platform. */
  readonly build: string;
  /** Clients with an older build may not write (D-30). */
  readonly minimumBuild: string;
  readonly webRoot: string;
  /** Hashed assets of earlier builds, one folder per build (scripts/keptAssets.mjs). */
  readonly keptAssetsRoot: string;
  /** Cost parameter N of scrypt; tests lower it. */
  readonly passwordCost: number;
  /** Validate every answer against the endpoint table: on in tests, off in production (FINDINGS, Server). */
  readonly checkAnswers: boolean;
  /** Heartbeats and limits of the event streams; tests change them. */
  readonly realtime: RealtimeSettings;
}

/** Client id that the embedded provider knows. */
export const consoleClientId = 'ukweli-console';

const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** True if a host name or address is a loopback one. */
export function isLoopbackHost(host: string): boolean {
  return loopback.has(host);
}

/**
 * True if, by its own settings, only this machine reaches the platform: it listens on loopback, and its public address is there. An
 * undeclared proxy in front is only recognised by its headers (identity/passwords/publishedPassword.ts).
 */
export function isOnLoopback({ host, origin }: Pick<ServerConfig, 'host' | 'origin'>): boolean {
  return isLoopbackHost(host) && isLoopbackHost(new URL(origin).hostname);
}

/** A variable's value without white space around it; null if it is not set or empty. */
type Given = (name: string) => string | null;

/** Reads the environment. Reports all mistakes at once, as text, before anything is opened. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; config: ServerConfig } | { ok: false; mistakes: string[] } {
  const mistakes: string[] = [];
  const given: Given = (name) => env[name]?.trim() || null;

  const { port, host, metrics } = readListeners(env, given, mistakes);
  const publicUrl = originOf('PUBLIC_URL', given('PUBLIC_URL'), mistakes);
  if (!loopback.has(host) && given('PUBLIC_URL') === null) {
    mistakes.push(
      `HOST=${host} opens the platform to other machines: set PUBLIC_URL=https://… to the address browsers use (and TRUST_PROXY=1 for the proxy that ends TLS).`,
    );
  }

  const simulation = given('SIMULATION') ?? 'live';
  if (simulation !== 'live' && simulation !== 'off') mistakes.push(`SIMULATION is 'live' or 'off', not '${simulation}'.`);

  const { databaseUrl, databaseOwnerUrl } = readDatabaseAddresses(given, mistakes);
  const dataDir = resolve(projectRoot, given('DATA_DIR') ?? '.data');
  const backupDir = given('BACKUP_DIR');
  const fileNamed = (name: string, path: string | null): string | null => {
    if (path === null) return null;
    const file = resolve(projectRoot, path);
    const mistake = keyFileMistake(name, file, { dataDir, backupDir });
    if (mistake !== null) mistakes.push(mistake);
    return file;
  };
  const keyFile = fileNamed('KEY_FILE', given('KEY_FILE'));
  const keyFileBefore = fileNamed('KEY_FILE_BEFORE', given('KEY_FILE_BEFORE'));
  const open = !isOnLoopback({ host, origin: publicUrl ?? 'http://localhost' });
  const opensBy = isLoopbackHost(host) ? `PUBLIC_URL=${publicUrl}` : `HOST=${host}`;
  if (keyFile === null && (databaseUrl !== null || open))
    mistakes.push(
      `KEY_FILE must name the file with the key that wraps the platform's secrets ${databaseUrl !== null ? 'on PostgreSQL (DATABASE_URL)' : `where ${opensBy} opens the platform to other machines`}: a copy of the database must open nothing. Make it once with openssl rand -hex 32, give it to every instance and to nobody else, and keep a copy apart from the database's backups.`,
    );

  const seed = given('SEED');
  if (seed !== null && seed !== 'demo' && seed !== 'none') mistakes.push(`SEED is 'demo' or 'none', not '${seed}'.`);

  if (seed === null && open)
    mistakes.push(
      `SEED must be named where ${opensBy} opens the platform to other machines: SEED=none for one that is your own (npm run admin:create makes its first administrator), SEED=demo for a demonstration (its passwords are made at random and printed once, at the first start).`,
    );

  const { oidc, passwords } = readSignIn(given, mistakes);

  const proxies = given('TRUST_PROXY');
  const trustedProxies = proxies === null || proxies === 'false' ? null : proxies === 'true' ? 1 : Number(proxies);
  if (trustedProxies !== null && (!Number.isInteger(trustedProxies) || trustedProxies < 1 || trustedProxies > 10)) {
    mistakes.push(`TRUST_PROXY is the number of proxies in front, 1 to 10, not '${proxies}'.`);
  }

  const drainSeconds = Number(given('DRAIN_SECONDS') ?? '0');
  if (!Number.isInteger(drainSeconds) || drainSeconds < 0 || drainSeconds > 60)
    mistakes.push(`DRAIN_SECONDS is a whole number from 0 to 60, not '${env['DRAIN_SECONDS']}'.`);

  const supportUrl = given('SUPPORT_URL') ?? 'mailto:support@ukweli.example';
  if (!isHelpLink(supportUrl)) mistakes.push('SUPPORT_URL must be an address that starts with https:// or mailto:.');

  const { smtpUrl, mailFrom } = readMail(given, mistakes);

  if (mistakes.length > 0) return { ok: false, mistakes };
  const origin = publicUrl ?? `http://localhost:${port}`;
  return {
    ok: true,
    config: {
      port,
      host,
      origin,
      secure: origin.startsWith('https:'),
      dataDir,
      databaseUrl,
      databaseOwnerUrl,
      keyFile,
      keyFileBefore,
      simulation: simulation === 'off' ? 'off' : 'live',
      seedDemo: seed === 'demo' || (seed === null && databaseUrl === null),
      oidc,
      passwords,
      supportUrl,
      mail: { smtpUrl, from: mailFrom ?? `Ukweli Console <no-reply@${new URL(origin).hostname}>` },
      metrics,
      trustedProxies,
      drainMs: drainSeconds * 1000,
      backupDir,
      build: readBuild(),
      minimumBuild: given('MINIMUM_BUILD') ?? '',
      webRoot: join(projectRoot, 'dist/web'),
      keptAssetsRoot: join(projectRoot, 'dist/kept'),
      passwordCost: 2 ** 15,
      checkAnswers: false,
      realtime: defaultRealtimeSettings,
    },
  };
}

function readListeners(
  env: Readonly<Record<string, string | undefined>>,
  given: Given,
  mistakes: string[],
): Pick<ServerConfig, 'port' | 'host' | 'metrics'> {
  const port = Number(given('PORT') ?? '4173');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    mistakes.push(`PORT must be a whole number from 1 to 65535, not '${env['PORT']}'.`);

  const host = given('HOST') ?? '127.0.0.1';
  const metricsPort = given('METRICS_PORT') === null ? null : Number(given('METRICS_PORT'));
  if (metricsPort !== null && (!Number.isInteger(metricsPort) || metricsPort < 1 || metricsPort > 65_535 || metricsPort === port))
    mistakes.push(`METRICS_PORT must be a whole number from 1 to 65535 and not PORT, not '${env['METRICS_PORT']}'.`);
  if (metricsPort === null && given('METRICS_HOST') !== null) mistakes.push('METRICS_HOST needs METRICS_PORT.');
  return {
    port,
    host,
    metrics: metricsPort === null ? null : { host: given('METRICS_HOST') ?? '127.0.0.1', port: metricsPort },
  };
}

function readDatabaseAddresses(given: Given, mistakes: string[]): Pick<ServerConfig, 'databaseUrl' | 'databaseOwnerUrl'> {
  const databaseUrl = given('DATABASE_URL');
  const databaseOwnerUrl = given('DATABASE_OWNER_URL');
  if (databaseOwnerUrl !== null && databaseUrl === null)
    mistakes.push('DATABASE_OWNER_URL needs DATABASE_URL, which names the role that serves.');
  const tls = given('DATABASE_TLS');
  if (tls !== null && tls !== 'unverified') mistakes.push(`DATABASE_TLS is 'unverified' or not set, not '${tls}'.`);
  for (const [name, url] of [
    ['DATABASE_URL', databaseUrl],
    ['DATABASE_OWNER_URL', databaseOwnerUrl],
  ] as const) {
    const mistake = url === null ? null : addressMistake(url, tls === 'unverified');
    if (mistake !== null) mistakes.push(`${name} ${mistake}`);
  }
  return { databaseUrl, databaseOwnerUrl };
}

function readSignIn(given: Given, mistakes: string[]): Pick<ServerConfig, 'oidc' | 'passwords'> {
  const issuer = given('OIDC_ISSUER');
  const clientId = given('OIDC_CLIENT_ID');
  if ((issuer === null) !== (clientId === null)) mistakes.push('OIDC_ISSUER and OIDC_CLIENT_ID go together: set both or neither.');
  if (issuer !== null) secureUrl('OIDC_ISSUER', issuer, mistakes);
  const passwordSignIn = given('PASSWORD_SIGN_IN');
  if (passwordSignIn !== null && passwordSignIn !== 'off' && passwordSignIn !== 'on')
    mistakes.push(`PASSWORD_SIGN_IN is 'on' or 'off', not '${passwordSignIn}'.`);
  if (passwordSignIn === 'off' && issuer === null) mistakes.push('PASSWORD_SIGN_IN=off needs OIDC_ISSUER: nobody could sign in.');
  return { oidc: issuer === null || clientId === null ? null : { issuer, clientId }, passwords: passwordSignIn !== 'off' };
}

function readMail(given: Given, mistakes: string[]): { readonly smtpUrl: string | null; readonly mailFrom: string | null } {
  const smtpUrl = given('SMTP_URL');
  if (smtpUrl !== null && !isSmtpUrl(smtpUrl)) mistakes.push('SMTP_URL is smtp://[user:password@]host[:port] or smtps://….'); // not repeated: it holds a password
  const mailFrom = given('MAIL_FROM');
  if (mailFrom !== null && !/^[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/u.test(mailFrom))
    mistakes.push(`MAIL_FROM is an address, or 'Name <address>', not '${mailFrom}'.`);
  return { smtpUrl, mailFrom };
}

/** A wrapping key from a file's content: 32 raw bytes, or 64 hexadecimal digits on one line. Null if it is neither. */
export function wrappingKeyOf(content: Buffer): Buffer | null {
  const hex = /^\s*([0-9a-f]{64})\s*$/i.exec(content.toString('latin1'))?.[1];
  if (hex !== undefined) return Buffer.from(hex, 'hex');
  return content.length === 32 ? content : null;
}

/** What is wrong with a key file that a variable names; null if nothing. The text repeats nothing of the content. */
function keyFileMistake(name: string, path: string, { dataDir, backupDir }: Pick<ServerConfig, 'dataDir' | 'backupDir'>): string | null {
  const within = (folder: string): boolean => path.startsWith(join(resolve(projectRoot, folder), '/'));
  if (within(join(dataDir, 'db')) || (backupDir !== null && within(backupDir)))
    return `${name}=${path} lies with the database or its backups (${within(join(dataDir, 'db')) ? 'DATA_DIR' : 'BACKUP_DIR'}): whoever copies those has the key too. Put it elsewhere.`;
  try {
    if (wrappingKeyOf(readFileSync(path)) === null)
      return `${name}=${path} must hold 32 bytes, or 64 hexadecimal digits (openssl rand -hex 32).`;
    // Windows has no such modes.
    const open = process.getuid !== undefined && (statSync(path).mode & 0o007) !== 0;
    return open ? `${name}=${path} can be read by everybody on this machine: give it to the platform's user alone (chmod 600).` : null;
  } catch {
    return `${name}=${path} cannot be read.`;
  }
}

function secureUrl(name: string, value: string, mistakes: string[]): URL | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  const plainOnLoopback = url?.protocol === 'http:' && loopback.has(url.hostname);
  if (url !== null && (url.protocol === 'https:' || plainOnLoopback)) return url;
  mistakes.push(`${name} must be an https:// address (http:// only on localhost), not '${value}'.`);
  return null;
}

function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (url.protocol === 'smtp:' || url.protocol === 'smtps:') && url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === '';
}

function originOf(name: string, value: string | null, mistakes: string[]): string | null {
  if (value === null) return null;
  const url = secureUrl(name, value, mistakes);
  if (url !== null && (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')) {
    mistakes.push(`${name} must be scheme, host and port alone, not '${value}'.`);
  }
  return url?.origin ?? null;
}

/** The build's name as recorded by `npm run build`; 'dev' when run from the sources. */
function readBuild(): string {
  const record = join(projectRoot, 'dist/build.json');
  if (!existsSync(record)) return 'dev';
  const parsed: unknown = JSON.parse(readFileSync(record, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'build' in parsed && typeof parsed.build === 'string' ? parsed.build : 'dev';
}
