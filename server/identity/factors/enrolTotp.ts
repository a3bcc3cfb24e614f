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

/** Somebody who confirms that they have set their app up. */
export interface Enrolling {
  readonly accountId: string;
  /** The session or the provider's step that the secret is shown to. */
  readonly holder: string;
  readonly typed: string;
  readonly ip: string;
  readonly correlationId: string;
}

/**
 * Takes the app that was set up into use once a code of it was typed; the owner is told by letter, and it is on record. The account that has no recovery codes gets some. Tries are not counted: whoever
 * makes them is shown the secret.
 * @param may judges in the transaction that writes, with the account held, before it does
 * @returns codes to be shown this once, none where it had some; `gone` where nothing is shown to this holder any more
 */
export async function enrolTotp(
  platform: Platform,
  { accountId, holder, typed, ip, correlationId }: Enrolling,
  may: (trx: Transaction<Database>, account: Account) => Promise<Refusal | null>,
): Promise<{ readonly recoveryCodes: readonly string[] } | 'wrong' | 'gone' | Refusal> {
  const { db, database, clock, config, letters, audit } = platform;
  const wrap = await openKeyWrap(config);
  const asked = { accountId, holder, code: typed.replaceAll(' ', ''), now: clock.now() };
  // Looked at before the costly part, which is not to hold rows.
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
    // A statement of its own after the lock: it sees what whoever it waited for has done.
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
