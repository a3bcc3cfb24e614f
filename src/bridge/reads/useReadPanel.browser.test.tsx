import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { echoing } from '../../../tests/builders/echoing.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import { headers } from '../../contracts/endpoints.ts';
import { hubNotices, hubStatus, unknownStatus } from '../hub/pageState.ts';
import { createPersonQueries } from './queryClient.ts';
import { openQueryStore, type QueryStore } from './queryStore.ts';
import { useReadPanel } from './useReadPanel.ts';

const name = 'ukweli-queries:demo:u-panel';
const minute = 60_000;
const connected = { state: 'connected', transport: 'sse', since: 0, newestAt: null } as const;
const lost = { state: 'disconnected', transport: 'sse', since: null, newestAt: null } as const;
const link = (connection: typeof connected | typeof lost, serverOffsetMs = 0) =>
  hubStatus.set({ ...unknownStatus, connection, serverOffsetMs });

let store: QueryStore;
let network: MockInstance<typeof fetch>;
const answer =
  (portfolios: readonly string[], at = Date.now()) =>
  async () =>
    new Response(
      JSON.stringify({
        portfolios: portfolios.map((portfolioId) => ({
          portfolioId,
          portfolioName: portfolioId,
          portfolioType: 'Project finance',
          totalSites: 1,
          totalAnnualAvoidedEmissions: 1,
          complianceRate: 100,
        })),
        lastUpdated: '2025-11-18T11:26:06Z',
      }),
      { headers: { 'Content-Type': 'application/json', [headers.serverTime]: new Date(at).toISOString() } },
    );
const refuse = async () => new Response('{"error":{"code":"forbidden","message":"Not you","correlationId":"c"}}', { status: 403 });
const gone = () => Promise.reject(new TypeError('gone'));

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

function Panel() {
  const { state, value, problem, freshness, refresh } = useReadPanel(
    complianceEndpoints.pcafPortfolios,
    {},
    ({ portfolios }) => portfolios.length,
  );
  const held = value?.portfolios.map(({ portfolioId }) => portfolioId).join(' ') ?? 'none';
  return <button type="button" onClick={refresh}>{`${state}; ${held}; ${freshness.kind}; ${problem?.code ?? 'well'}`}</button>;
}
const show = () =>
  render(
    <QueryClientProvider client={createPersonQueries(store.storage, 'b1')}>
      <Panel />
    </QueryClientProvider>,
  );

it('goes from loading to ready, and is live, as of its time, or stale by the platform’s clock', { tags: ['D-15'] }, async () => {
  link(connected);
  network.mockImplementation(echoing(answer(['A'])));
  const screen = await show();
  await expect.element(screen.getByText('ready; A; live; well')).toBeVisible();
  network.mockImplementation(gone);
  link(lost);
  await expect.element(screen.getByText('ready; A; asOf; well')).toBeVisible();
  link(lost, 16 * minute);
  await expect.element(screen.getByText('ready; A; stale; well')).toBeVisible();
});

it('is empty only when the platform has said so', { tags: ['D-15'] }, async () => {
  link(connected);
  network.mockImplementation(echoing(answer([])));
  const screen = await show();
  await expect.element(screen.getByRole('button')).toHaveTextContent(/^empty; ; live; well$/);
});

it('keeps what it holds, as of its time, when a refresh fails, and says so to whoever pressed', { tags: ['F-11', 'M-11'] }, async () => {
  link(connected);
  network.mockImplementation(echoing(answer(['A'])));
  const screen = await show();
  await expect.element(screen.getByText('ready; A; live; well')).toBeVisible();
  const told = vi.fn();
  const stop = hubNotices.listen(told);
  network.mockImplementation(echoing(refuse));
  await screen.getByRole('button').click();
  await expect.element(screen.getByText('ready; A; asOf; forbidden')).toBeVisible();
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.objectContaining({ title: 'Not refreshed' })), 15_000);
  stop();
});

it('with the link gone shows what the device holds, says at once that it holds nothing, and asks again when the link is back', {
  tags: ['K-8'],
}, async () => {
  link(lost);
  network.mockImplementation(gone);
  const screen = await show();
  await expect.element(screen.getByText('failed; none; never; network')).toBeVisible();
  network.mockImplementation(echoing(answer(['A', 'B'], Date.now() - 5 * minute)));
  link(connected);
  await expect.element(screen.getByText('ready; A B; live; well')).toBeVisible();
  await vi.waitFor(async () => expect(await store.storage.entries?.()).toHaveLength(1), 15_000);
  await screen.unmount();

  link(lost);
  network.mockImplementation(gone);
  const later = await show();
  await expect.element(later.getByText(/^ready; A B; asOf; /)).toBeVisible();
});
