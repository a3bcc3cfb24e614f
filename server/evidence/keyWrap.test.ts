import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/platform.ts';
import { createKeyWrap, KeyTrouble, openKeyWrap, wrappedBy } from './keyWrap.ts';
import { signText } from './manifests.ts';
import { ensureCurrentKey } from './signingKeys.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-wrap-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileWith = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
};
const named = (keyFile: string | null, keyFileBefore: string | null = null) => ({ dataDir: folder, keyFile, keyFileBefore });

describe('an envelope', { tags: ['G-2', 'D-54'] }, () => {
  const [ours, theirs] = [randomBytes(32), randomBytes(32)];
  const wrap = createKeyWrap(ours);
  const stored = wrap.wrap('row/a', 'the secret');

  it('names version and key, is another each time, and is opened in its own row by whoever has the key', { tags: ['G-2'] }, () => {
    expect(stored).toMatch(new RegExp(`^w1\\.${wrap.keyId}\\.[A-Za-z0-9_-]+$`));
    expect([wrappedBy(stored), wrappedBy('plain:the secret'), wrappedBy('w1.short.x')]).toEqual([wrap.keyId, null, null]);
    expect(wrap.wrap('row/a', 'the secret')).not.toBe(stored);
    expect(createKeyWrap(ours).unwrap('row/a', stored)).toBe('the secret');
    expect(wrap.keyId).not.toContain(ours.toString('hex').slice(0, 8));
  });

  it('is not opened in the place of another, by another key, nor with any sign changed', { tags: ['G-2'] }, () => {
    expect(() => wrap.unwrap('row/b', stored)).toThrow(/^The secret row\/b .* put in the place of another.* Nothing was changed/);
    expect(() => createKeyWrap(theirs, null, '/etc/ukweli/key').unwrap('row/a', stored)).toThrow(
      new RegExp(`wrapped by the key ${wrap.keyId}, and /etc/ukweli/key holds the key .*belong together`),
    );
    for (let at = 0; at < stored.length; at += 1)
      for (const sign of ['A', '0', '_']) {
        const changed = stored.slice(0, at) + sign + stored.slice(at + 1);
        if (changed !== stored) expect([at, sign, opens(changed)]).toEqual([at, sign, false]);
      }
    for (const text of ['', 'the secret', 'plain:the secret', `${stored}A`, stored.slice(0, -1), `${stored}=`, stored.replace('w1', 'w2')])
      expect([text, opens(text)]).toEqual([text, false]);
  });

  const opens = (text: string): boolean => {
    try {
      return wrap.unwrap('row/a', text) !== '';
    } catch (failure) {
      expect(failure).toBeInstanceOf(KeyTrouble);
      return false;
    }
  };

  it('is opened by the key before while that is at hand, and made by the one that follows', { tags: ['G-2'] }, () => {
    const both = createKeyWrap(theirs, ours);
    expect([both.unwrap('row/a', stored), both.isCurrent(stored)]).toEqual(['the secret', false]);
    const anew = both.wrap('row/a', 'the secret');
    expect([both.isCurrent(anew), createKeyWrap(theirs).unwrap('row/a', anew)]).toEqual([true, 'the secret']);
    expect(() => wrap.unwrap('row/a', anew)).toThrow('belong together');
  });
});

describe('the key that wraps the signing key', { tags: ['P-6', 'D-54'] }, () => {
  it('comes from a file outside the database: what stands in the database signs nothing without it', {
    tags: ['P-6', 'D-54', 'G-2'],
  }, async () => {
    const database = await openTestDatabase();
    const { db } = database;
    const ours = named(fileWith('ours', `${randomBytes(32).toString('hex')}\n`));
    const stored = async () => (await db.selectFrom('signing_keys').select('private_key').executeTakeFirstOrThrow()).private_key ?? '';
    const made = await ensureCurrentKey(db, await openKeyWrap(ours), new Date());
    expect(wrappedBy(await stored())).toBe((await openKeyWrap(ours)).keyId);
    // Another instance with the same key file signs with the same key.
    const again = await ensureCurrentKey(db, await openKeyWrap(ours), new Date());
    expect(again.kid).toBe(made.kid);
    expect(await signText(again, 'test+jws', '{}')).toBe(await signText(made, 'test+jws', '{}'));
    const theirs = await openKeyWrap(named(fileWith('theirs', randomBytes(32))));
    await expect(ensureCurrentKey(db, theirs, new Date())).rejects.toThrow('belong together');
    // A database constraint refuses any other form.
    await expect(db.updateTable('signing_keys').set({ private_key: 'plain:PEM' }).execute()).rejects.toThrow('signing_keys_wrapped_check');
    await database.close();
  });

  it('a file that is away or damaged is said, and none is made in its place', { tags: ['G-2'] }, async () => {
    await expect(openKeyWrap(named(null))).rejects.toThrow(/cannot be read .*wrap\.key, ENOENT\)\. Put it back from where it is kept/);
    await expect(openKeyWrap(named(fileWith('half', randomBytes(16))))).rejects.toThrow('is damaged');
    await expect(openKeyWrap(named(fileWith('whole', randomBytes(32)), join(folder, 'nowhere')))).rejects.toThrow('cannot be read');
  });
});
