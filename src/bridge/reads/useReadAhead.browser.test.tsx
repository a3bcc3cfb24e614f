import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { echoing } from '../../../tests/builders/echoing.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import { headers } from '../../contracts/endpoints.ts';
import { hubStatus, unknownStatus } from '../hub/pageState.ts';
import { createPersonQueries } from './queryClient.ts';
import { openQueryStore, type QueryStore } from './queryStore.ts';
import { useReadAhead } from './useReadAhead.ts';

const name = 'ukweli-queries:demo:u-ahead';
const minute = 60_000;

let store: QueryStore;
let network: MockInstance<typeof fetch>;
const answer =
  (portfolioId: string, at = Date.now()) =>
  async () =>
    new Response(
      JSON.stringify({
        portfolios: [
          {
            portfolioId,
            portfolioName: portfolioId,
            portfolioType: 'Project finance',
            totalSites: 1,
            totalAnnualAvoidedEmissions: 1,
            complianceRate: 100,
          },
        ],
        lastUpdated: '2025-11-18T11:26:06Z',
      }),
      { headers: { 'Content-Type': 'application/json', [headers.serverTime]: new Date(at).toISOString() } },
    );

beforeEach(() => {
  network = vi.spyOn(globalThis, 'fetch');
  store = openQueryStore(name);
});
afterEach(async () => {
  vi.restoreAllMocks();
  store.close();
  hubStatus.set(unknownStatus);
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
});

function Reader() {
  const readAhead = useReadAhead();
  const [said, setSaid] = useState('reading');
  useEffect(() => {
    void readAhead(complianceEndpoints.pcafPortfolios).then((value) =>
      setSaid(value?.portfolios.map(({ portfolioId }) => portfolioId).join(' ') ?? 'none'),
    );
  }, [readAhead]);
  return <p>{said}</p>;
}
/** A newly opened tab, with nothing in memory. */
const open = () =>
  render(
    <QueryClientProvider client={createPersonQueries(store.storage, 'b1')}>
      <Reader />
    </QueryClientProvider>,
  );
const kept = () => vi.waitFor(async () => expect(await store.storage.entries?.()).toHaveLength(1), 15_000);

it('brings what nobody has asked for onto the device, once for all tabs while it is not stale', { tags: ['D-37'] }, async () => {
  network.mockImplementation(echoing(answer('A')));
  const first = await open();
  await expect.element(first.getByText('A')).toBeVisible();
  await kept();
  await first.unmount();

  network.mockClear();
  const second = await open();
  await expect.element(second.getByText('A')).toBeVisible();
  expect(network).not.toHaveBeenCalled();
});

it('asks anew for what the call’s own rule calls stale', { tags: ['D-37', 'D-15'] }, async () => {
  network.mockImplementation(echoing(answer('A', Date.now() - 16 * minute)));
  const first = await open();
  await expect.element(first.getByText('A')).toBeVisible();
  await kept();
  await first.unmount();

  network.mockImplementation(echoing(answer('B')));
  const second = await open();
  await expect.element(second.getByText('B')).toBeVisible();
  await vi.waitFor(async () => expect(JSON.stringify(await store.storage.entries?.())).toMatch(/portfolioId\W+B\W/), 15_000);
});

it('comes to nothing in silence when the platform cannot be had', { tags: ['F-11'] }, async () => {
  const refusal = '{"error":{"code":"forbidden","message":"Not you","correlationId":"c"}}';
  network.mockImplementation(echoing(() => new Response(refusal, { status: 403 })));
  const screen = await open();
  await expect.element(screen.getByText('none')).toBeVisible();
});
