import type { Transaction } from 'kysely';
import type { Permission } from '../../src/contracts/access.ts';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { readPersonSession } from './readSession.ts';
import type { AuthSession } from './sessions.ts';

/** Ends a transaction whose sender may not have it done any more; `http/route.ts` puts it on record and answers with the refusal. */
export class NoLongerMay extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Who asked, as judged when the call came in. */
interface Judged {
  readonly platform: Pick<Platform, 'clock'>;
  readonly session: AuthSession;
  readonly tenantId: string;
}

/** An account besides one's own that the transaction changes. */
export interface ChangedAccount {
  readonly accountId: string;
  /** `forUpdate` where its address changes, which is a key. */
  readonly held: 'forNoKeyUpdate' | 'forUpdate';
}

/**
 * Judges again whether the caller may: within the transaction that writes, after its lock (D-66). Between the first judgement and the lock lie seconds in which somebody is demoted,
 * suspended, signed out or moved to another tenant. Account and session are held `for share`, so that neither changes before the change that they allow stands;
 * `own: true` where the transaction changes either itself (two that share a row and both want to write it would wait for each other for ever).
 *
 * Always in this order, the account first: whoever changes both (a new password ends the sessions) takes them so. After the tenant's lock, before its record's.
 * An account of the tenant that is changed besides is held here too, and of two accounts the lesser id first: two administrators who change each other, each in the tenant where the
 * other is at home, would each hold himself and want the other.
 * @param needs permissions besides the one that the call itself takes
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
    // One's own is held wherever its home is.
    await (id === session.user.id ? account : account.where('tenant_id', '=', tenantId))[held]().execute();
  }
  await trx.selectFrom('sessions').select('session_id').where('session_id', '=', session.sessionId)[asOwn]().execute();
  // A statement of its own after the locks: it sees what those whom they waited for have done.
  const now = (await readPersonSession(trx, { sessionId: session.sessionId }, platform.clock.now()))?.session;
  if (now === undefined) throw new NoLongerMay(refuse('unauthenticated'));
  if (now.user.tenantId !== tenantId) throw new NoLongerMay(refuse('wrong_tenant'));
  const endpoint: Endpoint = everyEndpoint[id];
  const all = endpoint.needs === 'public' || endpoint.needs === 'session' ? needs : [endpoint.needs, ...needs];
  if (!all.every((permission) => now.permissions.has(permission))) throw new NoLongerMay(refuse('forbidden'));
  return now;
}
