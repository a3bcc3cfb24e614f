import { expect, it, vi } from 'vitest';
import { outboxItem } from '../../../../tests/builders/outboxItem.ts';
import type { Result } from '../../../contracts/problem.ts';
import type { LeftBehind } from '../../../contracts/rpc.ts';
import { queryDatabaseName } from '../../../domain/accounts/deviceNames.ts';
import { databaseName } from '../../../store/schema.ts';
import type { UnsentRows } from '../../../store/unsentRows.ts';
import { createWiping, type WipeDeps } from './wiping.ts';

const done = { ok: true, value: null } as const;
const failed: Result<never> = { ok: false, problem: { code: 'storage', message: 'The disk did not answer.', retry: true } };

/** A device with the second generation of a person's databases and this many commands in it. */
function deviceWith(unsent: number, over: Partial<Omit<WipeDeps, 'meta'>> & { readonly meta?: Partial<WipeDeps['meta']> } = {}) {
  const told: LeftBehind[] = [];
  const named: { readonly what: string; readonly rows: UnsentRows | null }[] = [];
  const removed: string[] = [];
  const wiping = createWiping({
    setTimer: (delayMs, run) => {
      const timer = setTimeout(run, delayMs / 100);
      return () => clearTimeout(timer);
    },
    emptyDatabase: async () => done,
    heldOutbox: () => null,
    readUnsent: async (name) => ({ ok: true, value: { items: [], unread: name === databaseName('demo', 'u1', 1) ? unsent : 0 } }),
    removeDatabase: async (name) => {
      removed.push(name);
      return done;
    },
    deleteCache: async () => {},
    isIn: () => false,
    remains: () => false,
    keepsEncrypted: async () => 'none',
    forgetLock: async () => {},
    tell: (state) => void told.push(state),
    between: (work) => void work(),
    kept: () => {},
    bring: async () => {},
    unsent: (what, _of, rows) => void named.push({ what, rows }),
    ...over,
    meta: {
      readSession: async () => ({ ok: true, value: null }),
      writeSession: async () => done,
      claimStore: async () => ({ ok: true, value: 1 }),
      oweRemoval: async () => ({ ok: true, value: [databaseName('demo', 'u1', 1), 'ukweli-queries:demo:u1:1', 'ukweli-api:demo:u1'] }),
      readRemovals: async () => ({ ok: true, value: [] }),
      noteRemoval: async () => done,
      ...over.meta,
    },
  });
  return { wiping, told, named, removed };
}

it('which database is somebody’s may not be known: that another one is empty does not mean that nothing waits', {
  tags: ['M-3'],
}, async () => {
  const known = deviceWith(2);
  await known.wiping.wipe('demo', 'u1', 'name');
  expect(known.named).toEqual([{ what: 'name', rows: { items: [], unread: 2 } }]);
  const unknown = deviceWith(2, { meta: { claimStore: async () => failed } });
  await unknown.wiping.wipe('demo', 'u1', 'name');
  expect(unknown.named).toEqual([{ what: 'name', rows: null }]);
});

it('what waits is not removed with rows that cannot be cleared, where nobody is in to be given it', { tags: ['M-3', 'D-31'] }, async () => {
  const troubles: readonly Parameters<typeof deviceWith>[1][] = [
    { deleteCache: () => new Promise<void>(() => {}) },
    { emptyDatabase: async () => failed },
    { meta: { claimStore: async () => failed } },
  ];
  for (const over of troubles) {
    const device = deviceWith(2, over);
    expect(await device.wiping.wipe('demo', 'u1', 'keep')).toMatchObject({ ok: false, problem: { code: 'storage' } });
    expect(device.removed).toEqual([]);
    expect(device.named).toEqual([]);
    expect(device.told.at(-1)).toBe('kept');
  }
  // It is retried, and then only the commands are left.
  let works = false;
  const device = deviceWith(2, { emptyDatabase: async () => (works ? done : failed) });
  await device.wiping.goOn();
  await device.wiping.wipe('demo', 'u1', 'keep');
  works = true;
  await vi.waitFor(() => expect(device.told.at(-1)).toBe('gone'));
  expect(device.removed).toEqual([]);
});

