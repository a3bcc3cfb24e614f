import { expect, it } from 'vitest';
import type { Result } from '../../../contracts/problem.ts';
import type { UnsentRows } from '../../../store/unsentRows.ts';
import { type Away, createHeldAway } from './heldAway.ts';

/** A device whose rows are read when the test says so. */
function setup() {
  const told: unknown[] = [];
  const timers = new Set<() => void>();
  const reads: ((read: Result<UnsentRows>) => void)[] = [];
  let away: Away = { tenantId: 'demo', userId: 'u1', locked: true };
  const held = createHeldAway({
    meta: { claimStore: async () => ({ ok: true, value: 1 }) },
    readUnsent: () => new Promise((resolve) => void reads.push(resolve)),
    setTimer: (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    away: () => away,
    tell: (known) => void told.push(known),
  });
  return { held, told, timers, reads, setAway: (next: Away) => (away = next) };
}
const none: Result<UnsentRows> = { ok: true, value: { items: [], unread: 2 } };

it('what was read of somebody is told of nobody else: who came meanwhile is looked at by the look that follows', {
  tags: ['M-13', 'M-3'],
}, async () => {
  const { held, told, timers, reads, setAway } = setup();
  const looking = held.look();
  await expect.poll(() => reads.length).toBe(1);
  setAway({ tenantId: 'demo', userId: 'u2', locked: true });
  reads[0]?.(none);
  expect(await looking).toBe(false);
  expect([told, timers.size]).toEqual([[], 0]);
});

it('a hub that ends while it looks says nothing after it, and looks no more', { tags: ['M-13', 'M-3'] }, async () => {
  const { held, told, timers, reads } = setup();
  const looking = held.look();
  await expect.poll(() => reads.length).toBe(1);
  held.end();
  reads[0]?.(none);
  expect(await looking).toBe(false);
  expect([told, timers.size]).toEqual([[], 0]);
});
