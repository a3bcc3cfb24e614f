import { Dexie } from 'dexie';
import { useEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { queryDatabaseName } from '../../domain/accounts/deviceNames.ts';
import { activeRole } from '../acts/activeRole.ts';
import { hub } from '../hub/hub.ts';
import { hubStatus, unknownStatus } from '../hub/pageState.ts';
import { openQueryStore } from './queryStore.ts';
import { followSession, stopReading } from './readStore.ts';
import { useApiQuery } from './useApiQuery.ts';
import { useSwitchRole } from '../acts/switchRole.ts';
import { useReadAhead } from './useReadAhead.ts';

const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };
const session: SessionStatus = { phase: 'signedIn', user: amina, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null };
const confidence = {
  confidence: 87,
  dataQuality: 92,
  ruleAdherence: 95,
  anomalyRate: 'low',
  anomalies: 1,
  sampleSize: 9,
  lastUpdated: '2026-11-21T08:00:00Z',
};
const answer = async () => new Response(JSON.stringify(confidence), { headers: { 'Content-Type': 'application/json' } });

afterEach(() => {
  vi.restoreAllMocks();
  stopReading();
  hubStatus.set(unknownStatus);
});

it('keeps what is read from the first moment on, when the hub has named the person and the page has not drawn it yet', {
  tags: ['K-8'],
}, async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  function Confidence() {
    const { data } = useApiQuery('confidence');
    return <p>{data === undefined ? 'waiting' : 'read'}</p>;
  }
  const screen = await render(<Confidence />);
  // In the bridge's order: the store is opened before the status is published.
  followSession(session);
  hubStatus.set({ ...unknownStatus, session });
  await expect.element(screen.getByText('read')).toBeVisible();
  const kept = openQueryStore(queryDatabaseName('demo', amina.id));
  await vi.waitFor(async () => expect(await kept.storage.entries?.()).toHaveLength(1), 15_000);
  kept.close();
});

it('asks for nothing more once the person has left, though a row of questions was begun', { tags: ['D-31'] }, async () => {
  let answerNow = () => {};
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => held.then(answer));
  const values: unknown[] = [];
  function Row() {
    const now = useReadAhead();
    const [readAhead] = useState(() => now); // that of the earlier person
    useEffect(() => {
      void (async () => {
        for (const call of ['confidence', 'kpis', 'health'] as const) values.push(await readAhead(call));
      })();
    }, [readAhead]);
    return null;
  }
  followSession(session);
  await render(<Row />);
  await vi.waitFor(() => expect(network).toHaveBeenCalledOnce());
  stopReading();
  answerNow();
  await vi.waitFor(() => expect(values.slice(1)).toEqual([null, null]));
  expect(network).toHaveBeenCalledOnce();
});

it('under a lock answers are encrypted and what was asked is not readable; another key, and the lock taken off, find nothing', {
  tags: ['D-31'],
}, async () => {
  const name = queryDatabaseName('demo', 'u-kept');
  const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const key = await newKey();
  const raw = async (): Promise<string> => {
    const db = await new Dexie(name).open();
    const rows = await db.table('queries').toArray();
    db.close();
    return JSON.stringify(rows, (_, value: unknown) =>
      value instanceof ArrayBuffer || value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
    );
  };
  const open = openQueryStore(name);
  await open.storage.setItem('["users",{"q":"wanjiru"}]', '{"name":"Wanjiru Kamau"}');
  expect(await raw()).toMatch(/wanjiru.*Wanjiru/);
  await open.rekey(key);
  expect(await raw()).toBe('[]');
  await open.storage.setItem('["users",{"q":"wanjiru"}]', '{"name":"Wanjiru Kamau"}');
  expect(await raw()).not.toMatch(/wanjiru/i);
  expect(await open.storage.getItem('["users",{"q":"wanjiru"}]')).toBe('{"name":"Wanjiru Kamau"}');
  open.close();
  for (const other of [null, await newKey()]) {
    const next = openQueryStore(name, other);
    expect(await next.storage.getItem('["users",{"q":"wanjiru"}]')).toBeNull();
    next.close();
  }
  const again = openQueryStore(name, key);
  expect(await again.storage.getItem('["users",{"q":"wanjiru"}]')).toBe('{"name":"Wanjiru Kamau"}');
  again.close();
  await Dexie.delete(name);
});

it('seen in another role, all that was read is asked for again, by the hub and by this page, and shown until the answer comes', {
  tags: ['M-13', 'C-59'],
}, async () => {
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  const invalidated = vi.spyOn(hub, 'invalidate').mockResolvedValue({ ok: true, value: undefined });
  function Confidence() {
    const { data, isFetching } = useApiQuery('confidence');
    const switchRole = useSwitchRole();
    return (
      <>
        <p>{data === undefined ? 'waiting' : isFetching ? 'asking again' : 'read'}</p>
        <button type="button" onClick={() => switchRole('admin', 'operator')}>
          as an operator
        </button>
        <button type="button" onClick={() => switchRole('admin', 'admin')}>
          as oneself
        </button>
      </>
    );
  }
  followSession(session);
  hubStatus.set({ ...unknownStatus, session });
  const screen = await render(<Confidence />);
  await expect.element(screen.getByText('read', { exact: true })).toBeVisible();
  network.mockClear(); // answers kept by an earlier test are not requested
  let answerNow = () => {};
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  network.mockImplementation(async () => held.then(answer));
  await screen.getByRole('button', { name: 'as an operator' }).click();
  await expect.element(screen.getByText('asking again')).toBeVisible();
  expect([activeRole.get(), network.mock.calls.length, invalidated.mock.calls.length]).toEqual(['operator', 1, 1]);
  answerNow();
  await expect.element(screen.getByText('read', { exact: true })).toBeVisible();
  // Back in the account's own role it is the same, and the choice is not stored.
  await screen.getByRole('button', { name: 'as oneself' }).click();
  await vi.waitFor(() => expect([activeRole.get(), network.mock.calls.length, invalidated.mock.calls.length]).toEqual([null, 2, 2]));
});
