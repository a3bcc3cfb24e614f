import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './process.ts';

const binaries = '/usr/lib/postgresql/15/bin';

/** Whether tests can have a PostgreSQL here: TEST_DATABASE_URL names one, or Debian's is installed. */
export const hasPostgres: boolean = process.env['TEST_DATABASE_URL'] !== undefined || existsSync(join(binaries, 'initdb'));

/** A PostgreSQL server with an empty database of its own for each caller. */
export interface TestPostgres {
  /** Makes an empty database and gives its connection string. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** The server that TEST_DATABASE_URL names, or a cluster in a temporary folder on a free port, ended by `stop`. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  const cluster = given === undefined ? await startCluster() : null;
  const admin = given ?? cluster?.url ?? '';
  let made = 0;
  return {
    async createDatabase() {
      const name = `ukweli_${process.pid}_${Date.now()}_${made++}`;
      const client = new pg.Client({ connectionString: admin });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      const url = new URL(admin);
      url.pathname = `/${name}`;
      return url.href;
    },
    stop: async () => cluster?.stop(),
  };
}

async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-pg-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root; Debian's package brings a user for it.
  const asRoot = process.getuid?.() === 0;
  const [uid, gid] = asRoot
    ? ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
    : [undefined, undefined];
  const as = uid === undefined || gid === undefined ? {} : { uid, gid };
  if (asRoot) execFileSync('chown', ['postgres', folder]);
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'ukweli', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    stdio: 'ignore',
    cwd: folder,
  });
  const port = await freePort();
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    { ...as, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
  );
  await new Promise<void>((resolve, reject) => {
    let told = '';
    server.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (told.includes('database system is ready')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${told}`)));
  });
  return {
    url: `postgres://ukweli@127.0.0.1:${port}/postgres`,
    async stop() {
      await new Promise<void>((resolve) => {
        server.once('exit', () => resolve());
        server.kill('SIGINT');
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
