import type { User } from '../../src/contracts/session.ts';
import { readsOf } from '../../src/domain/wall/dashboards.ts';
import type { Platform } from '../context.ts';
import type { AuthSession } from '../identity/sessions.ts';
import { tokenColumns, tokenState } from '../identity/sessionToken.ts';

/**
 * Why the platform ends a stream: its session is over, its device locked, or it works in another tenant now, its reader's role changed, the token that it was opened with counts no more since its session was given another
 * (whoever has that opens it again), a newer one of its session took its place, or the platform stops.
 */
export type EndOfStream = 'session' | 'locked' | 'moved' | 'role' | 'renewed' | 'displaced' | 'shutdown';

/**
 * Streams one session may hold open at a time: a console needs one, two while another takes over. Beyond, the oldest gives way: of a device that changes networks it is a line
 * that is dead, and whoever takes them all on purpose takes none from the console that is opened next (G-20).
 */
export const MAX_STREAMS_PER_SESSION = 8;
const RIGHTS_CHECK_MS = 2000;

/** Every open stream of this instance, so that none outlives the right to it by more than five seconds (D-19). */
export interface OpenStreams {
  /** Enters a stream, for which the oldest of its session ends where there are too many; returns how to take it out again. */
  enter(session: AuthSession, close: (why: EndOfStream) => void): () => void;
  count(): number;
  /** Tells every reader that the platform stops: a stream that is ended in order is opened again elsewhere or later. */
  endAll(): void;
}

interface OpenStream {
  readonly sessionId: string;
  /** Of the account, or of the wall display. */
  readonly userId: string;
  /** What the reader's rights follow from, as it was when the stream began: a role, or a display's reads. */
  readonly rights: string;
  /** Where its session worked when it began. */
  readonly tenantId: string;
  /** When it is opened anew, by a clock that nobody sets: of a display it lasts no longer than the cookie that it was opened with, which may have been copied (G-17). */
  readonly untilMs: number;
  /** What opened it (`AuthSession`). */
  readonly tokenHash: string | null;
  readonly close: (why: EndOfStream) => void;
}

/** Sessions tell of their end themselves, also of ends on other instances; roles and tenants are looked up, as nobody tells of those, and so are
 * sessions whose end was told before their stream began. */
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
    // One that is opened while the database answers was not asked about.
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
    // Its end was told before the stream was entered: between the look at the cookie and the first byte there is time for it.
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
    // A display has no home but its own, and moves nowhere.
    closeWhere('moved', (stream) => (tenants.get(stream.sessionId) ?? stream.tenantId) !== stream.tenantId);
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
    enter(session, close) {
      // In the order in which they were entered.
      const held = [...open].filter((stream) => stream.sessionId === session.sessionId);
      const over = new Set(held.slice(0, Math.max(0, held.length + 1 - MAX_STREAMS_PER_SESSION)));
      closeWhere('displaced', (stream) => over.has(stream));
      const { id: userId, tenantId } = session.user;
      const untilMs = performance.now() + (session.opensForMs ?? Number.POSITIVE_INFINITY);
      const { sessionId, tokenHash } = session;
      const stream: OpenStream = { sessionId, userId, rights: rightsKey(session.user), tenantId, untilMs, tokenHash, close };
      open.add(stream);
      return () => void open.delete(stream);
    },
  };
}

function rightsKey({ role, display }: User): string {
  return display === undefined ? role : display.reads.join();
}
