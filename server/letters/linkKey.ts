import { createHmac, hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keptKey } from '../evidence/keptKey.ts';
import { type KeyFiles, readKeyFile } from '../evidence/keyWrap.ts';

/** Derives the secret of a link from its letter, so that it is stored nowhere and every sending carries the same link (D-65). */
export interface LinkKey {
  /** Identifies the key without revealing anything about it. */
  readonly id: string;
  /** The previous key while available (KEY_FILE_BEFORE, or the platform's own): it sends letters that were begun with it. */
  readonly before: LinkKey | null;
  /** The secret of a letter's link: 43 characters of base64url, 256 bits. */
  tokenOf(letter: { readonly letterId: string; readonly purpose: string; readonly accountId: string }): string;
}

/**
 * The key for links, kept outside the database: derived from KEY_FILE, which all instances share, or else from a key file in the data
 * folder. Instances without KEY_FILE and without a shared folder have one key each: then only the instance that began to send a letter
 * with a link can send it again.
 */
export async function openLinkKey(config: KeyFiles): Promise<LinkKey> {
  const own = join(config.dataDir, 'keys', 'letters.key');
  if (config.keyFile === null) return createLinkKey(await keptKey(own));
  // Letters written before KEY_FILE was set may still wait. A damaged key file has begun no letter.
  const ownBefore = existsSync(own)
    ? await keptKey(own).then(
        (key) => createLinkKey(key),
        () => null,
      )
    : null;
  const before = config.keyFileBefore === null ? ownBefore : createLinkKey(await readKeyFile(config.keyFileBefore), ownBefore);
  return createLinkKey(await readKeyFile(config.keyFile), before);
}

/** The key that a letter was begun with, out of this key and its predecessors; null if it was another. */
export function keyOfLetter(key: LinkKey, letter: { readonly link_key: string | null }): LinkKey | null {
  return key.id === letter.link_key ? key : key.before && keyOfLetter(key.before, letter);
}

/**
 * @param secret 32 bytes; derived with its own HKDF label (RFC 5869), so other uses of the same bytes reveal nothing about links, and
 * vice versa
 */
export function createLinkKey(secret: Uint8Array, before: LinkKey | null = null): LinkKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ukweli letters link 1', 32));
  const derive = (...parts: readonly string[]): Buffer => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  return {
    id: derive('id').toString('hex').slice(0, 16),
    before,
    tokenOf: ({ letterId, purpose, accountId }) => derive('link', letterId, purpose, accountId).toString('base64url'),
  };
}
