import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import { ownerOf } from '../accounts.ts';
import { describePlace } from '../device.ts';

const dayMs = 86_400_000;

/**
 * Tells the owner of an account, once a day at most, that somebody has its password, or a session of it, and guesses at its codes (ASVS 6.3.5): the free tries are used up. On record too.
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
    // Held, so that of several tries at once one tells.
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
