import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();
const user = (id: string) => ({ id, email: `${id}@ukweli.example`, name: id, role: 'admin' as const, tenantId: 'demo' });
const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };

/** A newly opened page, with this person signed in. */
async function pageOf(id: string | null) {
  vi.resetModules();
  const { hubStatus, unknownStatus } = await import('../hub/pageState.ts');
  if (id !== null) {
    const session = { phase: 'signedIn' as const, user: user(id), tenant, confirmed: true, expiresAt: 0, warningEndsAt: null };
    hubStatus.set({ ...unknownStatus, session });
  }
  return (await import('./activeRole.ts')).activeRole;
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('__BUILD__', 'b');
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('the role that somebody sees the console in is theirs: another who signs in after their session ran out with the console closed begins as themselves', {
  tags: ['M-3', 'C-68'],
}, async () => {
  (await pageOf('u-1')).choose('operator');
  expect((await pageOf('u-1')).get()).toBe('operator');
  expect((await pageOf('u-2')).get()).toBeNull();
  expect((await pageOf(null)).get()).toBeNull();
  (await pageOf('u-2')).choose('read_only');
  expect((await pageOf('u-2')).get()).toBe('read_only');
  expect((await pageOf('u-1')).get()).toBeNull();
  (await pageOf('u-2')).choose(null);
  expect([...kept.keys()]).toEqual([]);
});
