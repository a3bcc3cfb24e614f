import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServerConfig, wrappingKeyOf } from '../config.ts';
import { keptKey } from './keptKey.ts';

/** Protects private keys at rest: what stands in the database is `aes:` or `plain:` and the text. */
export interface KeyWrap {
  /** Whether what stands plain in the database is wrapped as soon as it is met: it was there before KEY_FILE was. */
  readonly takesOver?: true;
  wrap(secret: string): string;
  /** Throws where the secret was wrapped under another key: the data folder and the database do not belong together. */
  unwrap(stored: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key of 32 bytes. */
export function createAesWrap(key: Uint8Array): KeyWrap {
  return {
    wrap(secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `aes:${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64')}`;
    },
    unwrap(stored) {
      if (stored.startsWith('plain:')) return stored.slice(6);
      const bytes = Buffer.from(stored.slice(4), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(
          'The keys in this database were wrapped under another key: KEY_FILE (without it DATA_DIR) and the database do not belong together',
          {
            cause,
          },
        );
      }
    },
  };
}

/** Instances that share a PostgreSQL share no folder: without KEY_FILE the database's own access control guards the keys there, and a copy of it signs. */
const plainWrap: KeyWrap = {
  wrap: (secret) => `plain:${secret}`,
  unwrap(stored) {
    if (stored.startsWith('plain:')) return stored.slice(6);
    throw new Error('The keys in this database are wrapped by a key outside of it: set KEY_FILE to the file that holds that');
  },
};

/**
 * The wrap that fits the database (D-54): the key in KEY_FILE, which every instance is given; else, embedded, a key in a file of its own that only this user may read. A copy of the
 * database alone signs nothing then. On PostgreSQL without KEY_FILE none.
 */
export async function openKeyWrap(config: Pick<ServerConfig, 'dataDir' | 'databaseUrl' | 'keyFile'>): Promise<KeyWrap> {
  if (config.keyFile !== null) {
    const given = wrappingKeyOf(await readFile(config.keyFile));
    if (given === null) throw new Error(`${config.keyFile} is damaged: it must hold 32 bytes, or 64 hexadecimal digits`);
    return { ...createAesWrap(given), takesOver: true };
  }
  if (config.databaseUrl !== null) return plainWrap;
  return createAesWrap(await keptKey(join(config.dataDir, 'keys', 'wrap.key')));
}
