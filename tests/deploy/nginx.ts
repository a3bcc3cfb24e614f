import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePort } from '../../server/testing/process.ts';
import { untilDone } from '../../server/testing/untilDone.ts';
import { adapted, blockOf } from './document.ts';

/** The host name that docs/DEPLOY.md uses, and the Origin of its pages. */
export const siteName = 'console.example';
export const siteOrigin = `https://${siteName}`;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The nginx of docs/DEPLOY.md on loopback, in front of two instances of the platform. */
export interface Nginx {
  /** Ports for http, which redirects to https, and for https. */
  readonly plain: number;
  readonly tls: number;
  /** Connection and CA for a client that trusts its certificate. */
  readonly trusted: { readonly host: string; readonly port: number; readonly servername: string; readonly ca: string };
  /**
   * One call over https on a new connection. Rejects when the connection breaks or after thirty seconds without an answer, with nginx's
   * log of its last calls: which instance it asked and how long that took.
   */
  ask(path: string, headers?: Readonly<Record<string, string>>, method?: string, body?: string): Promise<Answer>;
  /** A change as the console sends it. */
  change(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Its access log, in the document's format. */
  accesses(): string;
  close(): Promise<void>;
}

/**
 * Takes the configuration from the document; only ports and certificate differ.
 * @param folder an existing folder that the caller removes
 * @param instances host and port of both instances; they need not be running
 */
export async function startNginx(folder: string, instances: readonly [string, string]): Promise<Nginx> {
  const home = join(folder, 'nginx');
  mkdirSync(home);
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'cert.pem')];
  const subject = ['-subj', `/CN=${siteName}`, '-addext', `subjectAltName=DNS:${siteName}`, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  });
  const ca = readFileSync(certificate, 'utf8');
  const [plain, tls] = [await freePort(), await freePort()];
  const documented = adapted(blockOf('nginx'), {
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${tls} ssl http2;`,
    ' server 127.0.0.1:4173': ` server ${instances[0]}`,
    '# server 127.0.0.1:4174': `server ${instances[1]}`,
    '/etc/ssl/ukweli/fullchain.pem': certificate,
    '/etc/ssl/ukweli/privkey.pem': key,
  });
  const [accesses, calls] = [join(home, 'ukweli.log'), join(home, 'access.log')];
  // A second access log, for debugging failed tests, beside the document's: `access_log` directives of a block replace inherited ones.
  const kept = 'access_log /var/log/nginx/ukweli.log ukweli;';
  const own = documented.replaceAll(kept, `access_log ${accesses} ukweli; access_log ${calls} noted;`);
  if (own.includes('/var/log')) throw new Error('A log of the document is not led into the test’s own folder');
  writeFileSync(join(home, 'ukweli.conf'), own);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${home}/${kind};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  // Log into files, never into a pipe: an unread pipe is full after some hundred refused connections, and nginx then blocks in the middle
  // of a log line.
  const logs = [join(home, 'error.log'), calls] as const;
  const noted = '$msec "$request" $status after $request_time s: $upstream_addr $upstream_status $upstream_response_time';
  writeFileSync(
    join(home, 'nginx.conf'),
    `${user} daemon off; pid ${home}/pid; error_log ${logs[0]}; events {}
     http { log_format noted '${noted}'; ${temporary.join(' ')} include ${home}/ukweli.conf; }`,
  );
  const child = spawn('nginx', ['-p', home, '-e', logs[0], '-c', join(home, 'nginx.conf')], { stdio: 'ignore' });
  const lastNoted = (): string =>
    logs.flatMap((log) => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-12) : [])).join('\n');

  const trusted = { host: '127.0.0.1', port: tls, servername: siteName, ca };
  const ask: Nginx['ask'] = (path, headers = {}, method = 'GET', body) =>
    new Promise((resolve, reject) => {
      const fail = (cause: Error): void => reject(new Error(`${method} ${path}: ${cause.message}\n${lastNoted()}`, { cause }));
      const call = request(
        { ...trusted, path, method, headers: { host: siteName, ...headers }, agent: false, signal: AbortSignal.timeout(30_000) },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }));
          answer.on('error', fail);
        },
      );
      call.on('error', fail);
      call.end(body);
    });
  const ready = async (): Promise<void> => {
    const { status } = await ask('/healthz');
    if (status !== 200) throw new Error(`nginx answers ${status}`);
  };
  await untilDone(ready, 30_000);
  return {
    plain,
    tls,
    trusted,
    ask,
    change: (path, body, headers = {}) =>
      ask(path, { origin: siteOrigin, 'content-type': 'application/json', 'x-correlation-id': 'behind-nginx', ...headers }, 'POST', body),
    accesses: () => (existsSync(accesses) ? readFileSync(accesses, 'utf8') : ''),
    async close() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
