import { expect, it } from 'vitest';
import { amina, tenants } from '../../../../tests/builders/fakePlatform.ts';
import type { Tenant } from '../../../contracts/session.ts';
import type { StoredSession } from '../../../store/types.ts';
import { isStandIn, openRemembered, type SessionKey, encryptingSessions } from './encryptedSession.ts';

/** A device's remembered session, in memory. */
function marks() {
  let held: StoredSession | null = null;
  return {
    readSession: async () => ({ ok: true, value: held }) as const,
    writeSession: async (next: StoredSession | null) => {
      held = next;
      return { ok: true, value: null } as const;
    },
  };
}
const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const demo = tenants['demo'] as Tenant; // created in the builder
const session = { user: amina, tenant: demo, confirmedAt: 1, locked: false };

it.each([
  ['another person of the same tenant', { user: { ...amina, id: 'u-other', name: 'Other' } }],
  ['the same id in another tenant', { tenant: { ...demo, tenantId: 'kampala', name: 'Kampala' } }],
])(
  'behind a closed lock nobody stands under the name of who was there before: %s',
  { tags: ['M-13', 'G-4', 'D-31'] },
  async (_, change) => {
    const key = await newKey();
    let now: SessionKey = key;
    const meta = marks();
    const sessions = encryptingSessions(meta, () => now);
    await sessions.writeSession(session);
    now = 'closed';
    // The person's encrypted part stays unchanged.
    await sessions.writeSession({ ...session, confirmedAt: 2 });
    expect(await openRemembered(meta, key)).toEqual({ user: session.user, tenant: session.tenant });
    const next = { ...session, ...change };
    await sessions.writeSession(next);
    const { value } = await meta.readSession();
    expect(value).toMatchObject({ user: { id: next.user.id }, tenant: { tenantId: next.tenant.tenantId } });
    const opened = await openRemembered(meta, key);
    expect(opened !== null && isStandIn(opened)).toBe(true);
  },
);

it('behind a closed lock a mark that is the first says the ids, and no name', { tags: ['M-13', 'G-4', 'D-31'] }, async () => {
  const meta = marks();
  await encryptingSessions(meta, () => 'closed').writeSession(session);
  const { value } = await meta.readSession();
  expect(value).toMatchObject({ user: { id: amina.id }, confirmedAt: 1 });
  expect(JSON.stringify(value)).not.toContain(amina.name);
});

it('a session of which only the ids are known does not take the place of the names that are encrypted, whether the key is held or not', {
  tags: ['M-13', 'G-4', 'D-31'],
}, async () => {
  const key = await newKey();
  for (const held of [key, 'closed'] as const) {
    let now: SessionKey = key;
    const meta = marks();
    const sessions = encryptingSessions(meta, () => now);
    await sessions.writeSession(session);
    now = held;
    const { value } = await meta.readSession();
    if (value === null) throw new Error('nothing stands there');
    await sessions.writeSession({ user: value.user, tenant: value.tenant, confirmedAt: 2, locked: true, sealed: true });
    expect(await openRemembered(meta, key)).toEqual({ user: session.user, tenant: session.tenant });
    expect((await meta.readSession()).value).toMatchObject({ confirmedAt: 2, locked: true });
  }
});

it('where nothing is encrypted there is nothing to open, and nobody else to be taken for it', { tags: ['M-13', 'G-4'] }, async () => {
  const meta = marks();
  await encryptingSessions(meta, () => 'plain').writeSession(session);
  expect(await openRemembered(meta, await newKey())).toBeNull();
});
