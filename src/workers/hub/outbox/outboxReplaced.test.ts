import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { valueOf } from '../../../../tests/builders/valueOf.ts';
import type { Command } from '../../../contracts/outbox.ts';
import type { Call } from '../../../domain/api/client.ts';
import type { OutboxStatus } from '../../../domain/outbox/conditions.ts';
import { openWriteStore } from '../../../store/write.ts';
import type { WriteStore } from '../../../store/types.ts';
import { createOutbox, type OutboxDeps } from './outbox.ts';

const promote = (id: string): Command => ({ kind: 'promote', items: [{ itemId: id, version: 1 }] });
const user = { id: 'u1', email: 'a@b.example', role: 'admin', tenantId: 'demo', name: 'A' } as const;
const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'r', currency: 'KES', timeZone: 'Africa/Nairobi' };
const confirmed: OutboxStatus = {
  connection: { state: 'connected', transport: 'sse', since: 0, newestAt: 0 },
  session: { phase: 'signedIn', user, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null },
  killSwitch: null,
  buildTooOld: false,
};

/** An outbox over this store whose platform records calls and answers none. */
function outboxOver(
  store: WriteStore,
  over: Partial<WriteStore['outbox']> = {},
  isLeft: () => boolean = () => false,
  more: Partial<OutboxDeps> = {},
) {
  const calls: unknown[] = [];
  const call: Call<AbortSignal> = async (id) => {
    calls.push(id);
    return { ok: false, problem: { code: 'network', message: 'No answer', retry: true } };
  };
  const outbox = createOutbox({
    store: { ...store.outbox, ...over },
    call,
    setTimer: () => () => {},
    random: () => 0.5,
    now: () => Date.UTC(2026, 10, 23),
    confirmedNow: () => null,
    word: () => null,
    refetch: () => {},
    notify: () => {},
    storage: () => {},
    isLeft,
    ...more,
  });
  const sendings = () => calls.filter((id) => id !== 'me');
  return { outbox, sendings };
}

/** Turns for IndexedDB, more than any of these tests needs. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('a command is taken back once the disk says so: where its row stays, so does the command, in its place', { tags: ['M-3'] }, async () => {
  const store = valueOf(await openWriteStore('demo', 'a'));
  const bad = { ok: false, problem: { code: 'storage', message: 'The disk did not answer.', retry: true } } as const;
  const { outbox } = outboxOver(store, { remove: async () => bad });
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await outbox.enqueue('decision-0000002', [promote('DLQ-2')]);
  expect(await outbox.takeBack(['decision-0000001.0'])).toMatchObject({
    ok: false,
    problem: { code: 'storage', message: expect.stringContaining('is still waiting to be sent') },
  });
  expect(outbox.held()?.map(({ key, state }) => [key, state])).toEqual([
    ['decision-0000001.0', 'pending'],
    ['decision-0000002.0', 'pending'],
  ]);
  await outbox.end();
  await store.close();
});

it('a hub that was replaced sends nothing: its successor may have let the person take it back', { tags: ['M-3', 'K-7'] }, async () => {
  const before = valueOf(await openWriteStore('demo', 'b', { line: 'l', number: 1 }));
  const frozen = outboxOver(before);
  await frozen.outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  // The next leader runs in another worker, with its own modules.
  vi.resetModules();
  const elsewhere = await import('../../../store/write.ts');
  const after = valueOf(await elsewhere.openWriteStore('demo', 'b', { line: 'l', number: 2 }));
  const successor = outboxOver(after);
  expect(await successor.outbox.takeBack(['decision-0000001.0'])).toEqual({ ok: true, value: { taken: 1 } });

  frozen.outbox.handle(confirmed);
  frozen.outbox.heard();
  await turns();
  expect(frozen.sendings()).toEqual([]);
  expect(await frozen.outbox.takeBack(['decision-0000001.0'])).not.toEqual({ ok: true, value: { taken: 1 } });
  await Promise.all([frozen.outbox.end(), successor.outbox.end()]);
  await Promise.all([before.close(), after.close()]);
});

it('what reaches the disk while its person leaves does not stay there: they were told that it was not taken, and nobody may find it sent', {
  tags: ['M-13', 'M-3'],
}, async () => {
  const store = valueOf(await openWriteStore('demo', 'c'));
  let left = false;
  const add: WriteStore['outbox']['add'] = async (drafts) => {
    const added = await store.outbox.add(drafts);
    left = true;
    return added;
  };
  const leaving = outboxOver(store, { add }, () => left);
  expect(await leaving.outbox.enqueue('decision-0000001', [promote('DLQ-1')])).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect(valueOf(await store.outbox.list())).toEqual({ items: [], setAside: 0 });
  leaving.outbox.handle(confirmed);
  await turns();
  expect(leaving.sendings()).toEqual([]);
  await leaving.outbox.end();
  await store.close();
});

it('a decision that the disk had no room for and the platform has taken is not called lost, though what was decided after it still waits for the disk', {
  tags: ['M-13', 'M-4', 'F-16'],
}, async () => {
  const store = valueOf(await openWriteStore('demo', 'd'));
  const full = { ok: false, problem: { code: 'storage', cause: 'full', message: 'No room', retry: true } } as const;
  let [answers, free] = [() => {}, () => {}];
  const answered = new Promise<void>((resolve) => {
    answers = resolve;
  });
  const busy = new Promise<void>((resolve) => {
    free = resolve;
  });
  const told: string[] = [];
  const isSecond = ({ key }: { readonly key: string }) => key === 'decision-0000002.0';
  let sendings = 0;
  const taken: Call<AbortSignal> = async () => {
    sendings += 1;
    await answered;
    return { ok: true, value: { value: { promoted: [] } } } as never; // only this is read here
  };
  const { outbox } = outboxOver(
    store,
    {
      add: async () => full,
      save: async (item) => {
        if (isSecond(item) && item.state === 'sending') await busy;
        return full;
      },
    },
    () => false,
    { call: taken, notify: ({ title }) => void told.push(title) },
  );
  outbox.handle(confirmed);
  const first = outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await expect.poll(() => sendings).toBe(1);
  const second = outbox.enqueue('decision-0000002', [promote('DLQ-2')]);
  await expect.poll(() => outbox.held()?.length).toBe(2);
  answers();
  await turns();
  free();
  expect(await Promise.all([first, second])).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  await expect.poll(() => told.toSorted()).toEqual(['DLQ-1 promoted', 'DLQ-2 promoted']);
  await outbox.end();
  await store.close();
});

it('while what waits cannot be read nothing is taken back or dismissed, and it is said why', { tags: ['M-13', 'M-3'] }, async () => {
  const store = valueOf(await openWriteStore('demo', 'unread'));
  const problem = { code: 'storage', message: 'The disk did not answer.', retry: true } as const;
  const { outbox } = outboxOver(store, { list: async () => ({ ok: false, problem }) });
  expect(await outbox.takeBack(['decision-0000001.0'])).toEqual({ ok: false, problem });
  expect(await outbox.dismiss(['decision-0000001.0'])).toEqual({ ok: false, problem });
  await outbox.end();
  await store.close();
});
