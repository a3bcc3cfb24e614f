import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openTestDatabase } from '../testing/platform.ts';
import { openKeyWrap } from './keyWrap.ts';
import { signText } from './manifests.ts';
import { ensureCurrentKey } from './signingKeys.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-wrap-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileWith = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
};

/** As on PostgreSQL, where instances share no folder. */
const onPostgres = (keyFile: string | null) => ({ dataDir: folder, databaseUrl: 'postgres://somewhere', keyFile });

describe('[P-6] [D-54] the key that wraps the signing key', () => {
  it('[P-6] [D-54] comes from KEY_FILE, on PostgreSQL too: what stands in the database signs nothing without it', async () => {
    const database = await openTestDatabase();
    const { db } = database;
    const ours = onPostgres(fileWith('ours', `${randomBytes(32).toString('hex')}\n`));
    const stored = async () => (await db.selectFrom('signing_keys').select('private_key').executeTakeFirstOrThrow()).private_key ?? '';
    const made = await ensureCurrentKey(db, await openKeyWrap(ours), new Date());
    expect(await stored()).toMatch(/^aes:/);
    expect(Buffer.from((await stored()).slice(4), 'base64').toString('latin1')).not.toContain('PRIVATE KEY');
    // Another instance that was given the same key signs as the same.
    const again = await ensureCurrentKey(db, await openKeyWrap(ours), new Date());
    expect(again.kid).toBe(made.kid);
    expect(await signText(again, 'test+jws', '{}')).toBe(await signText(made, 'test+jws', '{}'));
    for (const config of [onPostgres(null), onPostgres(fileWith('theirs', randomBytes(32)))])
      await expect(ensureCurrentKey(db, await openKeyWrap(config), new Date())).rejects.toThrow('KEY_FILE');
    await database.close();
  });

  it('[P-6] [D-54] takes over a key that stood in the database as it was', async () => {
    const database = await openTestDatabase();
    const { db } = database;
    const before = await ensureCurrentKey(db, await openKeyWrap(onPostgres(null)), new Date());
    const stored = async () => (await db.selectFrom('signing_keys').select('private_key').executeTakeFirstOrThrow()).private_key ?? '';
    expect(await stored()).toMatch(/^plain:/);
    const ours = await openKeyWrap(onPostgres(fileWith('later', randomBytes(32))));
    expect((await ensureCurrentKey(db, ours, new Date())).kid).toBe(before.kid);
    expect(await stored()).toMatch(/^aes:/);
    expect((await ensureCurrentKey(db, ours, new Date())).kid).toBe(before.kid);
    await database.close();
  });

  it('[P-6] [D-54] a file that holds no key keeps the platform from starting, and is not repeated', () => {
    for (const [name, content] of [
      ['short', 'secret-of-ours'],
      ['long', 'a'.repeat(65)],
    ] as const) {
      const read = readConfig({ KEY_FILE: fileWith(name, content) });
      expect(read).toMatchObject({ ok: false, mistakes: [expect.stringContaining('must hold 32 bytes, or 64 hexadecimal digits')] });
      expect(JSON.stringify(read)).not.toContain(content);
    }
    expect(readConfig({ KEY_FILE: join(folder, 'nowhere') })).toMatchObject({
      ok: false,
      mistakes: [expect.stringContaining('cannot be read')],
    });
    const path = fileWith('good', randomBytes(32));
    expect(readConfig({ KEY_FILE: path })).toMatchObject({ ok: true, config: { keyFile: path } });
  });
});
