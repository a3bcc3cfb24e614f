import type { Kysely } from 'kysely';
import type { User } from '../../src/contracts/session.ts';
import { currentForMs, type TokenState, tokenStateOf } from '../../src/domain/session/deviceProof.ts';
import { rightsOf } from '../../src/domain/rights.ts';
import { readsOf } from '../../src/domain/wall/dashboards.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/schema.ts';
import { byToken, isFirstUse, noteFirstUse, tokenColumns, tokensOf } from './sessionToken.ts';
import type { AuthSession, TokenUse } from './sessions.ts';

/** A wall display's session is long-lived (K-10): one that was not heard of for a month ends. */
export const displayIdleMs = 30 * 24 * 60 * 60_000;
/** Its hard end, and as long as browsers keep a cookie. */
export const displayHardMs = 400 * 24 * 60 * 60_000;

/** Which tokens do for what is asked. */
const opens: Readonly<Record<TokenUse, readonly TokenState[]>> = {
  any: ['current'],
  self: ['current', 'stale'],
  renewal: ['current', 'stale', 'spent'],
};

interface Parts {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/**
 * Which display holds this token, or null. Name and playlist are read at every request, like a person's role: a change counts at once. One that is bound to a key of its device has a token that
 * is renewed (deviceKeys.ts).
 */
export async function authenticateDisplay({ db, clock }: Parts, tokenHash: string, as: TokenUse): Promise<AuthSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('displays', 'displays.display_id', 'sessions.display_id')
    .leftJoin('session_keys as k', 'k.session_id', 'sessions.session_id')
    .select(['sessions.session_id', ...tokenColumns, 'expires_at', 'displays.display_id', 'displays.tenant_id', 'name', 'playlist'])
    .select('k.renewed_at')
    .where(byToken(tokenHash))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now().toISOString())
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const isBound = row.renewed_at !== null;
  const tokens = tokensOf(row, row.renewed_at);
  const nowMs = clock.now().getTime();
  if (!opens[as].includes(tokenStateOf(tokens, tokenHash, nowMs))) return null;
  const opensForMs = currentForMs(tokens, tokenHash, nowMs);
  if (isFirstUse(row, tokenHash)) await noteFirstUse(db, tokenHash, clock.now());
  const user: User = {
    id: row.display_id,
    // The session's shape has an address (C-38); this one, by its domain, is nobody's.
    email: `${row.display_id}@displays.invalid`,
    name: row.name,
    role: 'auditor', // one of the documents' four; what a display may have is its reads, whatever the role says
    tenantId: row.tenant_id,
    display: { reads: [...readsOf(row.playlist)] },
  };
  return {
    sessionId: row.session_id,
    ...(isBound && { isBound }),
    ...(opensForMs !== null && { opensForMs }),
    expiresAt: row.expires_at,
    permissions: rightsOf(user).permissions,
    user,
    tenants: [row.tenant_id],
    provedAt: null,
    tokenHash: null,
  };
}

/** A display was heard of: its idle end is a month from now, never past the hard end. False where it is no display any more. */
export async function displaySeen(db: Kysely<Database>, clock: Clock, sessionId: string): Promise<boolean> {
  const now = clock.now();
  const session = await db.selectFrom('sessions').select('hard_end_at').where('session_id', '=', sessionId).executeTakeFirst();
  if (session === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ last_active_at: now, expires_at: new Date(Math.min(now.getTime() + displayIdleMs, Date.parse(session.hard_end_at))) })
    .where('session_id', '=', sessionId)
    .where('display_id', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
