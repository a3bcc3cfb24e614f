import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const KEY_BYTES = 32;

/**
 * The key in a file that only this user may read, 32 bytes, made once: whoever comes second finds the first one's, whole. Throws where something else lies there.
 * @param path in a folder that is made where there is none
 */
export async function keptKey(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const held = await readFile(path).catch(ifCode('ENOENT'));
  if (held === null) {
    // Written beside and then linked: nobody ever reads half of it, and a link is made once. Some file systems have no links.
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

/** Null for a failure of this code; every other is thrown on. */
function ifCode(code: string): (failure: unknown) => null {
  return (failure) => {
    if (failure instanceof Error && 'code' in failure && failure.code === code) return null;
    throw failure;
  };
}
