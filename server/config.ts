import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isHelpLink } from '../src/contracts/outerLinks.ts';
import { addressMistake } from './db/address.ts';
import type { MetricsAddress } from './http/metricsListener.ts';
import { defaultRealtimeSettings, type RealtimeSettings } from './realtime/settings.ts';
import { projectRoot } from './root.ts';

/** Everything the platform can be told from outside, checked once at start (D-2, D-3, D-4). */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Where browsers find the platform: scheme, host and port, no path. Cookies, issuer and the Origin check go by it. */
  readonly origin: string;
  /** True where browsers come over https: Secure, `__Host-` cookies and HSTS. */
  readonly secure: boolean;
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** As whom its schema is made and changed, where that is another role than the one that serves (db/servingRole.ts). */
  readonly databaseOwnerUrl: string | null;
  /** File that holds the key by which secrets in the database are wrapped (D-54); null: one of the platform's own in `dataDir`, for a demo on this machine. */
  readonly keyFile: string | null;
  /** File with the key before it, while secrets are still wrapped by that one (`npm run keys -- rewrap`). */
  readonly keyFileBefore: string | null;
  readonly simulation: 'live' | 'off';
  /** Whether an empty database is filled with the demo (D-4); off loopback somebody has said so by name (G-7). */
  readonly seedDemo: boolean;
  /** A provider outside, or null for the embedded one at `/idp`. */
  readonly oidc: { readonly issuer: string; readonly clientId: string } | null;
  /** Whether passwords open sessions here; beside a provider of somebody else's an operator may turn them off (G-24). */
  readonly passwords: boolean;
  readonly supportUrl: string;
  /** Where letters are handed over, or null for the mailbox folder (D-22); `from` is what they say they come from. */
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  /** Where the platform tells its counts, or null where it tells them nowhere (http/metricsListener.ts). */
  readonly metrics: MetricsAddress | null;
  /** Proxies in front whose X-Forwarded-For counts: their number, or null for none. */
  readonly trustedProxies: number | null;
  /** After SIGTERM, how long /readyz says no before connections are ended, so that a balancer has turned elsewhere. Milliseconds. */
  readonly drainMs: number;
  /** Folder that backups of the database are put into, whose newest file says when the last was made; null where nobody named one. */
  readonly backupDir: string | null;
  /** The build of console and platform. */
  readonly build: string;
  /** Clients with an older build may not write (D-30). */
  readonly minimumBuild: string;
  readonly webRoot: string;
  /** Hashed assets of earlier builds, one folder a build (scripts/keptAssets.mjs). */
  readonly keptAssetsRoot: string;
  /** scrypt's cost N; tests lower it. */
  readonly passwordCost: number;
  /** Check every answer against the table of calls: on in tests, off in production (FINDINGS, Server). */
  readonly checkAnswers: boolean;
  /** Heartbeats and limits of the event streams; tests turn them. */
  readonly realtime: RealtimeSettings;
}

/** Name of the client that the embedded provider knows. */
export const consoleClientId = 'ukweli-console';

const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether a name or address is this very machine's. */
export function isLoopbackHost(host: string): boolean {
  return loopback.has(host);
}

/**
 * Whether only this machine reaches the platform, as far as its own settings tell: it listens on loopback, and browsers find it there. A proxy in front that nobody told it
 * of shows by its headers alone (identity/publishedPassword.ts).
 */
export function isOnLoopback({ host, origin }: Pick<ServerConfig, 'host' | 'origin'>): boolean {
  return isLoopbackHost(host) && isLoopbackHost(new URL(origin).hostname);
}

