import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { OpenDatabase } from '../db/database.ts';
import { migrate } from '../db/migrations/index.ts';
import { overPool } from '../db/overPool.ts';
import { overOneSession } from '../db/oneSession.ts';
import { createSingleSessionPool, openInMemory } from '../db/pgliteClient.ts';
import type { Database } from '../db/schema.ts';
import { projectRoot } from '../root.ts';
import { type Beginning, bring } from './beginnings.ts';
import { giveTestKey } from './testKey.ts';

/**
 * How long a `demoNow` image is reused: the test clock is set back to its creation, and libraries with their own clocks must still agree
 * with it.
 */
const freshForMs = 30 * 60_000;
const place = join(projectRoot, '.cache/pglite');

interface InMemory extends OpenDatabase {
  dump(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * An embedded database in memory, loaded from an image in .cache/pglite: creating one takes three seconds of processor time, seeding four
 * more, loading a few tenths. An image's name contains a hash of the sources that produce it, so a change to them makes a new one.
 */
export async function openImage(beginning: Beginning): Promise<InMemory> {
  const image = imageOf(beginning);
  return isKept(beginning, image) ? openFrom(readFileSync(image)) : makeImage(beginning, image);
}

/** Unpacks the demo into a data folder, for a platform that runs as a program: seeding there takes fourteen seconds of processor time. */
export async function unpackDemo(dataDir: string): Promise<void> {
  const image = imageOf('demo');
  if (!isKept('demo', image)) await (await makeImage('demo', image)).close();
  const folder = join(dataDir, 'db'); // server/db/database.ts
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTestKey(dataDir);
  execFileSync('tar', ['-xf', image, '-C', folder], { stdio: 'ignore' });
}

function imageOf(beginning: Beginning): string {
  const sources = beginning === 'migrated' ? ['server/db'] : ['server', 'src/contracts', 'src/domain', 'src/evidence'];
  return join(place, `${beginning}-${hashOf(sources)}.tar`);
}

function isKept(beginning: Beginning, image: string): boolean {
  return existsSync(image) && (beginning !== 'demoNow' || Date.now() - statSync(image).mtimeMs < freshForMs);
}

/** Opens a database and stores its image for later. The file is renamed into place, since several test processes start at once. */
async function makeImage(beginning: Beginning, image: string): Promise<InMemory> {
  const database = beginning === 'migrated' ? await openFrom(null) : await openImage('migrated');
  await migrate(database.db);
  if (beginning === 'migrated') await dropTemplates(database.db);
  await bring(database, beginning);
  mkdirSync(place, { recursive: true });
  const scratch = `${image}.${process.pid}`;
  writeFileSync(scratch, await database.dump());
  // Images of other source versions are large and no longer needed.
  const isOther = (name: string): boolean => name.startsWith(`${beginning}-`) && name.endsWith('.tar') && join(place, name) !== image;
  for (const name of readdirSync(place).filter(isOther)) rmSync(join(place, name), { force: true });
  renameSync(scratch, image);
  return database;
}

/** Drops the template databases, which are not used here and are a third of an image. */
async function dropTemplates(db: Kysely<Database>): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db);
  for (const name of ['template0', 'template1']) await sql`drop database ${sql.id(name)}`.execute(db);
  await sql`checkpoint`.execute(db);
}

async function openFrom(image: Uint8Array<ArrayBuffer> | null): Promise<InMemory> {
  const connection = await openInMemory(image);
  const pool = createSingleSessionPool(connection);
  const db = overPool(pool);
  return {
    ...overOneSession(db),
    kind: 'embedded',
    connectionString: null,
    connections: pool.connections,
    close: () => db.destroy(),
    dump: () => connection.dump(),
  };
}

const hashes = new Map<string, string>();
/** Hash of names and contents of the sources under these folders, without tests. */
function hashOf(folders: readonly string[]): string {
  const known = hashes.get(folders.join());
  if (known !== undefined) return known;
  // Includes the database's version and this file.
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'server/testing/images.ts']) hash.update(readFileSync(join(projectRoot, file)));
  for (const folder of folders) {
    for (const name of readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      hash.update(name).update(readFileSync(join(projectRoot, folder, name)));
    }
  }
  const made = hash.digest('hex').slice(0, 16);
  hashes.set(folders.join(), made);
  return made;
}
