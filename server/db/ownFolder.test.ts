import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FolderOpen, keepToOneself, takeOwnFolder } from './ownFolder.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});
/** A folder like a mounted volume's: everybody may read and write it and its contents. */
function openVolume(): { volume: string; outside: string } {
  const outside = mkdtempSync(join(tmpdir(), 'ukweli-volume-'));
  made.push(outside);
  const volume = join(outside, 'data');
  for (const folder of ['', 'db/base/1', 'keys', 'mailbox', 'lost+found']) mkdirSync(join(volume, folder), { recursive: true });
  for (const file of ['db/base/1/1259', 'db/PG_VERSION', 'keys/wrap.key', 'mailbox/one.eml', 'notes.txt', '../outside.txt'])
    writeFileSync(join(volume, file), 'x');
  symlinkSync(join(outside, 'outside.txt'), join(volume, 'db/link'));
  for (const path of [...everything(volume), volume, join(outside, 'outside.txt')])
    if (!lstatSync(path).isSymbolicLink()) chmodSync(path, 0o777);
  return { volume, outside };
}
const everything = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...everything(path)] : [path];
  });
const isOpen = (path: string): boolean => !lstatSync(path).isSymbolicLink() && (statSync(path).mode & 0o077) !== 0;
const isRoot = process.getuid?.() === 0;

// Windows has no such modes, so there is nothing to test: a folder inherits the rights of its parent.
describe.skipIf(process.getuid === undefined)('the data folder', { tags: ['G-21'] }, () => {
  it('is made for its user alone', () => {
    const { outside } = openVolume();
    takeOwnFolder(join(outside, 'new/data'));
    expect(statSync(join(outside, 'new/data')).mode & 0o777).toBe(0o700);
  });

  it('that was there before is closed with all that lies in it, and nothing outside is touched', () => {
    const { volume, outside } = openVolume();
    expect(everything(volume).filter(isOpen).length).toBeGreaterThan(10);
    takeOwnFolder(volume);
    expect([volume, ...everything(volume)].filter(isOpen)).toEqual([]);
    expect(statSync(join(volume, 'keys/wrap.key')).mode & 0o600).toBe(0o600);
    expect(statSync(join(outside, 'outside.txt')).mode & 0o777).toBe(0o777);
  });

  it.each(['', 'db', 'keys', 'mailbox'])('that does not let itself be closed (%j) is none, and says what to do', (room) => {
    const { volume } = openVolume();
    const stubborn = join(volume, room);
    const take = (change: typeof chmodSync): void => takeOwnFolder(volume, change);
    // A file system without modes: chmod succeeds without effect.
    expect(() => take((path, mode) => (path === stubborn ? undefined : chmodSync(path, mode)))).toThrow(FolderOpen);
    expect(() => take((path, mode) => (path === stubborn ? undefined : chmodSync(path, mode)))).toThrow(
      /Others on this machine can get at the data folder .* has the mode 777, which its file system does not let go of\. .*chown.*DATA_DIR/,
    );
    const refuses: typeof chmodSync = (path, mode) => {
      if (path === stubborn) throw Object.assign(new Error('no'), { code: 'EPERM' });
      chmodSync(path, mode);
    };
    expect(() => take(refuses)).toThrow(/which cannot be changed \(EPERM\)/);
  });

  // Only root can give a folder away.
  it.runIf(isRoot)('or the database in it that belongs to another user is none', () => {
    for (const room of ['', 'db']) {
      const { volume } = openVolume();
      chmodSync(join(volume, room), 0o700);
      chownSync(join(volume, room), 12_345, 12_345);
      expect(() => takeOwnFolder(volume)).toThrow(/belongs to the user with the number 12345, the platform runs as 0/);
    }
  });

  it.runIf(isRoot)('may hold what is another’s beside the platform’s own, as a volume’s root does', () => {
    const { volume } = openVolume();
    chownSync(join(volume, 'lost+found'), 12_345, 12_345);
    takeOwnFolder(volume);
    expect(everything(volume).filter(isOpen)).toEqual([join(volume, 'lost+found')]);
  });

  it('stays closed whatever is written: a mode that is not named lets nobody else in', () => {
    const { outside } = openVolume();
    const before = process.umask();
    try {
      process.umask(0);
      keepToOneself();
      writeFileSync(join(outside, 'unnamed'), 'x');
      mkdirSync(join(outside, 'unnamed.d'));
    } finally {
      process.umask(before);
    }
    expect(['unnamed', 'unnamed.d'].map((name) => isOpen(join(outside, name)))).toEqual([false, false]);
  });
});
