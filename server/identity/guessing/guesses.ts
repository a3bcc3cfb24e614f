import { sql } from 'kysely';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import { isConfirmed } from '../../letters/newAddresses.ts';
import { ownerOf } from '../accounts.ts';
import { describePlace } from '../sessions/device.ts';

/**
 * Wrong passwords from unknown devices within a day after which the owner is warned (G-6). Owners who forgot their password request a
 * link well before: five attempts are free, and twenty take one place some seven minutes of pauses. A guesser with three hundred places
 * triggers it within half a minute.
 */
export const guessesBeforeTold = 20;
const dayMs = 86_400_000;

/** A wrong password for an existing account, from an unknown device. */
export interface Guess {
  readonly account_id: string;
  readonly tenant_id: string;
  readonly ip: string;
  readonly correlationId: string;
}

/**
 * Counts the guess and warns the owner at most once a day. Call it after the answer is sent: it does nothing for addresses without an
 * account, so timing would reveal them.
 */
export async function noteGuess(
  platform: Platform,
  { account_id: accountId, tenant_id: tenantId, ip, correlationId }: Guess,
): Promise<void> {
  const { database, clock, letters, audit } = platform;
  const now = clock.now();
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  const { tries } = await database.write(`guesses ${accountId}`, (trx) =>
    trx
      .insertInto('account_guesses')
      .values({ account_id: accountId, since: now, last_at: now, tries: 1, ip })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({
          // After a day the count restarts with this guess.
          tries: sql<number>`case when account_guesses.since < ${dayAgo} then 1 else account_guesses.tries + 1 end`,
          several: sql<boolean>`account_guesses.since >= ${dayAgo} and (account_guesses.several or account_guesses.ip <> excluded.ip)`,
          since: sql<string>`case when account_guesses.since < ${dayAgo} then excluded.since else account_guesses.since end`,
          last_at: sql<string>`greatest(account_guesses.last_at, excluded.last_at)`,
          ip: sql<string>`excluded.ip`,
        }),
      )
      .returning('tries')
      .executeTakeFirstOrThrow(),
  );
  if (tries < guessesBeforeTold) return;
  const isTold = await database.write(recordLine(tenantId), async (trx) => {
    // Of several instances only the first sends the warning.
    const due = await trx
      .updateTable('account_guesses')
      .set({ told_at: now })
      .where('account_id', '=', accountId)
      .where((row) => row.or([row('told_at', 'is', null), row('told_at', '<', dayAgo)]))
      .returningAll()
      .executeTakeFirst();
    if (due === undefined) return false;
    const account = await trx.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
    if (account.status !== 'active') return false;
    const isWritten = await isConfirmed(trx, accountId, account.email);
    const place = describePlace(due.ip);
    if (isWritten)
      await letters.write(trx, {
        purpose: 'sign_in_guesses',
        ...ownerOf(account),
        facts: { tries: String(due.tries), place: due.several ? `several places, the last of them: ${place}` : place },
      });
    await audit.record(trx, {
      tenantId,
      actor: { id: null, name: 'Platform' },
      action: 'account.guess_warning',
      target: accountId,
      outcome: isWritten ? 'done' : 'refused',
      correlationId,
      ip: due.ip,
      details: { tries: due.tries, ...(isWritten ? {} : { why: 'unconfirmed_address' }) },
    });
    return isWritten;
  });
  if (isTold) letters.wake();
}
