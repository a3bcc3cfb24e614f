import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Permission } from '../../../src/contracts/access.ts';
import type { User } from '../../../src/contracts/session.ts';
import type { Clock } from '../../clock.ts';
import type { OpenDatabase } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Logger } from '../../log.ts';
import { bindSession } from './deviceKeys.ts';
import { authenticateDisplay, displayHardMs, displayIdleMs } from './displaySessions.ts';
import { readPersonSession } from './readSession.ts';
import { createSessionEnds } from './sessionEnds.ts';
import { byToken, hashToken, newToken, noteFirstUse } from './sessionToken.ts';

/** Idle timeout, milliseconds. Only POST /api/auth/refresh extends it; reads never do (D-34). */
export const idleMs = 15 * 60_000;
/** Absolute session lifetime, milliseconds. */
export const hardMs = 12 * 60 * 60_000;

/**
 * Maximum of open sessions per account (G-20). One more ends the oldest session without activity since it was opened or, if there is
 * none, the one inactive for longest. So fifty sessions opened within a second do not end one that is in use.
 */
export const maxSessions = 50;

/** The caller of a request. Role and permissions are read from the account on every request, never from the session. */
export interface AuthSession {
  readonly sessionId: string;
  /** `tenantId` is the tenant that the session works in, the only one its calls may name. */
  readonly user: User;
  readonly permissions: ReadonlySet<Permission>;
  /** All tenants of the account, including its home; the session may switch to these. */
  readonly tenants: readonly string[];
  /** End of the idle timeout, ISO. */
  readonly expiresAt: string;
  /**
   * Time of the last authentication of the owner, ISO. Null if unknown, for displays, and for calls with a token older than that
   * authentication.
   */
  readonly provedAt: string | null;
  /** Set if bound to a device key, so that its token is renewed every few minutes (deviceKeys.ts). */
  readonly isBound?: true;
  /** Displays only: remaining validity of the token used for this call, milliseconds. */
  readonly opensForMs?: number;
  /** Set if the device key is under an app lock: the cookie ends with the browser. */
  readonly isUnderLock?: true;
  /** Set while the app lock is closed: the session can only unlock or sign out. */
  readonly isParked?: true;
  /**
   * SHA-256 of the token used for this call, for work that outlasts the call; null for displays, whose streams end by `opensForMs`
   * instead.
   */
  readonly tokenHash: string | null;
}

/**
 * Purpose of a token: any request (`any`), asking who is signed in (`self`), or renewal. A display's token is valid for `any` for a
 * quarter of an hour, and for the other two afterwards, so that a display away for weeks is still known and can renew it with its key.
 */
export type TokenUse = 'any' | 'self' | 'renewal';

/** Why a session ended. `crowded`: the account has too many; `replaced`: its browser opened another one. */
export type EndReason = 'crowded' | 'user' | 'timeout' | 'tenant_switch' | 'revoked' | 'expired' | 'deactivated' | 'replaced';

/** A session that has just ended; `reason` is an `EndReason`. */
export interface EndedSession {
  readonly sessionId: string;
  /** Null for a display's session. */
  readonly accountId: string | null;
  readonly reason: string;
}

/** The sessions of people and displays. Times are those of the platform's clock. */
export interface Sessions {
  /**
   * Opens a session for an active account; the token goes into the cookie and only its hash is stored. Null if all sessions of the
   * account were ended after the person authenticated (`provedAt`, default: now), or since the password was checked (`proofsFrom` as it
   * was then), even concurrently. `crowdedOut`: sessions ended because of the maximum; the next `sweep` after commit notifies listeners.
   */
  create(
    trx: Kysely<Database>,
    account: { accountId: string; device: string; ip?: string; provedAt?: Date; proofsFrom?: string | null },
  ): Promise<{ sessionId: string; token: string; expiresAt: string; crowdedOut: readonly string[] } | null>;
  /** Opens a display's session. Only `displaySeen` extends its idle timeout. */
  createForDisplay(
    trx: Kysely<Database>,
    display: { displayId: string; device: string },
  ): Promise<{ sessionId: string; token: string; expiresAt: string }>;
  /**
   * The session of this token; null if it is unknown, ended or expired, its account is not active, or its device is locked. With `told`,
   * locked sessions are returned too and the caller must check `isParked`.
   */
  authenticate(token: string, as?: TokenUse, locked?: 'told'): Promise<AuthSession | null>;
  /** True if the token's session was revoked or its account deactivated. Its device must then delete its local data (C-73). */
  wasRevoked(token: string): Promise<boolean>;
  /**
   * Extends the idle timeout of a person's session to 15 minutes from now, never past its absolute end. Returns the new end; null if the
   * session is over.
   */
  refresh(sessionId: string): Promise<string | null>;
  /** Like `refresh`, within a transaction. */
  refreshIn(trx: Kysely<Database>, sessionId: string): Promise<string | null>;
  /** Moves a session to another tenant; false if it is over. Its streams of the old tenant end within two seconds (openStreams.ts). */
  move(trx: Kysely<Database>, sessionId: string, tenantId: string): Promise<boolean>;
  /** Ends a session, in one transaction with `also`; false if it was over already, and `also` is not run. */
  end(sessionId: string, reason: EndReason, also?: (trx: Kysely<Database>) => Promise<void>): Promise<boolean>;
  /** Ends a display's session. */
  endDisplay(displayId: string, reason: EndReason): Promise<void>;
  /** Ends all sessions of an account, except one if given (deactivation, change of password). Returns their number. */
  endAll(accountId: string, reason: EndReason, except?: string): Promise<number>;
  /** Like `endAll`, within a transaction; the next `sweep` after commit notifies listeners. */
  endAllIn(trx: Kysely<Database>, accountId: string, reason: EndReason, except?: string): Promise<number>;
  /** Like `endAllIn` for one session of an account; true if it was open. */
  endIn(trx: Kysely<Database>, one: { readonly sessionId: string; readonly accountId: string }, reason: EndReason): Promise<boolean>;
  /**
   * Calls the listener once per ended session, within about two seconds, whether it ended here, on another instance or by timeout.
   * Streams are closed by it.
   */
  onEnded(listener: (ended: EndedSession) => void): () => void;
  /** Ends expired sessions and reports those ended on other instances. The platform calls it every two seconds. */
  sweep(): Promise<void>;
}

