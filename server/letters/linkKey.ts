import { createHmac, hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keptKey } from '../evidence/keptKey.ts';
import { type KeyFiles, readKeyFile } from '../evidence/keyWrap.ts';

/** Derives the secret of a link from the letter that carries it, so that it is kept nowhere and every sending of the letter carries the same (D-65). */
export interface LinkKey {
  /** Names the key, and tells nothing of it. */
  readonly id: string;
  /** The key before it, while that is at hand (KEY_FILE_BEFORE, or the platform's own): letters that were begun with it are sent again by it. */
  readonly before: LinkKey | null;
  /** The secret of a letter's link: 43 characters of base64url, 256 bits. */
  tokenOf(letter: { readonly letterId: string; readonly purpose: string; readonly accountId: string }): string;
}

/**
 * The key for links, from outside the database: derived from the one in KEY_FILE, which every instance is given; else a key in a file of its own in the data folder. Instances
 * without KEY_FILE that share no folder have one each: who began to send a letter with a link is then the only one who can send it again.
 */
export async function openLinkKey(config: KeyFiles): Promise<LinkKey> {
  const own = join(config.dataDir, 'keys', 'letters.key');
  if (config.keyFile === null) return createLinkKey(await keptKey(own));
  // From before KEY_FILE was named there may be letters on their way. One that is damaged began none.
  const ownBefore = existsSync(own)
    ? await keptKey(own).then(
        (key) => createLinkKey(key),
        () => null,
      )
    : null;
  const before = config.keyFileBefore === null ? ownBefore : createLinkKey(await readKeyFile(config.keyFileBefore), ownBefore);
  return createLinkKey(await readKeyFile(config.keyFile), before);
}

/** Of a key and those before it the one that a letter was begun with; null where it was another. */
export function keyOfLetter(key: LinkKey, letter: { readonly link_key: string | null }): LinkKey | null {
  return key.id === letter.link_key ? key : key.before && keyOfLetter(key.before, letter);
}

/** @param secret 32 bytes; what it is used for besides learns nothing of links, and the other way round (HKDF, RFC 5869) */
export function createLinkKey(secret: Uint8Array, before: LinkKey | null = null): LinkKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ukweli letters link 1', 32));
  const derive = (...parts: readonly string[]): Buffer => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  return {
    id: derive('id').toString('hex').slice(0, 16),
    before,
    tokenOf: ({ letterId, purpose, accountId }) => derive('link', letterId, purpose, accountId).toString('base64url'),
  };
}
