import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { echoing } from '../../tests/builders/echoing.ts';
import { amina } from '../../tests/builders/fakePlatform.ts';
import { stageFrame, stageRow } from '../../tests/builders/operations.ts';
import { personsDevice } from '../../tests/builders/personsDevice.ts';
import { endpoints } from '../contracts/endpoints.ts';
import { readStages } from '../store/read.ts';
import { hubEvents, hubStatus } from './hub/pageState.ts';
import { createPersonQueries } from './reads/queryClient.ts';
import { openQueryStore } from './reads/queryStore.ts';
import { stopReading } from './reads/readStore.ts';
import { useApiQuery } from './reads/useApiQuery.ts';
import { useFreshness, useResourceStatus } from './reads/useFreshness.ts';
import { useHubEvents } from './hub/useHubEvents.ts';
import { useStored } from './reads/useStored.ts';

const store = personsDevice();

async function keep(lagMinutes: number, version: number, at = Date.now()) {
  await store().applyAnswer(
    'pipeline',
    { stages: [stageRow({ currentLagMinutes: lagMinutes, version })], lastUpdated: '2026-11-21T08:00:00Z' },
    {
      receivedAt: at,
      asOfSeq: version,
      epoch: 'e1',
      extent: 'whole',
    },
  );
}

describe('useStored', () => {
  function Lag({ read }: { readonly read: typeof readStages }) {
    const [site, setSite] = useState('a');
    const plain = useStored(async () => (await read()).rows[0]?.currentLagMinutes ?? null, [site]);
    const kept = useStored(async () => (await read()).rows[0]?.currentLagMinutes ?? null, [site], { keepPrevious: true });
    return (
      <button type="button" onClick={() => setSite('b')}>
        {`${plain.state} ${plain.value ?? '-'} | ${kept.state} ${kept.value ?? '-'}`}
      </button>
    );
  }

  it('is loading, then shows rows, then every change another context writes', { tags: ['K-5'] }, async () => {
    await keep(3, 1);
    const screen = await render(<Lag read={readStages} />);
    await expect.element(screen.getByText('ready 3 | ready 3')).toBeVisible();
    await store().applyBatch({ frames: [stageFrame(2, { currentLagMinutes: 14 })], cursors: { pipeline: 2 }, epoch: 'e1', at: Date.now() });
    await expect.element(screen.getByText('ready 14 | ready 14')).toBeVisible();
  });

  it('starts over for other deps, unless the old rows are to be kept, and forgets everything when the person leaves', async () => {
    await keep(3, 1);
    let hold = false;
    const gate: (() => void)[] = [];
    const slow: typeof readStages = async () => {
      const rows = await readStages();
      if (hold) await new Promise<void>((resolve) => void gate.push(resolve));
      return rows;
    };
    const screen = await render(<Lag read={slow} />);
    await expect.element(screen.getByText('ready 3 | ready 3')).toBeVisible();
    hold = true;
    await screen.getByRole('button').click();
    await expect.element(screen.getByText('loading - | ready 3')).toBeVisible();
    hold = false;
    for (const open of gate) open();
    stopReading();
    await expect.element(screen.getByText('loading - | loading -')).toBeVisible();
  });

  it('says that the store could not be read and keeps the last value', async () => {
    await keep(3, 1);
    let broken = false;
    const screen = await render(
      <Lag
        read={async () => {
          const rows = await readStages();
          if (broken) throw new Error('disk');
          return rows;
        }}
      />,
    );
    await expect.element(screen.getByText('ready 3 | ready 3')).toBeVisible();
    broken = true;
    await keep(4, 2);
    await expect.element(screen.getByText('failed 3 | failed 3')).toBeVisible();
  });
});

it('a panel is live while connected, as of its time when not or a fetch failed, stale past its limit, and never when nothing came', {
  tags: ['D-15', 'M-11'],
}, async () => {
  function Chip() {
    const freshness = useFreshness('pipeline');
    const sync = useResourceStatus('pipeline');
    return <p>{`${freshness.kind}; ${sync.everFetched ? 'fetched' : 'not fetched'}; ${sync.failure?.message ?? 'no failure'}`}</p>;
  }
  const screen = await render(<Chip />);
  await expect.element(screen.getByText('never; not fetched; no failure')).toBeVisible();
  const at = Date.now();
  await keep(3, 1, at);
  await expect.element(screen.getByText('asOf; fetched; no failure')).toBeVisible();
  hubStatus.set({ ...hubStatus.get(), connection: { state: 'connected', transport: 'sse', since: at, newestAt: at } });
  await expect.element(screen.getByText('live; fetched; no failure')).toBeVisible();
  await store().noteFailure('pipeline', { code: 'unavailable', message: 'API Error: 503 Service Unavailable', retry: true }, at + 1000);
  await expect.element(screen.getByText('asOf; fetched; API Error: 503 Service Unavailable')).toBeVisible();
  // The platform's clock counts: a device eight hours behind still shows data as eight hours old.
  hubStatus.set({ ...hubStatus.get(), serverOffsetMs: 8 * 3_600_000 });
  await expect.element(screen.getByText('stale; fetched; API Error: 503 Service Unavailable')).toBeVisible();
});

