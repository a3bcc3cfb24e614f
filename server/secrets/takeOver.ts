import { createDecipheriv } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { KeyTrouble, type KeyWrap, wrappedBy } from '../evidence/keyWrap.ts';
import type { SecretName } from './kinds.ts';
import { lockKeys } from './keysLock.ts';
import { secretRow } from './secrets.ts';
import { noteToForget } from './oldForms.ts';
import { storedSecrets } from './stored.ts';

/** Secrets among the settings, as platforms kept them that did not wrap: where each belongs now. */
const formerSettings: Readonly<Record<string, SecretName>> = {
  idp_keys: 'idp.signing',
  idp_cookie_key: 'idp.cookies',
  device_mark_key: 'device.marks',
  'evidence.downloadSecret': 'evidence.downloads',
  'commands.wordSecret': 'commands.word',
};

/** Opens what stands in a form of before: `plain:` and the secret, or `aes:` and nonce, ciphertext and tag under the key's own bytes. */
export type OpenFormer = (stored: string) => string;

/** Opens former forms with these keys. @throws KeyTrouble where none of them fits */
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
        // Another's.
      }
    }
    throw new KeyTrouble(
      'The keys in this database were wrapped under another key: key file and database do not belong together. Name the file with that key by KEY_FILE.',
    );
  };
}

/** What of this database a key is needed for before it can be worked with: how many secrets are wrapped, in whatever form, and how many stand there as they are. */
export async function countFormer(db: Kysely<Database>): Promise<{ readonly wrapped: number; readonly clear: number }> {
  const texts = [
    ...(await storedSecrets(db)).map(({ stored }) => stored),
    ...(await formerRows(db)).map(({ value }) => (typeof value === 'string' ? value : '')),
  ];
  const wrapped = texts.filter((text) => wrappedBy(text) !== null || text.startsWith('aes:')).length;
  return { wrapped, clear: texts.length - wrapped };
}

/**
 * Checks that every secret is wrapped by this key and wraps whatever stands in a form of before, in one transaction: all of it or nothing. Answers how many it wrapped. Instances that start together do it one after the other, and the
 * second finds nothing.
 */
export async function takeOver(db: Kysely<Database>, wrap: KeyWrap, openFormer: OpenFormer, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    let taken = 0;
    for (const { row, stored, keep } of await storedSecrets(trx)) {
      if (wrappedBy(stored) !== null) {
        wrap.unwrap(row, stored); // what is here of another key's, or altered, is found before anything is wrapped by this one
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

/** The provider had a set of keys, of which there was one; everything else is a text. */
function secretsIn(name: SecretName, value: unknown, openFormer: OpenFormer): { readonly id: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ id: 'first', text: openFormer(value) }];
  const { keys } = Object(value) as { readonly keys?: readonly { readonly kid?: string }[] }; // written by identity/idp/keys.ts of before
  if (keys === undefined) throw new KeyTrouble(`The secret ${name} in the database is damaged.`);
  return keys.map((key) => ({ id: key.kid ?? 'first', text: JSON.stringify(key) }));
}
