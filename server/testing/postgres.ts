import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '../../scripts/postgres.mjs';
import { freePort } from './process.ts';

/** A PostgreSQL server that gives each caller its own database. */
export interface TestPostgres {
  /** The administrator's connection string, for the database `postgres`. */
  readonly url: string;
  /** Creates a database, empty or copied from `template`, and returns its connection string. */
  createDatabase(template?: string): Promise<string>;
  stop(): Promise<void>;
}

/** This process's connection to the run's server. One costs as much as a third of a copied database. */
let standing: { readonly url: string; readonly client: Promise<pg.Client> } | null = null;

/** Runs `work` as the administrator: at the run's server over one connection for all, elsewhere over one of its own. */
export async function asAdministrator<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  if (url === process.env['TEST_DATABASE_URL']) {
    if (standing?.url !== url) {
      standing = { url, client: connect() };
      const gone = () => (standing = null); // the server went: the next caller connects anew
      standing.client.then((client) => client.on('error', gone), gone);
    }
    return work(await standing.client);
  }
  const client = await connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A server owned by one test, which can be stopped and started; always on the same port. */
export interface TestCluster extends TestPostgres {
  /** Fast shutdown, as by `systemctl stop`: connections are cut, nothing is lost. */
  halt(): Promise<void>;
  /** SIGKILL to each of its processes: data not yet passed to the operating system is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** The server named by TEST_DATABASE_URL, or a new cluster in a temporary folder on a free port, removed by `stop`. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  return given === undefined
    ? startCluster()
    : { url: given, createDatabase: (template) => createDatabase(given, template), stop: async () => undefined };
}

/**
 * Opens an administrator connection to a test's database on the run's server, to hold locks that the platform waits for. The caller must
 * end it.
 */
export async function connectBeside({ connectionString }: { readonly connectionString?: string | null | undefined }): Promise<pg.Client> {
  const server = await startPostgres(); // shared by the test run
  const url = Object.assign(new URL(server.url), { pathname: new URL(connectionString ?? '').pathname });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}

let made = 0;
async function createDatabase(admin: string, template?: string): Promise<string> {
  const name = `ukweli_${process.pid}_${Date.now()}_${made++}`;
  // Without fsync, copying the files takes half as long as copying blocks through the log, the default.
  await asAdministrator(admin, (client) =>
    client.query(`create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`),
  );
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return url.href;
}

/** Settings for a cluster that need not survive a power failure; it still survives a killed process. */
const throwAway = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB', 'max_connections=300', 'listen_addresses=127.0.0.1'];

/** Creates a cluster and starts it. `settings` are `name=value` pairs that override the defaults. */
export async function startCluster(settings: readonly string[] = []): Promise<TestCluster> {
  const binaries = findPostgres();
  if (binaries === undefined) throw new Error('No PostgreSQL is installed here');
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-pg-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root; Debian's package creates a user for it.
  const asRoot = process.getuid?.() === 0;
  const [uid, gid] = asRoot
    ? ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
    : [undefined, undefined];
  const as = uid === undefined || gid === undefined ? {} : { uid, gid };
  if (asRoot) execFileSync('chown', ['postgres', folder]);
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'ukweli', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    stdio: 'ignore',
    cwd: folder,
  });
  const port = await freePort();
  // Over the socket in its folder, which costs less than TCP; for what knows no `host` the address and port stand there as well.
  const url = `postgres://ukweli@127.0.0.1:${port}/postgres?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess | null = null;

  const startOnce = (): Promise<{ ready: true } | { ready: false; told: string }> =>
    new Promise((resolve) => {
      const flags = [...throwAway, ...settings].flatMap((setting) => ['-c', setting]);
      const child = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, ...flags], {
        ...as,
        stdio: ['ignore', 'ignore', 'pipe'],
        cwd: folder,
      });
      server = child;
      let told = '';
      child.stderr.on('data', (chunk: Buffer) => {
        if (told.includes('ready to accept')) return; // keep draining the pipe so that the server never blocks, but store no more
        told += chunk.toString();
        if (told.includes('ready to accept')) resolve({ ready: true });
      });
      child.once('exit', () => resolve({ ready: false, told }));
    });
  const ended = (child: ChildProcess): Promise<void> =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise((resolve) => child.once('exit', () => resolve()));
  const halt = async (): Promise<void> => {
    if (server === null) return;
    server.kill('SIGINT');
    await ended(server);
  };
  const start = async (): Promise<void> => {
    for (;;) {
      const outcome = await startOnce();
      if (outcome.ready) return;
      // A killed server's children may hold its shared memory for a moment longer.
      if (!outcome.told.includes('shared memory block')) throw new Error(`PostgreSQL did not start: ${outcome.told}`);
    }
  };
  await start();
  return {
    url,
    createDatabase: (template) => createDatabase(url, template),
    halt,
    start,
    async kill() {
      if (server?.pid === undefined) return;
      const children = execFileSync('ps', ['--ppid', String(server.pid), '-o', 'pid='], { encoding: 'utf8' })
        .trim()
        .split(/\s+/);
      for (const pid of [server.pid, ...children.map(Number)]) process.kill(pid, 'SIGKILL');
      await ended(server);
    },
    async stop() {
      // Its files go with it: nothing is to be written to them first.
      server?.kill('SIGQUIT');
      if (server !== null) await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
