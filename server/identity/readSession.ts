import type { Kysely } from 'kysely';
import type { LoginRole } from '../../src/contracts/access.ts';
import { rightsOf } from '../../src/domain/rights.ts';
import type { Database } from '../db/schema.ts';
import type { AuthSession, TokenUse } from './sessions.ts';
import { byToken, isFirstUse, tokenColumns, tokenState } from './sessionToken.ts';

/**
 * Who a person's session is of, with the rights that its account has at this moment; null where there is none such, it is over, or the account is not active. A wall
 * display's are read elsewhere (displaySessions.ts). `renewed`: by a token that was renewed, and that is used for the first time.
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
    // One that another took the place of is good for having that again, which takes the key.
    if (state !== 'current' && !(state === 'spent' && by.as === 'renewal' && isBound)) return null;
  }
  const proves = !('tokenHash' in by) || row.token_hash === by.tokenHash || row.prior_proves;
  const tenants = [...new Set([row.home, ...rows.flatMap(({ member_of }) => member_of ?? [])])];
  // Who no longer belongs there is at home again, as is who may not be anywhere else any more.
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
      // What was proved is told by the token that it renewed, and those after it: whoever has a copy of the one before has proved nothing.
      provedAt: proves ? row.proved_at : null,
      tokenHash: 'tokenHash' in by ? by.tokenHash : null,
      ...(isBound && { isBound }),
      ...(row.locked === true && { isUnderLock: true }),
      ...(row.parked_at !== null && { isParked: true }),
    },
    renewed: 'tokenHash' in by && isFirstUse(row, by.tokenHash),
  };
}
