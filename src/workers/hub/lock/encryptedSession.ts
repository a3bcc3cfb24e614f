import type { Result } from '../../../contracts/problem.ts';
import type { RememberedSession, SessionState } from '../../../domain/session/types.ts';
import { decryptAt, encryptAt } from '../../../store/aesGcm.ts';
import { isEncrypted } from '../../../store/rowCipher.ts';
import type { MetaStore, StoredSession } from '../../../store/types.ts';

/**
 * The remembered session under an app lock (D-31, G-4): name, address, role and the tenant's name are encrypted; placeholders take their
 * places, because older builds read those fields. What is needed before unlocking stays readable: that a person is remembered, since
 * when, whether locked, and the two ids, which the database names contain anyway.
 */

/** How the session is stored: `plain` without a lock and while it is removed; `closed` if the key is not in memory. */
export type SessionKey = CryptoKey | 'plain' | 'closed';

/** Who is remembered; under a lock their names, address and role are placeholders. */
export type Named = Pick<RememberedSession, 'user' | 'tenant'>;

const place = 'ukweli-meta\nsession';

/** Placeholder for a locked session: no name, and the role that may change nothing. */
function standIn({ user, tenant }: Named): Named {
  return {
    user: { id: user.id, tenantId: user.tenantId, name: 'Locked', email: 'locked@device.invalid', role: 'auditor' },
    tenant: { tenantId: tenant.tenantId, name: '', place: '', region: '', currency: '', timeZone: 'UTC' },
  };
}

/**
 * The session in its stored form (one marked `sealed` carries only the ids). `before` is the currently stored one: if the person is the
 * same and the key is not available, its encrypted part is kept.
 */
export async function encryptSession(
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
  return { ...standIn({ user, tenant }), ...marks, sealed: await encryptAt(key, place, { user, tenant }) };
}

/** The session's user and tenant. Null if nothing is encrypted; placeholders if it cannot be decrypted. */
async function decryptSession(stored: StoredSession, key: CryptoKey): Promise<Named | null> {
  const { sealed } = stored;
  if (!isStandIn(stored)) return null;
  if (!isEncrypted(sealed)) return standIn(stored);
  // Written above; without the key it cannot have been changed.
  return ((await decryptAt(key, place, sealed)) as Named | null) ?? standIn(stored);
}

/** Whether the session holds only placeholders. */
export function isStandIn({ user }: Named): boolean {
  return user.email === 'locked@device.invalid';
}

/** The stored session for the session machine. If the lock is gone, nobody can decrypt it any more. */
export function rememberedOf(stored: StoredSession): RememberedSession {
  const { user, tenant, confirmedAt, locked } = stored;
  return isStandIn(stored) ? { user, tenant, confirmedAt, locked: true, sealed: true } : { user, tenant, confirmedAt, locked };
}

type Sessions = Pick<MetaStore, 'readSession' | 'writeSession'>;

/** The person behind the lock that `key` opens; null if nothing was encrypted. */
export async function openRemembered(meta: Sessions, key: CryptoKey): Promise<Named | null> {
  const stored = await meta.readSession();
  return stored.ok && stored.value !== null ? decryptSession(stored.value, key) : null;
}

/** Stores the signed-in person again, in the form the lock now requires. */
export async function rememberAnew(meta: Sessions, keyNow: () => SessionKey, state: SessionState): Promise<Result<null>> {
  if (state.name !== 'signedIn') return { ok: true, value: null };
  const { user, tenant, confirmedAt } = state;
  return encryptingSessions(meta, keyNow).writeSession({ user, tenant, confirmedAt, locked: false });
}

/** Wraps a meta store so that the session is written in the form the lock requires. */
export function encryptingSessions<M extends Sessions>(meta: M, keyNow: () => SessionKey): M {
  return {
    ...meta,
    writeSession: async (session) => {
      if (session === null || keyNow() === 'plain') return meta.writeSession(session);
      const before = await meta.readSession();
      return meta.writeSession(await encryptSession(session, keyNow(), before.ok ? before.value : null));
    },
  };
}
