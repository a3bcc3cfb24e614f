import { createDecipheriv } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { KeyTrouble, type KeyWrap, wrappedBy } from '../evidence/keyWrap.ts';
import type { SecretName } from './kinds.ts';
import { lockKeys } from './keysLock.ts';
import { secretRow } from './secrets.ts';
import { noteToForget } from './oldForms.ts';
import { storedSecrets } from './stored.ts';

/** Settings in which earlier platforms stored secrets unwrapped, and the kind each belongs to now. */
const formerSettings: Readonly<Record<string, SecretName>> = {
  idp_keys: 'idp.signing',
  idp_cookie_key: 'idp.cookies',
  device_mark_key: 'device.marks',
  'evidence.downloadSecret': 'evidence.downloads',
  'commands.wordSecret': 'commands.word',
};

/** Opens a former form: `plain:` and the secret, or `aes:` and nonce, ciphertext and tag under the key's own bytes. */
export type OpenFormer = (stored: string) => string;

/** Opens former forms with these keys. @throws KeyTrouble if none of them fits */
export function openFormerWith(keys: readonly Uint8Array[]): OpenFormer {
  return (stored) => {
    if (!stored.startsWith('aes:')) return stored.startsWith('plain:') ? stored.slice(6) : stored;
    const bytes = Buffer.from(stored.slice(4), 'base64');
    for (const key of keys) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(bytes.subarray(-16));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
      } catch {
        // Wrapped by another key.
      }
    }
    throw new KeyTrouble(
      'The keys in this database were wrapped under another key: key file and database do not belong together. Name the file with that key by KEY_FILE.',
    );
  };
}

/** Counts the secrets in the database: wrapped in any form, and unwrapped. */
export async function countFormer(db: Kysely<Database>): Promise<{ readonly wrapped: number; readonly clear: number }> {
  const texts = [
    ...(await storedSecrets(db)).map(({ stored }) => stored),
    ...(await formerRows(db)).map(({ value }) => (typeof value === 'string' ? value : '')),
  ];
  const wrapped = texts.filter((text) => wrappedBy(text) !== null || text.startsWith('aes:')).length;
  return { wrapped, clear: texts.length - wrapped };
}

/**
 * Checks that every secret is wrapped by this key and wraps all former forms, in one transaction. Returns the number it wrapped.
 * Instances that start together run it one after the other, and the second finds nothing to do.
 */
export async function takeOver(db: Kysely<Database>, wrap: KeyWrap, openFormer: OpenFormer, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    let taken = 0;
    for (const { row, stored, keep } of await storedSecrets(trx)) {
      if (wrappedBy(stored) !== null) {
        wrap.unwrap(row, stored); // finds secrets of another key, or altered ones, before anything is wrapped by this key
        continue;
      }
      await keep(trx, wrap.wrap(row, openFormer(stored)));
      taken += 1;
    }
    for (const { key, value } of await formerRows(trx)) {
      const name = formerSettings[key];
      if (name === undefined) continue;
      for (const { id, text } of secretsIn(name, value, openFormer)) {
        await trx
          .insertInto('platform_secrets')
          .values({ name, secret_id: id, sealed: wrap.wrap(secretRow(name, id), text), made_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        taken += 1;
      }
      await trx.deleteFrom('platform_settings').where('key', '=', key).execute();
    }
    if (taken > 0) await noteToForget(trx);
    return taken;
  });
}

function formerRows(db: Kysely<Database>): Promise<{ key: string; value: unknown }[]> {
  return db
    .selectFrom('platform_settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.keys(formerSettings))
    .orderBy('key')
    .execute();
}

/** Secrets in a former setting: the provider's was a key set (with one key), all others are texts. */
function secretsIn(name: SecretName, value: unknown, openFormer: OpenFormer): { readonly id: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ id: 'first', text: openFormer(value) }];
  const { keys } = Object(value) as { readonly keys?: readonly { readonly kid?: string }[] }; // written by the former identity/idp/keys.ts
  if (keys === undefined) throw new KeyTrouble(`The secret ${name} in the database is damaged.`);
  return keys.map((key) => ({ id: key.kid ?? 'first', text: JSON.stringify(key) }));
}