/** Reads the environment. Every mistake is told at once, in words, before anything is opened. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; config: ServerConfig } | { ok: false; mistakes: string[] } {
  const mistakes: string[] = [];
  const given = (name: string): string | null => env[name]?.trim() || null;

  const port = Number(given('PORT') ?? '4173');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    mistakes.push(`PORT must be a whole number from 1 to 65535, not '${env['PORT']}'.`);

  const host = given('HOST') ?? '127.0.0.1';
  const metricsPort = given('METRICS_PORT') === null ? null : Number(given('METRICS_PORT'));
  if (metricsPort !== null && (!Number.isInteger(metricsPort) || metricsPort < 1 || metricsPort > 65_535 || metricsPort === port))
    mistakes.push(`METRICS_PORT must be a whole number from 1 to 65535 and not PORT, not '${env['METRICS_PORT']}'.`);
  if (metricsPort === null && given('METRICS_HOST') !== null) mistakes.push('METRICS_HOST needs METRICS_PORT.');

  const publicUrl = originOf('PUBLIC_URL', given('PUBLIC_URL'), mistakes);
  if (!loopback.has(host) && given('PUBLIC_URL') === null) {
    mistakes.push(
      `HOST=${host} opens the platform to other machines: set PUBLIC_URL=https://… to the address browsers use (and TRUST_PROXY=1 for the proxy that ends TLS).`,
    );
  }

  const simulation = given('SIMULATION') ?? 'live';
  if (simulation !== 'live' && simulation !== 'off') mistakes.push(`SIMULATION is 'live' or 'off', not '${simulation}'.`);

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

  const issuer = given('OIDC_ISSUER');
  const clientId = given('OIDC_CLIENT_ID');
  if ((issuer === null) !== (clientId === null)) mistakes.push('OIDC_ISSUER and OIDC_CLIENT_ID go together: set both or neither.');
  if (issuer !== null) secureUrl('OIDC_ISSUER', issuer, mistakes);
  const passwordSignIn = given('PASSWORD_SIGN_IN');
  if (passwordSignIn !== null && passwordSignIn !== 'off' && passwordSignIn !== 'on')
    mistakes.push(`PASSWORD_SIGN_IN is 'on' or 'off', not '${passwordSignIn}'.`);
  if (passwordSignIn === 'off' && issuer === null) mistakes.push('PASSWORD_SIGN_IN=off needs OIDC_ISSUER: nobody could sign in.');

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

  const smtpUrl = given('SMTP_URL');
  if (smtpUrl !== null && !isSmtpUrl(smtpUrl)) mistakes.push('SMTP_URL is smtp://[user:password@]host[:port] or smtps://….'); // not repeated: it holds a password
  const mailFrom = given('MAIL_FROM');
  if (mailFrom !== null && !/^[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/u.test(mailFrom))
    mistakes.push(`MAIL_FROM is an address, or 'Name <address>', not '${mailFrom}'.`);

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
      oidc: issuer === null || clientId === null ? null : { issuer, clientId },
      passwords: passwordSignIn !== 'off',
      supportUrl,
      mail: { smtpUrl, from: mailFrom ?? `Ukweli Console <no-reply@${new URL(origin).hostname}>` },
      metrics: metricsPort === null ? null : { host: given('METRICS_HOST') ?? '127.0.0.1', port: metricsPort },
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

/** Bytes of a key that wraps others: as they are, or as 64 hexadecimal digits on a line of their own. Null where the text is neither. */
export function wrappingKeyOf(content: Buffer): Buffer | null {
  const hex = /^\s*([0-9a-f]{64})\s*$/i.exec(content.toString('latin1'))?.[1];
  if (hex !== undefined) return Buffer.from(hex, 'hex');
  return content.length === 32 ? content : null;
}

/** What is wrong with a file that a variable names for a key; null where nothing is. Nothing of the file is repeated: it holds a key. */
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

/** The build's name as `npm run build` recorded it; 'dev' when run from the sources. */
function readBuild(): string {
  const record = join(projectRoot, 'dist/build.json');
  if (!existsSync(record)) return 'dev';
  const parsed: unknown = JSON.parse(readFileSync(record, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'build' in parsed && typeof parsed.build === 'string' ? parsed.build : 'dev';
}
