import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Permission } from '../../src/contracts/access.ts';
import type { User } from '../../src/contracts/session.ts';
import type { Clock } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import type { Logger } from '../log.ts';
import { bindSession } from './deviceKeys.ts';
import { authenticateDisplay, displayHardMs, displayIdleMs } from './displaySessions.ts';
import { readPersonSession } from './readSession.ts';
import { byToken, hashToken, newToken, noteFirstUse } from './sessionToken.ts';

/** Idle end: only POST /api/auth/refresh moves it; reads never do (D-34). */
export const idleMs = 15 * 60_000;
/** Hard end, whatever happens in between. */
export const hardMs = 12 * 60 * 60_000;

/**
 * Live sessions that an account has at most (G-20). Whoever opens one more ends, of those on which nobody has been at work since they were opened, the oldest; where there is none, the one that
 * was active the longest ago. So a device that is in use is not put out by fifty that are opened in one second.
 */
export const mostSessions = 50;

/** Who a request comes from. Role and permissions are read from the account at every request, never from the session. */
export interface AuthSession {
  readonly sessionId: string;
  /** `tenantId` is the tenant that the session works in: the only one that its calls may name. */
  readonly user: User;
  readonly permissions: ReadonlySet<Permission>;
  /** Every tenant the account belongs to, its home included: where its session may be moved to. */
  readonly tenants: readonly string[];
  /** Idle end, ISO. */
  readonly expiresAt: string;
  /** When its owner last proved who they are, ISO; null where that is not known, for a display, and for a call by the token of before that proof. */
  readonly provedAt: string | null;
  /** Set where it is bound to a key of its device, so that its token is renewed every few minutes (deviceKeys.ts). */
  readonly isBound?: true;
  /** Of a display: how long the token that the call came with opens something still, milliseconds. */
  readonly opensForMs?: number;
  /** Set where that key is kept under an app lock: the cookie ends with the browser. */
  readonly isUnderLock?: true;
  /** Set while that lock is closed: it opens nothing but the ways to open it and to leave. */
  readonly isParked?: true;
  /** SHA-256 of the token that the call came with, for what outlasts the call; null for a display, whose token is never another. */
  readonly tokenHash: string | null;
}

/**
 * What a token is shown for: to read or do something; to ask who one is; to have it renewed. A display's opens the first for a quarter of an hour, and then the others alone, so that one
 * that was away for weeks is still known and has it renewed by its key.
 */
export type TokenUse = 'any' | 'self' | 'renewal';

export type EndReason = 'crowded' | 'user' | 'timeout' | 'tenant_switch' | 'revoked' | 'expired' | 'deactivated' | 'replaced';

export interface EndedSession {
  readonly sessionId: string;
  /** Null for a wall display's. */
  readonly accountId: string | null;
  readonly reason: string;
}

export interface Sessions {
  /**
   * Opens a session for an active account; the token goes into the cookie and is kept nowhere. Judged where it is written: null where all its sessions were ended after its owner had proved
   * himself (`provedAt`, absent: just now), even in this moment; or at all since his password was looked at (`proofsFrom` as it stood then), whatever that end is dated. `crowdedOut`: sessions that ended for it, as there were too many; the next `sweep` after its commit tells of them.
   */
  create(
    trx: Kysely<Database>,
    account: { accountId: string; device: string; ip?: string; provedAt?: Date; proofsFrom?: string | null },
  ): Promise<{ sessionId: string; token: string; expiresAt: string; crowdedOut: readonly string[] } | null>;
  /** Opens the session of a wall display. Its idle end is moved by `displaySeen` alone. */
  createForDisplay(
    trx: Kysely<Database>,
    display: { displayId: string; device: string },
  ): Promise<{ sessionId: string; token: string; expiresAt: string }>;
  /** Who holds this token now, or null: unknown, ended, expired, the account is not active, or its device is locked, unless that is `told` of: whoever asks for it refuses by `isParked`. */
  authenticate(token: string, as?: TokenUse, locked?: 'told'): Promise<AuthSession | null>;
  /** Whether this token's session was ended by somebody: its account deactivated, or the session revoked. What its device holds has to go (C-73). */
  wasRevoked(token: string): Promise<boolean>;
  /** Moves the idle end of a person's session to 15 minutes from now, never past the hard end; null when it is over. */
  refresh(sessionId: string): Promise<string | null>;
  /** The same within a transaction. */
  refreshIn(trx: Kysely<Database>, sessionId: string): Promise<string | null>;
  /** Moves it to another tenant; false when it is over. Its streams of the tenant it leaves end within two seconds (openStreams.ts). */
  move(trx: Kysely<Database>, sessionId: string, tenantId: string): Promise<boolean>;
  /** Ends it; false when it was over already. */
  end(sessionId: string, reason: EndReason): Promise<boolean>;
  /** Ends a wall display's session. */
  endDisplay(displayId: string, reason: EndReason): Promise<void>;
  /** Ends all sessions of an account (deactivation, password change), but for one if named. */
  endAll(accountId: string, reason: EndReason, except?: string): Promise<number>;
  /** The same within a transaction, so that they end with what ends them or not at all; the next `sweep` after its commit tells of it. */
  endAllIn(trx: Kysely<Database>, accountId: string, reason: EndReason, except?: string): Promise<number>;
  /** The same for one session of an account; true where it was still open. */
  endIn(trx: Kysely<Database>, one: { readonly sessionId: string; readonly accountId: string }, reason: EndReason): Promise<boolean>;
  /** Called once for each session that ended here, elsewhere or by time, within about two seconds: streams close by it. */
  onEnded(listener: (ended: EndedSession) => void): () => void;
  /** Ends what has run out and tells of what ended on other instances. The platform calls it every two seconds. */
  sweep(): Promise<void>;
}

