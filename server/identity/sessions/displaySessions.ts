import type { Kysely } from 'kysely';
import type { User } from '../../../src/contracts/session.ts';
import { currentForMs, type TokenState, tokenStateOf } from '../../../src/domain/session/deviceProof.ts';
import { rightsOf } from '../../../src/domain/accounts/rights.ts';
import { readsOf } from '../../../src/domain/wall/dashboards.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/schema.ts';
import { byToken, isFirstUse, noteFirstUse, tokenColumns, tokensOf } from './sessionToken.ts';
import type { AuthSession, TokenUse } from './sessions.ts';

/** Idle timeout of a display's session, milliseconds: it ends after 30 days without a request (K-10). */
export const displayIdleMs = 30 * 24 * 60 * 60_000;
/** Absolute lifetime of a display's session, milliseconds: as long as browsers keep a cookie (400 days). */
export const displayHardMs = 400 * 24 * 60 * 60_000;

/** Token states accepted for each use. */
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
 * The display session of this token, or null. Name and playlist are read on every request, like a person's role, so that changes apply at
 * once. A session bound to a device key has a token that is renewed (deviceKeys.ts).
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
    // The session's shape requires an address (C-38); the domain `.invalid` belongs to nobody.
    email: `${row.display_id}@displays.invalid`,
    name: row.name,
    role: 'auditor', // one of the documents' four roles; a display's rights come from `reads`, not from the role
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

/** Records a display's request: its idle timeout restarts, never past the absolute end. False if the session is over or not a display's. */
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