/**
 * Creates the session store. Reads use connections reserved for authentication; writes queue per session or owner, since a command may
 * hold the row.
 */
export function createSessions(parts: { database: Pick<OpenDatabase, 'vital' | 'write'>; clock: Clock; log: Logger }): Sessions {
  const { database, clock } = parts;
  const { vital: db } = database;
  const ends = createSessionEnds(parts);

  return {
    ...ends,
    create: (trx, account) => openForPerson(trx, clock, account),

    async createForDisplay(trx, { displayId, device }) {
      const lasts = { idleMs: displayIdleMs, hardMs: displayHardMs };
      const holder = { account_id: null, display_id: displayId, device, ip: null, proved_at: null };
      const opened = await insertSession(trx, clock.now(), holder, lasts);
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
      // Check the account too: its sessions end shortly after deactivation, and one that expired before is not ended again.
      return row !== undefined && (row.status !== 'active' || row.end_reason === 'deactivated' || row.end_reason === 'revoked');
    },

    refresh: (sessionId) => database.write(`session ${sessionId}`, (trx) => extendSession(trx, clock.now(), sessionId)),
    refreshIn: (trx, sessionId) => extendSession(trx, clock.now(), sessionId),

    async move(trx, sessionId, tenantId) {
      const { numUpdatedRows } = await trx
        .updateTable('sessions')
        .set({ tenant_id: tenantId })
        .where('session_id', '=', sessionId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  };
}

/** See `Sessions.create`. */
async function openForPerson(
  trx: Kysely<Database>,
  clock: Clock,
  { accountId, device, ip, provedAt = clock.now(), proofsFrom }: Parameters<Sessions['create']>[1],
): ReturnType<Sessions['create']> {
  // Update the account first: code that ends all its sessions updates that row too, so the two serialize and the later one sees the
  // other.
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ last_login_at: clock.now() })
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('proofs_from', 'is', null), row('proofs_from', '<=', provedAt.toISOString())]))
    .$if(proofsFrom !== undefined, (account) => account.where('proofs_from', 'is not distinct from', proofsFrom ?? null))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    // A `proofs_from` in the future was written by a clock that was ahead (D-63). That end has happened already, so reset it to now:
    // authentications from now on count.
    const now = clock.now();
    await trx
      .updateTable('accounts')
      .set({ proofs_from: now })
      .where('account_id', '=', accountId)
      .where('proofs_from', '>', now.toISOString())
      .execute();
    return null;
  }
  // By its own clock a provider may report a time in the future; cap it at now, or the authentication would hold for longer.
  const proved = new Date(Math.min(provedAt.getTime(), clock.now().getTime()));
  const opened = await insertSession(
    trx,
    clock.now(),
    { account_id: accountId, display_id: null, device, ip: ip ?? null, proved_at: proved },
    { idleMs, hardMs },
  );
  return { ...opened, crowdedOut: await crowdOut(trx, clock.now(), accountId, opened.sessionId) };
}

/** Stores a new session; its token is known to the caller only. */
async function insertSession(
  trx: Kysely<Database>,
  now: Date,
  holder: { account_id: string | null; display_id: string | null; device: string; ip: string | null; proved_at: Date | null },
  lasts: { idleMs: number; hardMs: number },
) {
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
      ...holder,
    })
    .execute();
  return { sessionId, token, expiresAt: expiresAt.toISOString() };
}

/**
 * Ends the sessions above the maximum, keeping the one just opened. Every transaction that opens a session locks the account row first,
 * so they count one after the other.
 */
async function crowdOut(trx: Kysely<Database>, now: Date, accountId: string, opened: string): Promise<readonly string[]> {
  const over = trx
    .selectFrom('sessions')
    .select('session_id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('session_id', '!=', opened)
    .orderBy(({ eb, ref }) => eb('last_active_at', '>', ref('created_at')), 'desc')
    .orderBy('last_active_at', 'desc')
    .orderBy('created_at', 'desc')
    .offset(maxSessions - 1);
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'crowded' satisfies EndReason })
    .where('session_id', 'in', over)
    .returning('session_id')
    .execute();
  return ended.map(({ session_id }) => session_id);
}

/** Extends the idle timeout of a person's session; null if it is over. */
async function extendSession(trx: Kysely<Database>, now: Date, sessionId: string): Promise<string | null> {
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
}