/** Who calls is asked over connections kept for that; what changes a session waits in the session's or its owner's line, since a command may hold the row. */
export function createSessions(parts: { database: Pick<OpenDatabase, 'vital' | 'write'>; clock: Clock; log: Logger }): Sessions {
  const { database, clock, log } = parts;
  const { vital: db } = database;
  const listeners = new Set<(ended: EndedSession) => void>();
  /** Sessions already told of, so that the look at other instances' work does not tell twice. */
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
  const markEnded = (
    trx: Kysely<Database>,
    reason: EndReason,
    pick: { sessionId?: string; accountId?: string; displayId?: string; except?: string; expired?: true },
  ) => {
    const now = clock.now();
    let update = trx.updateTable('sessions').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null);
    if (pick.sessionId !== undefined) update = update.where('session_id', '=', pick.sessionId);
    if (pick.accountId !== undefined) update = update.where('account_id', '=', pick.accountId);
    if (pick.displayId !== undefined) update = update.where('display_id', '=', pick.displayId);
    if (pick.except !== undefined) update = update.where('session_id', '!=', pick.except);
    if (pick.expired) {
      // One whose row somebody holds just now ends at the next look.
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
  /** Ends all sessions of an account, and what was proved for one that is not open yet. */
  const endAccount = async (trx: Kysely<Database>, accountId: string, reason: EndReason, except: string | undefined) => {
    await trx.updateTable('accounts').set({ proofs_from: clock.now() }).where('account_id', '=', accountId).execute();
    return markEnded(trx, reason, { accountId, ...(except === undefined ? {} : { except }) });
  };
  const endWhere = async (reason: EndReason, pick: Parameters<typeof markEnded>[2]): Promise<number> => {
    const line = `session ${pick.sessionId ?? pick.accountId ?? pick.displayId ?? ''}`;
    const ended = pick.expired ? await markEnded(db, reason, pick) : await database.write(line, (trx) => markEnded(trx, reason, pick));
    for (const row of ended) tell({ sessionId: row.session_id, accountId: row.account_id, reason });
    return ended.length;
  };

  /** Ends the sessions of an account that are too many beside the one that was just opened. Its row is held by whoever opens one, so that they count one after the other. */
  const crowdOut = async (trx: Kysely<Database>, accountId: string, opened: string): Promise<readonly string[]> => {
    const over = trx
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .where('session_id', '!=', opened)
      .orderBy(({ eb, ref }) => eb('last_active_at', '>', ref('created_at')), 'desc')
      .orderBy('last_active_at', 'desc')
      .orderBy('created_at', 'desc')
      .offset(mostSessions - 1);
    const ended = await trx
      .updateTable('sessions')
      .set({ ended_at: clock.now(), end_reason: 'crowded' satisfies EndReason })
      .where('session_id', 'in', over)
      .returning('session_id')
      .execute();
    return ended.map(({ session_id }) => session_id);
  };

  const open = async (
    trx: Kysely<Database>,
    of: { account_id: string | null; display_id: string | null; device: string; ip: string | null; proved_at: Date | null },
    lasts: { idleMs: number; hardMs: number },
  ) => {
    const now = clock.now();
    const token = newToken();
    const sessionId = randomUUID();
    const expiresAt = new Date(now.getTime() + lasts.idleMs);
    await trx
      .insertInto('sessions')
      .values({
        session_id: sessionId,
        token_hash: hashToken(token),
        created_at: now,
        last_active_at: now,
        expires_at: expiresAt,
        hard_end_at: new Date(now.getTime() + lasts.hardMs),
        ...of,
      })
      .execute();
    return { sessionId, token, expiresAt: expiresAt.toISOString() };
  };

  /** Moves the idle end of a person's session; null when it is over. */
  const extend = async (trx: Kysely<Database>, sessionId: string): Promise<string | null> => {
    const now = clock.now();
    const held = await trx
      .selectFrom('sessions')
      .select('hard_end_at')
      .where('session_id', '=', sessionId)
      .where('account_id', 'is not', null)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
    if (held === undefined) return null;
    const expiresAt = new Date(Math.min(now.getTime() + idleMs, Date.parse(held.hard_end_at)));
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ expires_at: expiresAt, last_active_at: now })
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? expiresAt.toISOString() : null;
  };

  return {
    async create(trx, { accountId, device, ip, provedAt = clock.now(), proofsFrom }) {
      // First the account, which whoever ends all its sessions writes too: one of the two comes after the other, and sees it.
      const { numUpdatedRows } = await trx
        .updateTable('accounts')
        .set({ last_login_at: clock.now() })
        .where('account_id', '=', accountId)
        .where((row) => row.or([row('proofs_from', 'is', null), row('proofs_from', '<=', provedAt.toISOString())]))
        .$if(proofsFrom !== undefined, (account) => account.where('proofs_from', 'is not distinct from', proofsFrom ?? null))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) {
        // An end that is still to come was written by a clock that was ahead (D-63). It has happened, or it could not be read: what is proved from now on counts.
        const now = clock.now();
        await trx
          .updateTable('accounts')
          .set({ proofs_from: now })
          .where('account_id', '=', accountId)
          .where('proofs_from', '>', now.toISOString())
          .execute();
        return null;
      }
      // A provider's word may be of a moment that is still to come, by its clock: it holds from now on, and no longer.
      const proved = new Date(Math.min(provedAt.getTime(), clock.now().getTime()));
      const opened = await open(
        trx,
        { account_id: accountId, display_id: null, device, ip: ip ?? null, proved_at: proved },
        { idleMs, hardMs },
      );
      return { ...opened, crowdedOut: await crowdOut(trx, accountId, opened.sessionId) };
    },

    async createForDisplay(trx, { displayId, device }) {
      const lasts = { idleMs: displayIdleMs, hardMs: displayHardMs };
      const opened = await open(trx, { account_id: null, display_id: displayId, device, ip: null, proved_at: null }, lasts);
      await bindSession(trx, opened.sessionId, clock.now());
      return opened;
    },

    async authenticate(token, as = 'any', locked) {
      const tokenHash = hashToken(token);
      const person = await readPersonSession(db, { tokenHash, as }, clock.now());
      if (person === null) return authenticateDisplay({ db, clock }, tokenHash, as);
      if (person.session.isParked === true && locked !== 'told') return null;
      if (person.renewed) await noteFirstUse(db, tokenHash, clock.now());
      return person.session;
    },

    async wasRevoked(token) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.account_id', 'sessions.account_id')
        .select(['end_reason', 'status'])
        .where(byToken(hashToken(token)))
        .executeTakeFirst();
      // The account too: its sessions end a moment after it was deactivated, and one that had run out before is not ended again.
      return row !== undefined && (row.status !== 'active' || row.end_reason === 'deactivated' || row.end_reason === 'revoked');
    },

    refresh: (sessionId) => database.write(`session ${sessionId}`, (trx) => extend(trx, sessionId)),
    refreshIn: extend,

    async move(trx, sessionId, tenantId) {
      const { numUpdatedRows } = await trx
        .updateTable('sessions')
        .set({ tenant_id: tenantId })
        .where('session_id', '=', sessionId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    end: async (sessionId, reason) => (await endWhere(reason, { sessionId })) === 1,
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
        // Clocks of instances differ a little: the look overlaps, and what was told stays known for twice as long.
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
