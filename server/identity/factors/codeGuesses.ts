import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import { ownerOf } from '../accounts.ts';
import { describePlace } from '../sessions/device.ts';

const dayMs = 86_400_000;

/**
 * Warns an account's owner, at most once a day, that somebody with the password or a session guesses at its codes (ASVS 6.3.5); called
 * when the free attempts are used up. Also on record.
 */
export async function tellCodeGuesses(
  { db, database, clock, letters, audit }: Platform,
  { accountId, ip, correlationId }: { readonly accountId: string; readonly ip: string; readonly correlationId: string },
): Promise<void> {
  const now = clock.now();
  const { tenant_id: home } = await db
    .selectFrom('accounts')
    .select('tenant_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const isTold = await database.write(recordLine(home), async (trx) => {
    // Locked, so that only one of several concurrent attempts sends the warning.
    const account = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('account_id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const told = await trx
      .selectFrom('account_letters')
      .select('letter_id')
      .where('account_id', '=', accountId)
      .where('purpose', '=', 'code_guesses')
      .where('written_at', '>', new Date(now.getTime() - dayMs).toISOString())
      .executeTakeFirst();
    if (told !== undefined) return false;
    await letters.write(trx, { purpose: 'code_guesses', ...ownerOf(account), facts: { place: describePlace(ip) } });
    await audit.record(trx, {
      tenantId: home,
      actor: { id: null, name: 'Platform' },
      action: 'account.guess_warning',
      target: accountId,
      outcome: 'done',
      correlationId,
      ip,
      details: { of: 'codes' },
    });
    return true;
  });
  if (isTold) letters.wake();
}
