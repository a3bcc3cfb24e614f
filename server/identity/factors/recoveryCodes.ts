import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';

/** Number of codes in a set. */
export const recoveryCodeCount = 10;
/** Crockford's base 32, without characters that are easily confused. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of 5 bits: 80 random bits. The first 20 select the code within its set, the other 60 are the secret. */
const codeLength = 16;
const selectorLength = 4;

/** A new set: `shown` to its owner once, `kept` hashed in the database. */
export interface RecoveryCodes {
  readonly shown: readonly string[];
  readonly kept: readonly { readonly selector: string; readonly code: string }[];
}

/** Creates a set. It hashes ten codes like passwords, so do not call it within a transaction. */
export async function makeRecoveryCodes(accountId: string, passwordCost: number): Promise<RecoveryCodes> {
  const codes = new Map<string, string>();
  while (codes.size < recoveryCodeCount) {
    const code = [...randomBytes(codeLength)].map((byte) => signs[byte % signs.length]).join('');
    codes.set(code.slice(0, selectorLength), code);
  }
  const kept = await Promise.all(
    [...codes].map(async ([selector, code]) => ({ selector, code: await hashPassword(code, passwordCost, { account: accountId }) })),
  );
  return { shown: [...codes.values()].map((code) => (code.match(/.{4}/g) ?? []).join('-')), kept };
}

/** Stores a set, replacing the previous one. */
export async function keepRecoveryCodes(trx: Kysely<Database>, accountId: string, { kept }: RecoveryCodes, now: Date): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(kept.map((row) => ({ account_id: accountId, ...row, made_at: now })))
    .execute();
}

/** An unused code of an account. */
export interface FoundCode {
  readonly selector: string;
  readonly code: string;
}

/**
 * Finds a typed code; ignores hyphens, spaces and case. Takes the same time if there is none.
 * @returns null if it is not one of the account's; `busy` if it could not be checked
 */
export async function findRecoveryCode(
  db: Kysely<Database>,
  passwordCost: number,
  { accountId, typed }: { readonly accountId: string; readonly typed: string },
): Promise<FoundCode | null | 'busy'> {
  const given = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  const row = await db
    .selectFrom('recovery_codes')
    .select(['selector', 'code'])
    .where('account_id', '=', accountId)
    .where('selector', '=', /^[0-9A-Z]{16}$/.test(given) ? given.slice(0, selectorLength) : '')
    .executeTakeFirst();
  const verdict = await verifyPassword(given.slice(0, codeLength + 1), row?.code ?? null, passwordCost, { account: accountId });
  if (verdict === 'busy') return 'busy';
  return verdict === 'match' ? (row ?? null) : null;
}

/** Deletes a used code; true only for the first of concurrent calls. */
export async function useRecoveryCode(trx: Kysely<Database>, accountId: string, { selector, code }: FoundCode): Promise<boolean> {
  const gone = await trx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('selector', '=', selector)
    .where('code', '=', code)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

/** Number of unused codes. */
export async function countRecoveryCodes(db: Kysely<Database>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}
