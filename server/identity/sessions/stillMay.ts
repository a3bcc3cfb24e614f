import type { Transaction } from 'kysely';
import type { Permission } from '../../../src/contracts/access.ts';
import type { Endpoint } from '../../../src/contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../../src/contracts/everyEndpoint.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import { readPersonSession } from './readSession.ts';
import type { AuthSession } from './sessions.ts';

/** Aborts a transaction whose caller has lost the right to it; `http/route.ts` records it and answers with the refusal. */
export class NoLongerMay extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The caller as judged when the call came in. */
interface Judged {
  readonly platform: Pick<Platform, 'clock'>;
  readonly session: AuthSession;
  readonly tenantId: string;
}

/** Another account that the transaction changes. */
export interface ChangedAccount {
  readonly accountId: string;
  /** `forUpdate` if the address changes, because it is a unique key. */
  readonly held: 'forNoKeyUpdate' | 'forUpdate';
}

/**
 * Checks the caller's rights again inside the writing transaction, after its lock (D-66): in the seconds between the first check and the
 * lock they may be demoted, suspended, signed out or moved to another tenant. Account and session rows are locked `for share` until
 * commit; `own: true` takes the stronger lock if the transaction changes either, because two transactions that share a row and both write
 * it deadlock.
 *
 * Lock order, to avoid deadlocks: the tenant, then accounts, then the session, then the tenant's record. With a second account, the
 * smaller id goes first: otherwise two administrators who change each other, each from the other's home tenant, would block each other.
 * @param needs permissions besides that of the endpoint
 * @throws NoLongerMay
 */
export async function stillMay(
  trx: Transaction<Database>,
  { platform, session, tenantId }: Judged,
  id: EveryEndpointId,
  {
    needs = [],
    own = false,
    changes,
  }: { readonly needs?: readonly Permission[]; readonly own?: boolean; readonly changes?: ChangedAccount } = {},
): Promise<AuthSession> {
  const asOwn = own ? 'forNoKeyUpdate' : 'forShare';
  const accounts = new Map<string, typeof asOwn | ChangedAccount['held']>([[session.user.id, asOwn]]);
  if (changes !== undefined) accounts.set(changes.accountId, changes.held);
  for (const [id, held] of [...accounts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const account = trx.selectFrom('accounts').select('account_id').where('account_id', '=', id);
    // The caller's own account is locked in whichever tenant its home is.
    await (id === session.user.id ? account : account.where('tenant_id', '=', tenantId))[held]().execute();
  }
  await trx.selectFrom('sessions').select('session_id').where('session_id', '=', session.sessionId)[asOwn]().execute();
  // A separate query after the locks, so that it sees what concurrent transactions committed.
  const now = (await readPersonSession(trx, { sessionId: session.sessionId }, platform.clock.now()))?.session;
  if (now === undefined) throw new NoLongerMay(refuse('unauthenticated'));
  if (now.user.tenantId !== tenantId) throw new NoLongerMay(refuse('wrong_tenant'));
  const endpoint: Endpoint = everyEndpoint[id];
  const all = endpoint.needs === 'public' || endpoint.needs === 'session' ? needs : [endpoint.needs, ...needs];
  if (!all.every((permission) => now.permissions.has(permission))) throw new NoLongerMay(refuse('forbidden'));
  return now;
}
