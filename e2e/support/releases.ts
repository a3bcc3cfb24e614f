import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { schemaVersion } from '../../src/store/tables.ts';

/**
 * Two real builds of the console, the second made over the first by the repository's own build script, as a deploy does. The newer one is
 * built from a copy of the sources with a later version's schema (another table and index). A release is a folder that a platform can run
 * from.
 */
export interface Release {
  /** The folder to run the platform from; contains `dist/`. */
  readonly house: string;
  readonly build: string;
}

export interface Releases {
  readonly older: Release;
  /** Also contains the older one's assets. */
  readonly newer: Release;
}

/** The newer release's schema version in IndexedDB's count (Dexie's times ten). */
export const newerSchema = (schemaVersion + 1) * 10;

const made = [
  'src',
  'server',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Builds both unless they exist for these sources: the second build is made once per suite. */
export function makeReleases(): Releases {
  const { inputs } = readRecord(root);
  const place = join(root, '.cache/e2e', `releases-${inputs.slice(0, 16)}`);
  const older = join(place, 'older');
  const newer = join(place, 'newer');
  if (!existsSync(place)) {
    const scratch = `${place}.${process.pid}`;
    rmSync(scratch, { recursive: true, force: true });
    for (const name of ['older', 'newer']) {
      const house = join(scratch, name);
      mkdirSync(house, { recursive: true });
      cpSync(join(root, 'package-lock.json'), join(house, 'package-lock.json'));
      symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
      cpSync(join(root, 'dist'), join(house, 'dist'), { recursive: true });
    }
    const house = join(scratch, 'newer');
    for (const name of made) cpSync(join(root, name), join(house, name), { recursive: true });
    extendSchema(join(house, 'src/store/tables.ts'));
    execFileSync(process.execPath, ['--input-type=module', '-e', "await (await import('./scripts/build.mjs')).build()"], {
      cwd: house,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(scratch, place);
  }
  return { older: { house: older, build: readRecord(older).build }, newer: { house: newer, build: readRecord(newer).build } };
}

/** Gives the copy a later version's schema. */
function extendSchema(file: string): void {
  const text = readFileSync(file, 'utf8');
  const extended = text.replace(
    /(export const schemaVersions = \[[^\]]*)\] as const;/,
    `$1, { later: 'id', kpis: 'id, version' }] as const;`,
  );
  if (extended === text) throw new Error('The schema is no longer written as this expects.');
  writeFileSync(file, extended);
}

function readRecord(house: string): { readonly build: string; readonly inputs: string } {
  return JSON.parse(readFileSync(join(house, 'dist/build.json'), 'utf8')) as { readonly build: string; readonly inputs: string }; // our own record
}
