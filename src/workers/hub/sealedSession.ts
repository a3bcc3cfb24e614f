import type { Result } from '../../contracts/problem.ts';
import type { RememberedSession, SessionState } from '../../domain/session/types.ts';
import { openAt, sealAt } from '../../store/sealer.ts';
import { isSealed } from '../../store/sealing.ts';
import type { MetaStore, StoredSession } from '../../store/types.ts';

/**
 * The remembered session under a lock (D-31, G-4): name, address, role and the tenant's name are sealed, and stand-ins keep their places, since an older build reads what stands
 * there. What is needed before the lock is open stays: that somebody is remembered, since when, whether locked, and the two ids, which the names of the databases carry.
 */

/** What the lock says of it: `plain` without one, and while it is taken off; `closed` where its key is not held. */
export type SessionKey = CryptoKey | 'plain' | 'closed';

export type Named = Pick<RememberedSession, 'user' | 'tenant'>;

const place = 'ukweli-meta\nsession';

/** Nobody's name, and the rights of who may change nothing. */
function standIn({ user, tenant }: Named): Named {
  return {
    user: { id: user.id, tenantId: user.tenantId, name: 'Locked', email: 'locked@device.invalid', role: 'auditor' },
    tenant: { tenantId: tenant.tenantId, name: '', place: '', region: '', currency: '', timeZone: 'UTC' },
  };
}

/** The session as it is to be written (one that is `sealed` says nothing but the ids); `before` is what stands there, whose sealed part stays where its person stays and the key is not held. */
export async function sealSession(
  { user, tenant, confirmedAt, locked, sealed }: StoredSession,
  key: SessionKey,
  before: StoredSession | null,
): Promise<StoredSession> {
  const marks = { confirmedAt, locked };
  const isSame = before?.user.id === user.id && before.tenant.tenantId === tenant.tenantId;
  if (key === 'closed' || sealed === true) {
    if (!isSame) return { ...standIn({ user, tenant }), ...marks };
    return { ...before, ...marks };
  }
  if (key === 'plain') return { user, tenant, ...marks };
  return { ...standIn({ user, tenant }), ...marks, sealed: await sealAt(key, place, { user, tenant }) };
}

/** Who it is. Null where nothing of it is sealed; stand-ins where it does not open. */
async function openSession(stored: StoredSession, key: CryptoKey): Promise<Named | null> {
  const { sealed } = stored;
  if (!isStandIn(stored)) return null;
  if (!isSealed(sealed)) return standIn(stored);
  // Written above, and nobody without the key could have changed it.
  return ((await openAt(key, place, sealed)) as Named | null) ?? standIn(stored);
}

/** Whether only stand-ins stand there. */
export function isStandIn({ user }: Named): boolean {
  return user.email === 'locked@device.invalid';
}

/** The stored session as the session machine is told of it. What is sealed of it can be opened by nobody where the lock is gone. */
export function rememberedOf(stored: StoredSession): RememberedSession {
  const { user, tenant, confirmedAt, locked } = stored;
  return isStandIn(stored) ? { user, tenant, confirmedAt, locked: true, sealed: true } : { user, tenant, confirmedAt, locked };
}

type Sessions = Pick<MetaStore, 'readSession' | 'writeSession'>;

/** Who was behind the lock that `key` opens; null where nothing of it was sealed. */
export async function openRemembered(meta: Sessions, key: CryptoKey): Promise<Named | null> {
  const stored = await meta.readSession();
  return stored.ok && stored.value !== null ? openSession(stored.value, key) : null;
}

/** Whoever is in is remembered under the lock as it stands. */
export async function rememberAnew(meta: Sessions, keyNow: () => SessionKey, state: SessionState): Promise<Result<null>> {
  if (state.name !== 'signedIn') return { ok: true, value: null };
  const { user, tenant, confirmedAt } = state;
  return sealingSessions(meta, keyNow).writeSession({ user, tenant, confirmedAt, locked: false });
}

/** Marks whose session is written as the lock says. */
export function sealingSessions<M extends Sessions>(meta: M, keyNow: () => SessionKey): M {
  return {
    ...meta,
    writeSession: async (session) => {
      if (session === null || keyNow() === 'plain') return meta.writeSession(session);
      const before = await meta.readSession();
      return meta.writeSession(await sealSession(session, keyNow(), before.ok ? before.value : null));
    },
  };
}
