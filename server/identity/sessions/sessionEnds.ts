import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { OpenDatabase } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Logger } from '../../log.ts';
import type { EndedSession, EndReason, Sessions } from './sessions.ts';

/** The open sessions that an end applies to. */
interface Picked {
  readonly sessionId?: string;
  readonly accountId?: string;
  readonly displayId?: string;
  readonly except?: string;
  readonly expired?: true;
}

/** Ends sessions and calls the listeners of this instance once for each, also for those that ended on another instance. */
export function createSessionEnds(parts: {
  readonly database: Pick<OpenDatabase, 'vital' | 'write'>;
  readonly clock: Clock;
  readonly log: Logger;
}): Pick<Sessions, 'end' | 'endDisplay' | 'endAll' | 'endIn' | 'endAllIn' | 'onEnded' | 'sweep'> {
  const { database, clock, log } = parts;
  const { vital: db } = database;
  const listeners = new Set<(ended: EndedSession) => void>();
  /** Sessions already reported, with the time, so that polling for other instances' changes does not report them twice. */
  const told = new Map<string, number>();
  let lookedAt = clock.now().getTime();

  const tell = (ended: EndedSession): void => {
    if (told.has(ended.sessionId)) return;
    told.set(ended.sessionId, clock.now().getTime());
    for (const listener of listeners) {
      try {
        listener(ended);
      } catch (failure) {
        log.error('session.listener', failure);
      }
    }
  };
  const markEnded = (trx: Kysely<Database>, reason: EndReason, pick: Picked) => {
    const now = clock.now();
    let update = trx.updateTable('sessions').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null);
    if (pick.sessionId !== undefined) update = update.where('session_id', '=', pick.sessionId);
    if (pick.accountId !== undefined) update = update.where('account_id', '=', pick.accountId);
    if (pick.displayId !== undefined) update = update.where('display_id', '=', pick.displayId);
    if (pick.except !== undefined) update = update.where('session_id', '!=', pick.except);
    if (pick.expired) {
      // Skip rows locked by others; the next sweep ends them.
      const free = trx
        .selectFrom('sessions')
        .select('session_id')
        .where('ended_at', 'is', null)
        .where('expires_at', '<=', now.toISOString())
        .forUpdate()
        .skipLocked();
      update = update.where('session_id', 'in', free);
    }
    return update.returning(['session_id', 'account_id']).execute();
  };
  /** Ends all sessions of an account and voids authentications that have not opened a session yet. */
  const endAccount = async (trx: Kysely<Database>, accountId: string, reason: EndReason, except: string | undefined) => {
    await trx.updateTable('accounts').set({ proofs_from: clock.now() }).where('account_id', '=', accountId).execute();
    return markEnded(trx, reason, { accountId, ...(except === undefined ? {} : { except }) });
  };
  const endWhere = async (reason: EndReason, pick: Picked, also?: (trx: Kysely<Database>) => Promise<void>): Promise<number> => {
    const line = `session ${pick.sessionId ?? pick.accountId ?? pick.displayId ?? ''}`;
    const inOne = async (trx: Kysely<Database>) => {
      const rows = await markEnded(trx, reason, pick);
      if (rows.length > 0) await also?.(trx);
      return rows;
    };
    const ended = pick.expired ? await markEnded(db, reason, pick) : await database.write(line, inOne);
    for (const row of ended) tell({ sessionId: row.session_id, accountId: row.account_id, reason });
    return ended.length;
  };

  return {
    end: async (sessionId, reason, also) => (await endWhere(reason, { sessionId }, also)) === 1,
    endDisplay: async (displayId, reason) => void (await endWhere(reason, { displayId })),
    async endAll(accountId, reason, except) {
      const ended = await database.write(`session ${accountId}`, (trx) => endAccount(trx, accountId, reason, except));
      for (const row of ended) tell({ sessionId: row.session_id, accountId: row.account_id, reason });
      return ended.length;
    },
    endIn: async (trx, one, reason) => (await markEnded(trx, reason, one)).length === 1,
    endAllIn: async (trx, accountId, reason, except) => (await endAccount(trx, accountId, reason, except)).length,
    onEnded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    async sweep() {
      try {
        const now = clock.now().getTime();
        await endWhere('expired', { expired: true });
        // Look back 30 s further, since the clocks of instances differ a little; reported sessions are remembered for longer than that.
        const ended = await db
          .selectFrom('sessions')
          .select(['session_id', 'account_id', 'end_reason'])
          .where('ended_at', '>', new Date(lookedAt - 30_000).toISOString())
          .execute();
        lookedAt = now;
        for (const row of ended) tell({ sessionId: row.session_id, accountId: row.account_id, reason: row.end_reason ?? 'revoked' });
        for (const [sessionId, at] of told) if (now - at > 120_000) told.delete(sessionId);
      } catch (failure) {
        log.error('session.sweep', failure);
      }
    },
  };
}
