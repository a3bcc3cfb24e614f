import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openMetaStore } from '../../store/meta.ts';
import { createWordKeeper } from './wordKeeper.ts';

const user = { id: 'u1', email: 'a@b.example', role: 'admin', tenantId: 'demo', name: 'A' } as const;
const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'r', currency: 'KES', timeZone: 'Africa/Nairobi' };

it('holds the newest word of whoever is in, keeps one a minute for a start without the platform, and none after a log-out', {
  tags: ['M-7', 'D-56'],
}, async () => {
  const meta = openMetaStore();
  let now = 0;
  const keeper = createWordKeeper(meta, () => now);
  keeper.heard('u1', 'first');
  now = 59_000;
  keeper.heard('u1', 'second');
  expect([keeper.newest('u1'), keeper.newest('u2')]).toEqual(['second', null]);
  await expect.poll(() => meta.readWord()).toEqual({ ok: true, value: { userId: 'u1', word: 'first' } });
  now = 60_000;
  keeper.heard('u1', 'third');
  await expect.poll(() => meta.readWord()).toEqual({ ok: true, value: { userId: 'u1', word: 'third' } });

  const next = createWordKeeper(meta, () => now);
  await next.recall();
  expect(next.newest('u1')).toBe('third');
  // Another person's own word is stored at once.
  next.heard('u2', 'theirs');
  expect(next.newest('u1')).toBeNull();
  await expect.poll(() => meta.readWord()).toEqual({ ok: true, value: { userId: 'u2', word: 'theirs' } });

  await meta.writeSession({ user, tenant, confirmedAt: 0, locked: false });
  await meta.writeSession(null);
  expect(await meta.readWord()).toEqual({ ok: true, value: null });
  meta.close();
});
