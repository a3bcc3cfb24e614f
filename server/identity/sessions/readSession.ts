import type { Kysely } from 'kysely';
import type { LoginRole } from '../../../src/contracts/access.ts';
import { rightsOf } from '../../../src/domain/accounts/rights.ts';
import type { Database } from '../../db/schema.ts';
import type { AuthSession, TokenUse } from './sessions.ts';
import { byToken, isFirstUse, tokenColumns, tokenState } from './sessionToken.ts';

/**
 * Reads a person's session with the current rights of its account; null if there is none, it is over, or the account is not active.
 * Displays: see displaySessions.ts. `renewed`: this is the first use of a renewed token.
 */
export async function readPersonSession(
  db: Kysely<Database>,
  by: { readonly tokenHash: string; readonly as?: TokenUse } | { readonly sessionId: string },
  now: Date,
): Promise<{ readonly session: AuthSession; readonly renewed: boolean } | null> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.account_id', 'sessions.account_id')
    .leftJoin('memberships', 'memberships.account_id', 'accounts.account_id')
    .leftJoin('session_keys as k', 'k.session_id', 'sessions.session_id')
    .select([
      'sessions.session_id',
      'k.session_id as bound_id',
      'k.locked',
      'k.parked_at',
      'expires_at',
      'accounts.account_id',
      'email',
      'name',
      'role',
      'accounts.tenant_id as home',
      'sessions.tenant_id as works_in',
      'memberships.tenant_id as member_of',
      'proved_at',
      ...tokenColumns,
    ])
    .where((row) => ('tokenHash' in by ? byToken(by.tokenHash)(row) : row('sessions.session_id', '=', by.sessionId)))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('status', '=', 'active')
    .execute();
  const [row] = rows;
  if (row === undefined) return null;
  const isBound = row.bound_id !== null;
  if ('tokenHash' in by) {
    const state = tokenState(row, by.tokenHash, now);
    // A replaced token may still request its replacement again, which needs the device key.
    if (state !== 'current' && !(state === 'spent' && by.as === 'renewal' && isBound)) return null;
  }
  const proves = !('tokenHash' in by) || row.token_hash === by.tokenHash || row.prior_proves;
  const tenants = [...new Set([row.home, ...rows.flatMap(({ member_of }) => member_of ?? [])])];
  // Falls back to the home tenant if the membership, or the permission to switch tenants, is gone.
  const { permissions } = rightsOf(row);
  const mayBeAt = permissions.has('action:switch_role') ? tenants : [row.home];
  const tenantId = row.works_in !== null && mayBeAt.includes(row.works_in) ? row.works_in : row.home;
  return {
    session: {
      sessionId: row.session_id,
      expiresAt: row.expires_at,
      permissions,
      user: { id: row.account_id, email: row.email, name: row.name, role: row.role satisfies LoginRole, tenantId },
      tenants,
      // A re-authentication counts for the token that it issued and later ones; a copy of the token before it has proved nothing.
      provedAt: proves ? row.proved_at : null,
      tokenHash: 'tokenHash' in by ? by.tokenHash : null,
      ...(isBound && { isBound }),
      ...(row.locked === true && { isUnderLock: true }),
      ...(row.parked_at !== null && { isParked: true }),
    },
    renewed: 'tokenHash' in by && isFirstUse(row, by.tokenHash),
  };
}