it('hands events to a view at most once a frame', { tags: ['C-76'] }, async () => {
  const batches: number[] = [];
  function Feed() {
    useHubEvents((events) => batches.push(events.length));
    return null;
  }
  await render(<Feed />);
  for (let seq = 1; seq <= 5; seq += 1) void hubEvents.emit([stageFrame(seq)]);
  await vi.waitFor(() => expect(batches).toEqual([5]), 15_000);
});

describe('reads on demand', () => {
  const name = `ukweli-queries:demo:${amina.id}`;
  const answer = (verifications: number) =>
    new Response(
      JSON.stringify({
        confidence: verifications,
        dataQuality: 92,
        ruleAdherence: 95,
        anomalyRate: 'low',
        anomalies: 1,
        sampleSize: 9,
        lastUpdated: '2026-11-21T08:00:00Z',
      }),
      { headers: { 'Content-Type': 'application/json' } },
    );
  function Confidence() {
    const query = useApiQuery('confidence');
    return <p>{query.data === undefined ? `none: ${query.error?.problem.code ?? 'waiting'}` : `${query.data.value.confidence} %`}</p>;
  }
  const show = (store: ReturnType<typeof openQueryStore>, build = 'b1') => {
    const client = createPersonQueries(store.storage, build);
    return render(
      <QueryClientProvider client={client}>
        <Confidence />
      </QueryClientProvider>,
    );
  };
  afterEach(() => vi.restoreAllMocks());

  it('are kept per tenant and user and shown again with the platform gone', { tags: ['K-8'] }, async () => {
    const network = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer(87));
    const first = openQueryStore(name);
    const online = await show(first);
    await expect.element(online.getByText('87 %')).toBeVisible();
    await vi.waitFor(async () => expect(await first.storage.entries?.()).toHaveLength(1), 15_000);
    await online.unmount();
    first.close();

    network.mockImplementation(() => Promise.reject(new TypeError('gone')));
    const again = openQueryStore(name);
    const offline = await show(again);
    await expect.element(offline.getByText('87 %')).toBeVisible();
    await offline.unmount();
    // Another person's database does not contain it, and another build does not trust its shape.
    const other = openQueryStore('ukweli-queries:demo:u-other');
    const theirs = await show(other);
    await expect.element(theirs.getByText('none: waiting')).toBeVisible();
    await theirs.unmount();
    again.close();
    other.close();
  });

  it('one that is kept for longer than its interval is asked for anew when somebody looks, not an interval later', {
    tags: ['D-15', 'C-75'],
  }, async () => {
    const often = { ...endpoints.confidence, fresh: { refetchMs: 30_000, staleAfterMs: 60_000, retries: 0 } };
    function Often() {
      const query = useApiQuery(often);
      return <p>{query.data === undefined ? 'none' : `${query.data.value.confidence} %`}</p>;
    }
    const look = (store: ReturnType<typeof openQueryStore>) =>
      render(
        <QueryClientProvider client={createPersonQueries(store.storage, 'b1')}>
          <Often />
        </QueryClientProvider>,
      );
    const trueNow = Date.now.bind(Date);
    const network = vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(() => answer(87)));
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => trueNow() - 40_000);
    const first = openQueryStore('ukweli-queries:demo:u-often');
    const then = await look(first);
    await expect.element(then.getByText('87 %')).toBeVisible();
    await vi.waitFor(async () => expect(await first.storage.entries?.()).toHaveLength(1), 15_000);
    await then.unmount();
    first.close();
    clock.mockRestore();
    network.mockImplementation(echoing(() => answer(88)));
    const again = openQueryStore('ukweli-queries:demo:u-often');
    const now = await look(again);
    await expect.element(now.getByText('88 %')).toBeVisible();
    await now.unmount();
    again.close();
  });

  it('an answer of the wrong shape is a failed load', { tags: ['C-64'] }, async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      echoing(() => new Response('{"confidence":"high"}', { headers: { 'Content-Type': 'application/json' } })),
    );
    const kept = openQueryStore('ukweli-queries:demo:u-shape');
    const screen = await show(kept);
    await expect.element(screen.getByText('none: bad_shape')).toBeVisible();
    kept.close();
  });

  it('once the database goes, a late write does not make it anew', { tags: ['D-21'] }, async () => {
    const kept = openQueryStore(name);
    await kept.storage.setItem('k', 'v');
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name).onsuccess = resolve;
    });
    await kept.storage.setItem('k', 'late');
    expect(await kept.storage.getItem('k')).toBeNull();
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
  });
});
