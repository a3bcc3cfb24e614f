import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { valueOf } from '../../../tests/builders/valueOf.ts';
import type { Command } from '../../contracts/outbox.ts';
import type { Call } from '../../domain/api/client.ts';
import type { OutboxStatus } from '../../domain/outbox/world.ts';
import { openWriteStore } from '../../store/write.ts';
import type { WriteStore } from '../../store/types.ts';
import { createOutbox } from './outbox.ts';

const promote = (id: string): Command => ({ kind: 'promote', items: [{ itemId: id, version: 1 }] });
const user = { id: 'u1', email: 'a@b.example', role: 'admin', tenantId: 'demo', name: 'A' } as const;
const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'r', currency: 'KES', timeZone: 'Africa/Nairobi' };
const confirmed: OutboxStatus = {
  connection: { state: 'connected', transport: 'sse', since: 0, newestAt: 0 },
  session: { phase: 'signedIn', user, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null },
  killSwitch: null,
  buildTooOld: false,
};

/** An outbox over this store whose platform notes which calls come and gives none of them an answer. */
function outboxOver(store: WriteStore, over: Partial<WriteStore['outbox']> = {}, isLeft: () => boolean = () => false) {
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
  });
  const sendings = () => calls.filter((id) => id !== 'me');
  return { outbox, sendings };
}

/** Turns for IndexedDB, more than any of these stories takes. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('[M-3] a command is taken back once the disk says so: where its row stays, so does the command, in its place', async () => {
  const store = valueOf(await openWriteStore('demo', 'a'));
  const bad = { ok: false, problem: { code: 'storage', message: 'The disk did not answer.', retry: true } } as const;
  const { outbox } = outboxOver(store, { remove: async () => bad });
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await outbox.enqueue('decision-0000002', [promote('DLQ-2')]);
  expect(await outbox.takeBack(['decision-0000001.0'])).toMatchObject({
    ok: false,
    problem: { code: 'storage', message: expect.stringContaining('waits to be sent as before') },
  });
  expect(outbox.held()?.map(({ key, state }) => [key, state])).toEqual([
    ['decision-0000001.0', 'pending'],
    ['decision-0000002.0', 'pending'],
  ]);
  await outbox.end();
  await store.close();
});

it('[M-3] [K-7] a hub that was replaced sends nothing: its successor may have let the person take it back', async () => {
  const before = valueOf(await openWriteStore('demo', 'b', { line: 'l', number: 1 }));
  const frozen = outboxOver(before);
  await frozen.outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  // The next leader runs in another worker, with modules of its own.
  vi.resetModules();
  const elsewhere = await import('../../store/write.ts');
  const after = valueOf(await elsewhere.openWriteStore('demo', 'b', { line: 'l', number: 2 }));
  const successor = outboxOver(after);
  expect(await successor.outbox.takeBack(['decision-0000001.0'])).toEqual({ ok: true, value: { taken: 1 } });

  frozen.outbox.heed(confirmed);
  frozen.outbox.heard();
  await turns();
  expect(frozen.sendings()).toEqual([]);
  expect(await frozen.outbox.takeBack(['decision-0000001.0'])).not.toEqual({ ok: true, value: { taken: 1 } });
  await Promise.all([frozen.outbox.end(), successor.outbox.end()]);
  await Promise.all([before.close(), after.close()]);
});

it('[M-13] [M-3] what reaches the disk while its person leaves does not stay there: they were told that it was not taken, and nobody may find it sent', async () => {
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
  leaving.outbox.heed(confirmed);
  await turns();
  expect(leaving.sendings()).toEqual([]);
  await leaving.outbox.end();
  await store.close();
});
