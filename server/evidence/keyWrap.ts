import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServerConfig, wrappingKeyOf } from '../config.ts';

/**
 * Encrypts secrets at rest with a key that is stored outside the database (D-54, G-2). The database holds an envelope, `w1.{key
 * id}.{nonce, ciphertext and tag, base64url}`: AES-256-GCM over the secret, with version, key id and row name as additional data. It
 * opens only with that key and in its own row.
 */
export interface KeyWrap {
  /** Identifies the wrapping key without revealing anything about it: 16 hexadecimal digits. */
  readonly keyId: string;
  /** @param name of the row, unique in the database */
  wrap(name: string, secret: string): string;
  /** @throws KeyTrouble if it was wrapped by a key that is not available, or was not wrapped under this name */
  unwrap(name: string, stored: string): string;
  /** True if it is wrapped by the current wrapping key, not by the previous one. */
  isCurrent(stored: string): boolean;
}

/** The wrapping key does not fit the database; the message is for the person who runs the platform. Nothing was changed. */
export class KeyTrouble extends Error {
  constructor(message: string) {
    super(`${message} Nothing was changed.`);
    this.name = 'KeyTrouble';
  }
}

/** Configuration that locates the wrapping keys. */
export type KeyFiles = Pick<ServerConfig, 'dataDir' | 'keyFile' | 'keyFileBefore'>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const envelope = /^w1\.([0-9a-f]{16})\.([A-Za-z0-9_-]{38,})$/;

/** The id of the key that wraps a stored secret; null if it has an older form. */
export function wrappedBy(stored: string): string | null {
  return envelope.exec(stored)?.[1] ?? null;
}

/** Path of the key file: KEY_FILE, or `keys/wrap.key` in the data folder. */
export function keyFileOf({ dataDir, keyFile }: Pick<KeyFiles, 'dataDir' | 'keyFile'>): string {
  return keyFile ?? join(dataDir, 'keys', 'wrap.key');
}

interface Wrapping {
  readonly id: string;
  readonly key: Buffer;
}

/**
 * HKDF (RFC 5869) with its own label: other keys derived from the same bytes (letters/linkKey.ts) reveal nothing about this one, and vice
 * versa.
 */
function derive(secret: Uint8Array): Wrapping {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ukweli secrets wrap 1', 32));
  return { id: createHmac('sha256', key).update('id').digest('hex').slice(0, 16), key };
}

function authenticated(id: string, name: string): Buffer {
  return Buffer.from(JSON.stringify(['ukweli secret', 1, id, name]));
}

/**
 * Creates the wrap from a 32-byte key.
 * @param before the previous key, while secrets are still wrapped by it
 * @param from where the key comes from, for messages
 */
export function createKeyWrap(secret: Uint8Array, before: Uint8Array | null = null, from = 'KEY_FILE'): KeyWrap {
  const current = derive(secret);
  const keys = [current, ...(before === null ? [] : [derive(before)])];
  return {
    keyId: current.id,
    isCurrent: (stored) => wrappedBy(stored) === current.id,
    wrap(name, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
      cipher.setAAD(authenticated(current.id, name));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `w1.${current.id}.${Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')}`;
    },
    unwrap(name, stored) {
      const [, id, body] = envelope.exec(stored) ?? [];
      if (id === undefined || body === undefined) throw altered(name);
      const held = keys.find((one) => one.id === id);
      if (held === undefined)
        throw new KeyTrouble(
          `The secrets in this database are wrapped by the key ${id}, and ${from} holds the key ${current.id}: key file and database do not belong together. Name the file with the key ${id} by KEY_FILE (while its key is being changed by KEY_FILE_BEFORE).`,
        );
      const bytes = Buffer.from(body, 'base64url');
      // The idle bits of the last character have other spellings; refuse them.
      if (bytes.toString('base64url') !== body) throw altered(name);
      const decipher = createDecipheriv('aes-256-gcm', held.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(authenticated(id, name));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        throw altered(name);
      }
    },
  };
}

function altered(name: string): KeyTrouble {
  return new KeyTrouble(
    `The secret ${name} in the database is not what the platform wrapped: it was altered, or put in the place of another. Bring that row back from a backup.`,
  );
}

/**
 * The wrap with the key from its file. The file is read at each call, so that a file that was missing is found once it is back. Creates
 * no key (secrets/prepareSecrets.ts does that for an empty database).
 * @throws KeyTrouble if the file is missing or holds no key
 */
export async function openKeyWrap(config: KeyFiles): Promise<KeyWrap> {
  const path = keyFileOf(config);
  const before = config.keyFileBefore;
  return createKeyWrap(await readKeyFile(path), before === null ? null : await readKeyFile(before), path);
}

/** Reads a key from a file. @throws KeyTrouble */
export async function readKeyFile(path: string): Promise<Buffer> {
  const content = await readFile(path).catch((failure: NodeJS.ErrnoException) => {
    throw new KeyTrouble(
      `The file with the key that wraps the platform's secrets cannot be read (${path}, ${failure.code}). Put it back from where it is kept, or name it by KEY_FILE.`,
    );
  });
  const given = wrappingKeyOf(content);
  if (given === null) throw new KeyTrouble(`${path} is damaged: it must hold 32 bytes, or 64 hexadecimal digits.`);
  return given;
}
