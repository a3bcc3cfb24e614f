import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { secretRow } from './secrets.ts';

/** A secret as stored in the database. */
export interface StoredSecret {
  /** Row name that its envelope is bound to. */
  readonly row: string;
  readonly stored: string;
  keep(trx: Kysely<Database>, encrypted: string): Promise<unknown>;
}

/** Row name that the envelope of a signing key's private key is bound to. */
export function signingKeyRow(kid: string): string {
  return `signing_keys/${kid}`;
}

/** Row name that the envelope of an authenticator app's secret is bound to. */
export function totpRow(accountId: string): string {
  return `totp_secrets/${accountId}`;
}

/** Every wrapped secret in the database: the platform's own, private signing keys, and the shared secrets of authenticator apps. */
export async function storedSecrets(db: Kysely<Database>): Promise<readonly StoredSecret[]> {
  const secrets = await db.selectFrom('platform_secrets').select(['name', 'secret_id', 'sealed']).orderBy('name').execute();
  const keys = await db.selectFrom('signing_keys').select(['kid', 'private_key']).where('private_key', 'is not', null).execute();
  const totp = await db.selectFrom('totp_secrets').select(['account_id', 'state', 'sealed']).orderBy('account_id').execute();
  return [
    ...secrets.map(({ name, secret_id: id, sealed: stored }) => ({
      row: secretRow(name, id),
      stored,
      keep: (trx: Kysely<Database>, encrypted: string) =>
        trx.updateTable('platform_secrets').set({ sealed: encrypted }).where('name', '=', name).where('secret_id', '=', id).execute(),
    })),
    ...keys.map(({ kid, private_key: stored }) => ({
      row: signingKeyRow(kid),
      stored: stored ?? '',
      keep: (trx: Kysely<Database>, encrypted: string) =>
        trx.updateTable('signing_keys').set({ private_key: encrypted }).where('kid', '=', kid).execute(),
    })),
    ...totp.map(({ account_id: accountId, state, sealed: stored }) => ({
      row: totpRow(accountId),
      stored,
      keep: (trx: Kysely<Database>, encrypted: string) =>
        trx.updateTable('totp_secrets').set({ sealed: encrypted }).where('account_id', '=', accountId).where('state', '=', state).execute(),
    })),
  ];
}
