import { createHmac, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServerConfig, wrappingKeyOf } from '../config.ts';
import { keptKey } from '../evidence/keptKey.ts';

/** Derives the secret of a link from the letter that carries it, so that it is kept nowhere and every sending of the letter carries the same (D-65). */
export interface LinkKey {
  /** Names the key, and tells nothing of it. */
  readonly id: string;
  /** The secret of a letter's link: 43 characters of base64url, 256 bits. */
  tokenOf(letter: { readonly letterId: string; readonly purpose: string; readonly accountId: string }): string;
}

/**
 * The key for links, from outside the database: derived from the one in KEY_FILE, which every instance is given; else a key in a file of its own in the data folder. Instances
 * without KEY_FILE that share no folder have one each: who began to send a letter with a link is then the only one who can send it again.
 */
export async function openLinkKey(config: Pick<ServerConfig, 'dataDir' | 'keyFile'>): Promise<LinkKey> {
  if (config.keyFile === null) return createLinkKey(await keptKey(join(config.dataDir, 'keys', 'letters.key')));
  const given = wrappingKeyOf(await readFile(config.keyFile));
  if (given === null) throw new Error(`${config.keyFile} is damaged: it must hold 32 bytes, or 64 hexadecimal digits`);
  return createLinkKey(given);
}

/** @param secret 32 bytes; what it is used for besides learns nothing of links, and the other way round (HKDF, RFC 5869) */
export function createLinkKey(secret: Uint8Array): LinkKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ukweli letters link 1', 32));
  const derive = (...parts: readonly string[]): Buffer => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  return {
    id: derive('id').toString('hex').slice(0, 16),
    tokenOf: ({ letterId, purpose, accountId }) => derive('link', letterId, purpose, accountId).toString('base64url'),
  };
}