it('rows that could not be cleared are cleared later, but not those of somebody who is back by then, and not once more', {
  tags: ['M-13', 'M-3', 'D-31'],
}, async () => {
  for (const meanwhile of ['back', 'cleared'] as const) {
    const queued: (() => Promise<void>)[] = [];
    let asked = 0;
    let [works, isBack] = [false, false];
    const device = deviceWith(2, {
      emptyDatabase: async () => {
        asked += 1;
        return works ? done : failed;
      },
      between: (work) => void queued.push(work),
      isIn: () => isBack,
    });
    await device.wiping.wipe('demo', 'u1', 'keep');
    // Its turn comes after what the session has ordered before.
    await vi.waitFor(() => expect(queued).toHaveLength(1), 10_000);
    works = true;
    isBack = meanwhile === 'back';
    if (meanwhile === 'cleared') await device.wiping.wipe('demo', 'u1', 'keep');
    const before = asked;
    await queued[0]?.();
    expect([meanwhile, asked]).toEqual([meanwhile, before]);
  }
});

it('where the list of what is to be removed cannot be kept, nothing is called gone', { tags: ['M-2', 'F-35'] }, async () => {
  const device = deviceWith(0, { meta: { oweRemoval: async () => failed } });
  expect(await device.wiping.wipe('demo', 'u1', 'drop')).toMatchObject({ ok: false });
  expect(device.told.at(-1)).toBe('notKnown');
  // Read again later, the list is still empty.
  await device.wiping.goOn();
  expect(device.told.at(-1)).toBe('notKnown');
});

it('where that list cannot be kept, as on a full disk, what is removed is theirs all the same, whichever generation they have', {
  tags: ['M-2', 'F-16', 'F-35'],
}, async () => {
  const device = deviceWith(0, { meta: { oweRemoval: async () => failed } });
  await device.wiping.wipe('demo', 'u1', 'drop');
  expect(device.removed).toEqual([databaseName('demo', 'u1', 1), queryDatabaseName('demo', 'u1', 1)]);
});

it('what lies encrypted in the database, or spoilt, the hub that held it names, and brings over, all the same', {
  tags: ['M-3', 'F-38', 'D-31'],
}, async () => {
  const held = [outboxItem(1), outboxItem(2, { state: 'refused' })];
  for (const what of ['name', 'keep'] as const) {
    const device = deviceWith(1, { isIn: () => true, emptyDatabase: async () => failed, heldOutbox: () => held });
    await device.wiping.wipe('demo', 'u1', what);
    expect(device.named).toEqual([{ what, rows: { items: [held[0]], unread: 0 } }]);
  }
});

it('decisions that could not be read in time are named once they are: a slow disk, or a tab in the way, takes none away unseen', {
  tags: ['M-3', 'F-38'],
}, async () => {
  const waiting = [outboxItem(1), outboxItem(2)];
  for (const what of ['name', 'keep'] as const) {
    let read = (_rows: Result<UnsentRows>): void => {};
    const device = deviceWith(2, {
      isIn: () => true,
      emptyDatabase: async () => failed,
      readUnsent: () => new Promise((resolve) => (read = resolve)),
    });
    await device.wiping.wipe('demo', 'u1', what);
    expect(device.named).toEqual([{ what, rows: null }]);
    read({ ok: true, value: { items: waiting, unread: 0 } });
    await vi.waitFor(() => expect(device.named.at(-1)).toEqual({ what: 'name', rows: { items: waiting, unread: 0 } }));
    expect(device.named).toHaveLength(2);
  }
});

it('a list that is not read in time at the start, and a removal that is refused, are tried again without another start', {
  tags: ['M-2', 'F-35'],
}, async () => {
  const left = { name: 'ukweli-queries:demo:u1', cleared: false };
  let reads = 0;
  let removals = 0;
  const device = deviceWith(0, {
    meta: {
      readRemovals: () => {
        reads += 1;
        return reads === 1 ? new Promise<never>(() => {}) : Promise.resolve({ ok: true, value: [left] });
      },
    },
    removeDatabase: async () => {
      removals += 1;
      return removals === 1 ? failed : done;
    },
  });
  await device.wiping.goOn();
  expect(device.told.at(-1)).toBe('notKnown');
  await vi.waitFor(() => expect(device.told.at(-1)).toBe('gone'), 10_000);
  expect([reads, removals]).toEqual([3, 2]);
});

