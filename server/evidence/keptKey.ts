import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const KEY_BYTES = 32;

/**
 * The 32-byte key in a file readable by this user only. Creates it if missing; of concurrent callers all get the same complete key.
 * Throws if the file has another length.
 * @param path its folder is created if missing
 */
export async function keptKey(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const held = await readFile(path).catch(ifCode('ENOENT'));
  if (held === null) {
    // Written to a scratch file and then linked: no reader sees half a key, and only one link succeeds. Falls back to an exclusive copy
    // where the file system has no links.
    const scratch = `${path}.${randomUUID()}`;
    const handle = await open(scratch, 'wx', 0o600);
    try {
      await handle.writeFile(randomBytes(KEY_BYTES));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(scratch, path)
      .catch(ifCode('EEXIST'))
      .catch(() => copyFile(scratch, path, constants.COPYFILE_EXCL).catch(ifCode('EEXIST')));
    await rm(scratch);
  }
  const key = held ?? (await readFile(path));
  if (key.length !== KEY_BYTES) throw new Error(`${path} is damaged: it must hold 32 bytes`);
  return key;
}

/** Returns null for an error with this code and rethrows any other. */
function ifCode(code: string): (failure: unknown) => null {
  return (failure) => {
    if (failure instanceof Error && 'code' in failure && failure.code === code) return null;
    throw failure;
  };
}
