import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keyFileOf } from '../evidence/keyWrap.ts';

/** The wrapping key of test databases: always the same, so that a copy works in any data folder. */
export const testKey: Buffer = createHash('sha256').update('the key of tests').digest();

/** Stores it where a platform with this data folder looks for its key, unless a key is there already. */
export function giveTestKey(dataDir: string): void {
  const path = keyFileOf({ dataDir, keyFile: null });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, testKey, { flag: 'wx', mode: 0o600 });
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
  }
}

let file: string | null = null;
/** A file with this key, for KEY_FILE; deleted when this process ends. */
export function testKeyFile(): string {
  if (file !== null) return file;
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-test-key-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'key');
  writeFileSync(file, testKey, { mode: 0o600 });
  return file;
}
