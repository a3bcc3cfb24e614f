import type { Platform } from '../../context.ts';
import { openKeyWrap } from '../../evidence/keyWrap.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import { recordLine } from '../../audit/audit.ts';
import { ownerOf } from '../accounts.ts';
import { createAttempts } from '../attempts.ts';
import { bucketOfCodes } from '../buckets.ts';
import { tellCodeGuesses } from './codeGuesses.ts';
import { countRecoveryCodes, findRecoveryCode, useRecoveryCode } from './recoveryCodes.ts';
import { takeTotp } from './totpSecrets.ts';

/** A code that somebody typed for an account. */
export interface TypedCode {
  readonly accountId: string;
  readonly typed: string;
  /** Whether a recovery code may stand in for one of the app. */
  readonly recovery: boolean;
  /** When all sessions of the account had last been ended, as it stood when its password was looked at: an end since then voids that. Absent where a session asks. */
  readonly proofsFrom?: string | null;
  readonly ip: string;
  readonly correlationId: string;
}

/** What a code was found to be: `wrong` where it was looked at and does not fit, was taken before, or the account may not come in any more. */
export type CodeVerdict = 'code' | 'recovery_code' | 'wrong' | Refusal;

/**
 * Takes a code of the account's authenticator app, or a recovery code, once. Tries are counted in one budget for the account, wherever they are made: whoever has come to be asked has its password or
 * its session, so that nobody else is kept waiting. Its owner is told where they go on, and of a recovery code's use.
 */
export async function proveByCode(platform: Platform, asked: TypedCode): Promise<CodeVerdict> {
  const { db, database, clock, config, letters, audit } = platform;
  const { accountId, proofsFrom, ip, correlationId } = asked;
  const typed = asked.typed.trim().replace(/^(\d{3}) (\d{3})$/, '$1$2');
  const attempts = createAttempts(platform);
  const attempt = await attempts.begin(bucketOfCodes(accountId));
  if (attempt.waitMs !== null) return refuse('rate_limited', undefined, attempt.waitMs);

  const isOfApp = /^\d{6}$/.test(typed);
  // Hashed as a password is: not while rows are held.
  const found = isOfApp || !asked.recovery ? null : await findRecoveryCode(db, config.passwordCost, { accountId, typed });
  if (found === 'busy') {
    await attempts.takenBack(attempt.counted);
    return refuse('unavailable', undefined, 2000);
  }
  const wrap = await openKeyWrap(config);
  const { tenant_id: home } = await db
    .selectFrom('accounts')
    .select('tenant_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const verdict = await database.write(recordLine(home), async (trx): Promise<'code' | 'recovery_code' | 'wrong'> => {
    const own = trx.selectFrom('accounts').selectAll().where('account_id', '=', accountId);
    await own.forShare().execute();
    // A statement of its own after the lock: it sees what whoever it waited for has done.
    const account = await own.executeTakeFirstOrThrow();
    if (account.status !== 'active' || (proofsFrom !== undefined && account.proofs_from !== proofsFrom)) return 'wrong';
    if (isOfApp) return (await takeTotp(trx, wrap, { accountId, code: typed, now: clock.now() })) ? 'code' : 'wrong';
    if (found === null || !(await useRecoveryCode(trx, accountId, found))) return 'wrong';
    const left = await countRecoveryCodes(trx, accountId);
    await letters.write(trx, { purpose: 'recovery_used', ...ownerOf(account), facts: { left: String(left) } });
    await audit.record(trx, {
      tenantId: account.tenant_id,
      actor: { id: accountId, name: account.name },
      action: 'account.recovery_use',
      target: accountId,
      outcome: 'done',
      correlationId,
      ip,
      details: { left },
    });
    return 'recovery_code';
  });
  if (verdict === 'wrong') {
    if (attempt.pauseMs > 0) await tellCodeGuesses(platform, asked);
    return verdict;
  }
  await attempts.succeeded(attempt.counted);
  if (verdict === 'recovery_code') letters.wake();
  return verdict;
}
