import { expect, it, vi } from 'vitest';
import { amina, escrowKey } from '../../../../tests/builders/fakePlatform.ts';
import { noTries } from '../../../domain/lock/tries.ts';
import type { GivenUp, StoredLock } from '../../../store/storedLock.ts';
import type { WriteStore } from '../../../store/types.ts';
import { createGivenUp, type GivenUpDeps } from './givenUp.ts';
import { escrowOf } from './lockEscrow.ts';

const lock = {
  id: 'l1',
  userId: amina.id,
  kind: 'pin',
  rows: 'sealed',
  tries: noTries,
  escrow: { id: 'e1', iv: 'AAAA', wrapped: 'AAAA' },
} as unknown as StoredLock; // the part that giving up uses

/** A device whose databases belong to this tenant, or whose mark of that is missing. */
function device(tenantId: string | null, nowIs: () => number | null = () => null, over: Partial<GivenUpDeps> = {}) {
  const disk: { mark: GivenUp | null } = { mark: null };
  const wiped: string[] = [];
  const world: GivenUpDeps = {
    meta: {
      readGivenUp: async () => ({ ok: true, value: disk.mark }),
      writeGivenUp: async (next) => {
        disk.mark = next;
        return { ok: true, value: null };
      },
      claimStore: async () => ({ ok: true, value: 0 }),
      readHolder: async () => ({ ok: true, value: tenantId === null ? null : { tenantId, userId: amina.id, generation: 0 } }),
    },
    openStore: async () => {
      throw new Error('nothing is opened here');
    },
    call: async () => {
      throw new Error('nothing is asked here');
    },
    confirmedNow: nowIs,
    now: () => 5,
    setTimer: () => () => {},
    wipe: async (...what) => void wiped.push(what.join(' ')),
    log: () => {},
    isLocked: () => false,
    ...over,
  };
  return { given: createGivenUp(world), disk, wiped };
}

it('of a lock that is given up what waits stays, under what opens it, for whoever it is of', { tags: ['M-13', 'G-3'] }, async () => {
  for (const [remembered, holder] of [
    ['demo', null],
    [null, 'demo'],
  ] as const) {
    const { given, disk } = device(holder);
    await given.keep(lock, remembered);
    expect(disk.mark).toEqual({ ...lock.escrow, userId: amina.id, tenantId: 'demo', at: 5 });
    expect([await given.keeps('demo', amina.id), await given.keeps('demo', 'another')]).toEqual(['encrypted', 'none']);
  }
});

it.each([
  ['that the platform holds no key for', { ...lock, escrow: undefined }, 'demo', 'demo'],
  ['of which nobody knows whose databases it lies over', lock, null, null],
] as const)(
  'of a lock %s nothing is said to stay that nobody could ever open',
  { tags: ['M-13', 'G-3'] },
  async (_, gone, remembered, holder) => {
    const { given, disk } = device(holder);
    await given.keep(gone, remembered);
    expect([disk.mark, given.held(), await given.keeps('demo', amina.id)]).toEqual([null, null, 'none']);
    expect(await given.kept()).toEqual({ ok: true, value: null });
  },
);

it('what opens only after a sign-in has waited for it stays encrypted for the next one: an outbox that is read already would pass it over', {
  tags: ['M-13', 'G-3', 'M-3'],
}, async () => {
  const dataKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
  const escrowed = escrowKey(amina.id, 'e1');
  const escrow = await escrowOf(dataKey, { id: 'e1', keys: [escrowed] });
  if (escrow === null) throw new Error('there is a key');
  for (const isLate of [false, true]) {
    const done: string[] = [];
    let late = (): void => undefined;
    let open = (): void => undefined;
    const opening = new Promise<void>((resolve) => (open = resolve));
    const store = {
      decrypt: async () => {
        done.push('decrypted');
        return { ok: true, value: null };
      },
      close: async () => void done.push('closed'),
    } as unknown as WriteStore; // the part that is used here
    const { given, disk } = device('demo', () => null, {
      call: (async () => ({ ok: true, value: { value: { keys: [escrowed] } } })) as unknown as GivenUpDeps['call'], // one call
      openStore: async () => {
        done.push('opening');
        await opening;
        return { ok: true, value: store };
      },
      setTimer: (_delayMs, run) => {
        late = run;
        return () => {};
      },
    });
    await given.keep({ ...lock, escrow }, 'demo');
    const brought = given.open(amina, 'demo');
    await vi.waitFor(() => expect(done).toEqual(['opening']));
    if (isLate) {
      late();
      await brought;
    }
    open();
    await brought;
    await vi.waitFor(() => expect(done.at(-1)).toBe('closed'));
    await vi.waitFor(() => expect([done.includes('decrypted'), disk.mark === null]).toEqual([!isLate, !isLate]));
  }
});

it('after 72 hours of the platform’s clock what waits goes with all that is left of them, and not before', {
  tags: ['M-13', 'G-3'],
}, async () => {
  let now: number | null = null;
  const { given, disk, wiped } = device('demo', () => now);
  await given.keep(lock, 'demo');
  const hours = 3_600_000;
  for (now of [null, 5, 5 + 72 * hours]) {
    await given.dropOld();
    expect([disk.mark === null, wiped]).toEqual([false, []]);
  }
  now = 6 + 72 * hours;
  await given.dropOld();
  expect([disk.mark, wiped]).toEqual([null, [`demo ${amina.id} drop`]]);
});
