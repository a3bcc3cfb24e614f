import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';

/** Codes of one set. */
export const recoveryCodeCount = 10;
/** Letters and digits that are not taken for each other (Crockford's base 32). */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters: 80 random bits, of which the first 20 say which of its set it is and 60 prove it. */
const codeLength = 16;
const selectorLength = 4;

/** A set that was made: as its owner is shown it, once, and as it is kept. */
export interface RecoveryCodes {
  readonly shown: readonly string[];
  readonly kept: readonly { readonly selector: string; readonly code: string }[];
}

/** Makes a set. Each code is hashed as passwords are, which takes as long ten times: not within a transaction. */
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

/** Keeps a set in place of the one before. */
export async function keepRecoveryCodes(trx: Kysely<Database>, accountId: string, { kept }: RecoveryCodes, now: Date): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(kept.map((row) => ({ account_id: accountId, ...row, made_at: now })))
    .execute();
}

/** A code of an account's that is not used up yet. */
export interface FoundCode {
  readonly selector: string;
  readonly code: string;
}

/**
 * Looks for a code as it was typed: hyphens, spaces and small letters are the same. Costs as much where there is none.
 * @returns null where it is none of the account's; `busy` where it was not looked at
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

/** Uses a code up: true for the first alone. */
export async function useRecoveryCode(trx: Kysely<Database>, accountId: string, { selector, code }: FoundCode): Promise<boolean> {
  const gone = await trx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('selector', '=', selector)
    .where('code', '=', code)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

/** How many are left. */
export async function countRecoveryCodes(db: Kysely<Database>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}
