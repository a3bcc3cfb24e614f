import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keyOfLetter, openLinkKey } from './linkKey.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ukweli-link-key-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('a letter that was begun with the platform’s own key is sent again once KEY_FILE names another, with the same link', {
  tags: ['G-2', 'D-65'],
}, async () => {
  const own = await openLinkKey({ dataDir, keyFile: null, keyFileBefore: null });
  const [keyFile, keyFileBefore] = ['new', 'wrap.key'].map((name, place) => {
    const path = join(dataDir, name);
    writeFileSync(path, Buffer.alloc(32, place + 1), { mode: 0o600 });
    return path;
  }) as [string, string]; // of two
  const letter = { letterId: 'letter-1', purpose: 'reset', accountId: 'usr-1' };
  for (const before of [null, keyFileBefore]) {
    const key = await openLinkKey({ dataDir, keyFile, keyFileBefore: before });
    expect(key.id).not.toBe(own.id);
    expect(keyOfLetter(key, { link_key: own.id })?.tokenOf(letter)).toBe(own.tokenOf(letter));
    expect(keyOfLetter(key, { link_key: key.id })).toBe(key);
    expect(keyOfLetter(key, { link_key: 'of nobody' })).toBeNull();
  }
});
