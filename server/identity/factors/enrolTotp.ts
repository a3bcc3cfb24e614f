import type { Selectable, Transaction } from 'kysely';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { openKeyWrap } from '../../evidence/keyWrap.ts';
import { isRefusal, type Refusal } from '../../http/problem.ts';
import { ownerOf } from '../accounts.ts';
import { countRecoveryCodes, keepRecoveryCodes, makeRecoveryCodes } from './recoveryCodes.ts';
import { confirmTotp, isConfirmedBy } from './totpSecrets.ts';

type Account = Selectable<Database['accounts']>;

/** A person who confirms that they have set up an authenticator app. */
export interface Enrolling {
  readonly accountId: string;
  /** The session, or the provider's sign-in step, that was shown the secret. */
  readonly holder: string;
  readonly typed: string;
  readonly ip: string;
  readonly correlationId: string;
}

/**
 * Activates an authenticator app after one of its codes was typed; the owner is notified by letter, and it is on record. An account
 * without recovery codes gets a set. Attempts are not limited, since the caller has seen the secret.
 * @param may checks permission in the writing transaction, with the account locked
 * @returns codes to show this once, none if the account had some; `gone` if the offered secret has expired or belongs to another holder
 */
export async function enrolTotp(
  platform: Platform,
  { accountId, holder, typed, ip, correlationId }: Enrolling,
  may: (trx: Transaction<Database>, account: Account) => Promise<Refusal | null>,
): Promise<{ readonly recoveryCodes: readonly string[] } | 'wrong' | 'gone' | Refusal> {
  const { db, database, clock, config, letters, audit } = platform;
  const wrap = await openKeyWrap(config);
  const asked = { accountId, holder, code: typed.replaceAll(' ', ''), now: clock.now() };
  // Check before the costly hashing, which must not happen while rows are locked.
  const before = await isConfirmedBy(db, wrap, asked);
  if (before !== 'confirmed') return before;
  const codes = (await countRecoveryCodes(db, accountId)) > 0 ? null : await makeRecoveryCodes(accountId, config.passwordCost);
  const { tenant_id: home } = await db
    .selectFrom('accounts')
    .select('tenant_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const done = await database.write(recordLine(home), async (trx) => {
    const own = trx.selectFrom('accounts').selectAll().where('account_id', '=', accountId);
    await own.forNoKeyUpdate().execute();
    // A separate query after the lock, so that it sees what concurrent transactions committed.
    const account = await own.executeTakeFirstOrThrow();
    const refusal = await may(trx, account);
    if (refusal !== null) return refusal;
    const confirmed = await confirmTotp(trx, wrap, asked);
    if (confirmed !== 'confirmed') return confirmed;
    if (codes !== null) await keepRecoveryCodes(trx, accountId, codes, clock.now());
    await letters.write(trx, { purpose: 'totp_added', ...ownerOf(account), facts: {} });
    await audit.record(trx, {
      tenantId: home,
      actor: { id: accountId, name: account.name },
      action: 'account.totp_add',
      target: accountId,
      outcome: 'done',
      correlationId,
      ip,
      details: codes === null ? {} : { recoveryCodes: codes.shown.length },
    });
    return { recoveryCodes: codes?.shown ?? [] };
  });
  if (typeof done === 'object' && !isRefusal(done)) letters.wake();
  return done;
}