it('a tab that stands still in the database keeps it from being read: what the hub held in memory is named all the same, but what was settled', {
  tags: ['M-3', 'F-38'],
}, async () => {
  const held = [outboxItem(1, { state: 'pending' }), outboxItem(2, { state: 'sent' }), outboxItem(3, { state: 'sending' })];
  for (const over of [{ readUnsent: () => new Promise<never>(() => {}) }, { meta: { claimStore: async () => failed } }]) {
    const device = deviceWith(0, { ...over, heldOutbox: () => held });
    await device.wiping.wipe('demo', 'u1', 'name');
    expect(device.named).toEqual([{ what: 'name', rows: { items: [held[0], held[2]], unread: 0 } }]);
  }
});

it('leaving waits for the databases to be removed, and takes the answers that are kept of the platform last', {
  tags: ['M-2', 'F-35'],
}, async () => {
  const done: string[] = [];
  const asked: (() => void)[] = [];
  const device = deviceWith(0, {
    // No time limit expires here.
    setTimer: () => () => {},
    removeDatabase: (name) =>
      new Promise((resolve) => {
        asked.push(() => {
          done.push(name);
          resolve({ ok: true, value: null });
        });
      }),
    deleteCache: async (name) => void done.push(name),
  });
  const wiped = device.wiping.wipe('demo', 'u1', 'drop').then(() => done.push('left'));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual([]);
  for (const remove of asked) remove();
  await wiped;
  expect(done).toEqual([databaseName('demo', 'u1', 1), 'ukweli-queries:demo:u1:1', 'ukweli-api:demo:u1', 'left']);
});

it('rows that are read late and hold nothing unsent are named to nobody: nobody is shown a loss that was none', {
  tags: ['M-13', 'M-3', 'F-38'],
}, async () => {
  let read = (_rows: Result<UnsentRows>): void => {};
  const device = deviceWith(0, { isIn: () => true, readUnsent: () => new Promise((resolve) => (read = resolve)) });
  await device.wiping.wipe('demo', 'u1', 'name');
  read({ ok: true, value: { items: [], unread: 0 } });
  await new Promise((resolve) => setImmediate(resolve));
  expect(device.named).toEqual([{ what: 'name', rows: null }]);
});

it('what cannot be read at all is not said to be nothing: it is named as not known, and the wipe goes on', {
  tags: ['M-3', 'D-51'],
}, async () => {
  const { wiping, named, removed } = deviceWith(0, { readUnsent: async () => failed });
  expect(await wiping.wipe('demo', 'u1', 'name')).toEqual(done);
  expect(named).toEqual([{ what: 'name', rows: null }]);
  expect(removed).toContain(databaseName('demo', 'u1', 1));
});

it('while what somebody left is being removed it is said so, and neither that it is gone nor that it stands', {
  tags: ['M-2', 'D-51', 'F-35'],
}, async () => {
  let clear = (): void => {};
  const device = deviceWith(0, {
    // No time limit expires here.
    setTimer: () => () => {},
    emptyDatabase: () =>
      new Promise((resolve) => {
        clear = () => resolve(done);
      }),
    meta: { readRemovals: async () => ({ ok: true, value: [{ name: 'ukweli-queries:demo:u1', cleared: false }] }) },
  });
  const going = device.wiping.goOn();
  await new Promise((resolve) => setImmediate(resolve));
  // Before any of it is done: a blocking tab may hold it up for long.
  expect(device.told).toEqual(['removing']);
  clear();
  await going;
  expect(device.told.at(-1)).toBe('gone');
});

it('whoever left stays remembered, locked, until the session itself forgets them: a crash in here must not end the wipe; who was away for too long is forgotten', {
  tags: ['M-13', 'M-3', 'D-21'],
}, async () => {
  const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'r', currency: 'KES', timeZone: 'Africa/Nairobi' };
  const user = { id: 'u1', email: 'a@b.example', role: 'operator', tenantId: 'demo', name: 'A' } as const;
  const session = { user, tenant, confirmedAt: 5, locked: false };
  for (const [what, isIn, written] of [
    ['drop', false, ['locked']],
    ['name', true, ['locked', 'open']],
    ['keep', true, ['locked', 'open']],
    ['keep', false, ['locked', 'nobody']],
  ] as const) {
    const marks: string[] = [];
    const device = deviceWith(0, {
      isIn: () => isIn,
      meta: {
        readSession: async () => ({ ok: true, value: session }),
        writeSession: async (mark) => {
          marks.push(mark === null ? 'nobody' : mark.locked ? 'locked' : 'open');
          return done;
        },
      },
    });
    await device.wiping.wipe('demo', 'u1', what);
    expect([what, isIn, marks]).toEqual([what, isIn, written]);
  }
});
