import type { Platform } from '../../context.ts';
import { openKeyWrap } from '../../evidence/keyWrap.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import { recordLine } from '../../audit/audit.ts';
import { ownerOf } from '../accounts.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { bucketOfCodes } from '../guessing/buckets.ts';
import { tellCodeGuesses } from './codeGuesses.ts';
import { countRecoveryCodes, findRecoveryCode, useRecoveryCode } from './recoveryCodes.ts';
import { takeTotp } from './totpSecrets.ts';

/** A code typed for an account. */
export interface TypedCode {
  readonly accountId: string;
  readonly typed: string;
  /** Whether a recovery code is accepted too. */
  readonly recovery: boolean;
  /**
   * When all sessions of the account had last been ended, as read when its password was checked; a later end voids the password check.
   * Absent if called from a session.
   */
  readonly proofsFrom?: string | null;
  readonly ip: string;
  readonly correlationId: string;
}

/** Result for a code. `wrong`: it does not match, was used before, or the account may no longer sign in. */
export type CodeVerdict = 'code' | 'recovery_code' | 'wrong' | Refusal;

/**
 * Checks and uses up a code of the authenticator app or a recovery code. All attempts for an account share one limit: callers have its
 * password or a session, so nobody else is slowed. The owner is warned of continued attempts and told when a recovery code was used.
 */
export async function proveByCode(platform: Platform, asked: TypedCode): Promise<CodeVerdict> {
  const { db, database, clock, config, letters, audit } = platform;
  const { accountId, proofsFrom, ip, correlationId } = asked;
  const typed = asked.typed.trim().replace(/^(\d{3}) (\d{3})$/, '$1$2');
  const attempts = createAttempts(platform);
  const attempt = await attempts.begin(bucketOfCodes(accountId));
  if (attempt.waitMs !== null) return refuse('rate_limited', undefined, attempt.waitMs);

  const isOfApp = /^\d{6}$/.test(typed);
  // Costs as much as a password hash, so it runs before any rows are locked.
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
    // A separate query after the lock, so that it sees what concurrent transactions committed.
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
