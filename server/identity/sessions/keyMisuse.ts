import type { Platform } from '../../context.ts';
import { hashToken } from './sessionToken.ts';

/**
 * Minimum time between two record lines about one session, milliseconds, so that somebody with a copied cookie cannot fill the record
 * (G-12).
 */
const notedEveryMs = 15 * 60_000;

/** `spent`: a replaced token was used. `unproved`: a valid token was to be renewed without the device key. */
export type Misuse = { readonly why: 'spent'; readonly token: string } | { readonly why: 'unproved'; readonly sessionId: string };

/**
 * Records that a bound session's cookie was used without its key: the cookie was copied, or the browser lost its key. At most once per
 * quarter of an hour and session; nothing for unknown tokens.
 */
export async function noteMisuse(
  { database, audit, clock }: Pick<Platform, 'database' | 'audit' | 'clock'>,
  misuse: Misuse,
  call: { readonly correlationId: string; readonly ip: string },
): Promise<void> {
  const found = await database.vital
    .selectFrom('session_keys as k')
    .innerJoin('sessions as s', 's.session_id', 'k.session_id')
    .leftJoin('displays as d', 'd.display_id', 's.display_id')
    .leftJoin('accounts as a', 'a.account_id', 's.account_id')
    .select(['k.session_id', 'k.noted_at', 'd.display_id', 'd.name as display_name', 'd.tenant_id as display_tenant'])
    .select(['a.account_id', 'a.name as account_name', 'a.tenant_id as home', 's.tenant_id as works_in'])
    .where((eb) => (misuse.why === 'spent' ? eb('s.prior_hash', '=', hashToken(misuse.token)) : eb('k.session_id', '=', misuse.sessionId)))
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
  const now = clock.now();
  if (found === undefined || (found.noted_at !== null && now.getTime() - Date.parse(found.noted_at) < notedEveryMs)) return;
  const id = found.display_id ?? found.account_id;
  const tenantId = found.display_tenant ?? found.works_in ?? found.home;
  if (id === null || tenantId === null) return;
  await database.write(`session ${found.session_id}`, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('session_keys')
      .set({ noted_at: now })
      .where('session_id', '=', found.session_id)
      .where((eb) => eb.or([eb('noted_at', 'is', null), eb('noted_at', '=', found.noted_at)]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return; // a concurrent call recorded it
    await audit.record(trx, {
      tenantId,
      actor: { id, name: found.display_name ?? found.account_name ?? '' },
      action: 'session.renew',
      target: found.session_id,
      outcome: 'refused',
      correlationId: call.correlationId,
      ip: call.ip,
      details: { why: misuse.why === 'spent' ? 'a cookie that another took the place of' : 'a cookie without the key of its device' },
    });
  });
}
