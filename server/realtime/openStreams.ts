import type { User } from '../../src/contracts/session.ts';
import { readsOf } from '../../src/domain/wall/dashboards.ts';
import type { Platform } from '../context.ts';
import type { AuthSession } from '../identity/sessions/sessions.ts';
import { tokenColumns, tokenState } from '../identity/sessions/sessionToken.ts';

/**
 * Why the server ends a stream: `session` ended; device `locked`; session `moved` to another tenant; the reader's `role` changed; the
 * token that opened it was `renewed` (the holder of the new one reconnects); `displaced` by a newer stream of its session; or `shutdown`.
 */
export type EndOfStream = 'session' | 'locked' | 'moved' | 'role' | 'renewed' | 'displaced' | 'shutdown';

/**
 * Maximum open streams per session: a console needs one, or two during a handover. Beyond it the oldest ends: usually a dead
 * connection of a device that changed networks. A session that opens many cannot lock out the console opened next (G-20).
 */
export const MAX_STREAMS_PER_SESSION = 8;
const RIGHTS_CHECK_MS = 2000;

/** All open streams of this instance; none outlives its reader's rights by more than five seconds (D-19). */
export interface OpenStreams {
  /**
   * Adds a stream, ending the session's oldest ones beyond the maximum; returns how to remove it. `renew` is called once, when the
   * session has a new token that the browser has used: the stream then ends within a minute (`renewed`) unless its reader opens the next
   * one first.
   */
  enter(session: AuthSession, close: (why: EndOfStream) => void, renew?: () => void): () => void;
  count(): number;
  /** Ends all streams because the server stops; readers reconnect to another instance or later. */
  endAll(): void;
}

interface OpenStream {
  readonly sessionId: string;
  /** Id of the account or the wall display. */
  readonly userId: string;
  /** The basis of the reader's rights when the stream began: a role, or a display's reads. */
  readonly rights: string;
  /** Tenant of the session when the stream began. */
  readonly tenantId: string;
  /**
   * When the stream must be reopened, monotonic. A display's stream lasts no longer than the cookie that opened it, which may have been
   * copied (G-17).
   */
  readonly untilMs: number;
  /** Hash of the token that opened it (`AuthSession`). */
  readonly tokenHash: string | null;
  readonly close: (why: EndOfStream) => void;
  /** Null after the reader was told. */
  renew: (() => void) | null;
}

/**
 * Creates the list of open streams. Ends of sessions are announced, also by other instances. Roles and tenants are polled because nothing
 * announces their change, and so are sessions, for ends announced before their stream began.
 */
export function createOpenStreams(platform: Platform): OpenStreams {
  const open = new Set<OpenStream>();
  const closeWhere = (why: EndOfStream, matches: (stream: OpenStream) => boolean): void => {
    for (const stream of open) {
      if (!matches(stream)) continue;
      open.delete(stream);
      stream.close(why);
    }
  };
  const checkRights = async (): Promise<void> => {
    const nowMs = performance.now();
    closeWhere('renewed', ({ untilMs }) => untilMs <= nowMs);
    // Skips streams that are opened during the queries below.
    const asked = new Set(open);
    if (asked.size === 0) return;
    const userIds = [...new Set([...asked].map(({ userId }) => userId))];
    const accounts = await platform.db
      .selectFrom('accounts')
      .select(['account_id', 'role'])
      .where('account_id', 'in', userIds)
      .where('status', '=', 'active')
      .execute();
    const displays = await platform.db
      .selectFrom('displays')
      .select(['display_id', 'playlist'])
      .where('display_id', 'in', userIds)
      .where('revoked_at', 'is', null)
      .execute();
    const rights = new Map<string, string>([
      ...accounts.map(({ account_id, role }) => [account_id, role] as const),
      ...displays.map(({ display_id, playlist }) => [display_id, readsOf(playlist).join()] as const),
    ]);
    closeWhere('role', (stream) => asked.has(stream) && rights.get(stream.userId) !== stream.rights);
    const sessions = await platform.db
      .selectFrom('sessions')
      .leftJoin('accounts', 'accounts.account_id', 'sessions.account_id')
      .leftJoin('session_keys as k', 'k.session_id', 'sessions.session_id')
      .select(['sessions.session_id', 'sessions.tenant_id as works_in', 'accounts.tenant_id as home', 'parked_at', ...tokenColumns])
      .where('sessions.session_id', 'in', [...new Set([...asked].map(({ sessionId }) => sessionId))])
      .where('ended_at', 'is', null)
      .execute();
    const tenants = new Map(sessions.map(({ session_id, works_in, home }) => [session_id, works_in ?? home]));
    // The session ended after the cookie was checked and before the stream was entered.
    closeWhere('session', (stream) => asked.has(stream) && !tenants.has(stream.sessionId));
    const now = platform.clock.now();
    const held = new Map(sessions.map((session) => [session.session_id, session]));
    closeWhere('renewed', (stream) => {
      const session = held.get(stream.sessionId);
      return (
        asked.has(stream) && session !== undefined && stream.tokenHash !== null && tokenState(session, stream.tokenHash, now) !== 'current'
      );
    });
    closeWhere('locked', (stream) => asked.has(stream) && held.get(stream.sessionId)?.parked_at != null);
    // Displays have no other tenant and never move.
    closeWhere('moved', (stream) => (tenants.get(stream.sessionId) ?? stream.tenantId) !== stream.tenantId);
    // Last, since a stream that ended for another reason needs no successor.
    for (const stream of asked) {
      const session = held.get(stream.sessionId);
      if (!open.has(stream) || session?.prior_hash !== stream.tokenHash || session?.prior_until === null) continue;
      stream.renew?.();
      stream.renew = null;
    }
  };

  const forget = platform.sessions.onEnded(({ sessionId }) => closeWhere('session', (stream) => stream.sessionId === sessionId));
  platform.onStart(() => {
    const timer = setInterval(() => void checkRights().catch((failure) => platform.log.error('streams.rights', failure)), RIGHTS_CHECK_MS);
    platform.onClose(() => clearInterval(timer));
  });
  platform.onClose(forget);
  platform.metrics.gauge('ukweli_streams_open', () => open.size);

  return {
    count: () => open.size,
    endAll: () => closeWhere('shutdown', () => true),
    enter(session, close, renew) {
      // In order of entry.
      const held = [...open].filter((stream) => stream.sessionId === session.sessionId);
      const over = new Set(held.slice(0, Math.max(0, held.length + 1 - MAX_STREAMS_PER_SESSION)));
      closeWhere('displaced', (stream) => over.has(stream));
      const { id: userId, tenantId } = session.user;
      const untilMs = performance.now() + (session.opensForMs ?? Number.POSITIVE_INFINITY);
      const { sessionId, tokenHash } = session;
      const stream: OpenStream = {
        sessionId,
        userId,
        rights: rightsKey(session.user),
        tenantId,
        untilMs,
        tokenHash,
        close,
        renew: renew ?? null,
      };
      open.add(stream);
      return () => void open.delete(stream);
    },
  };
}

function rightsKey({ role, display }: User): string {
  return display === undefined ? role : display.reads.join();
}
