import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { echoing } from '../../../tests/builders/echoing.ts';
import { headers } from '../../contracts/endpoints.ts';
import { leftOutHeader } from '../../contracts/leftOut.ts';
import type { WallPayments } from '../../contracts/wallFigures.ts';
import { hubStatus, unknownStatus } from '../../bridge/hub/pageState.ts';
import { createPersonQueries } from '../../bridge/reads/queryClient.ts';
import { openQueryStore } from '../../bridge/reads/queryStore.ts';
import { PaymentsWall } from './PaymentsWall.tsx';

const store = openQueryStore('ukweli-queries:demo:u-wall');
afterEach(() => {
  vi.restoreAllMocks();
  hubStatus.set(unknownStatus);
});

const paidSum = [{ currency: 'KES', amount: 12 }];
const told: WallPayments = {
  total: 2,
  paid: 2,
  pending: 0,
  failed: 0,
  totalPaid: paidSum,
  totalPending: [],
  unbacked: 0,
  milestones: [{ description: 'Uptime held', metric: 'uptime', threshold: 95, paid: 1, pending: 0, failed: 0, paidSum }],
  signatures: { verified: 2, failed: 0, partly: 0, otherFigures: 0, total: 2 },
  lastUpdated: '2026-11-20T08:00:00.000Z',
};

it.each([
  ['the platform has left one out', told, { [leftOutHeader]: 'row 2 of milestones' }],
  ['one came damaged', { ...told, milestones: [...told.milestones, { description: 7 }] }, {}],
])('a wall says that a milestone is missing, and claims nothing of all: %s', { tags: ['G-14', 'G-17'] }, async (_, body, more) => {
  hubStatus.set({ ...unknownStatus, connection: { state: 'connected', transport: 'sse', since: 0, newestAt: null }, serverOffsetMs: 0 });
  const answer = async () =>
    new Response(JSON.stringify(body), {
      headers: { 'Content-Type': 'application/json', [headers.serverTime]: new Date().toISOString(), ...more },
    });
  vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(answer));
  const screen = await render(
    <QueryClientProvider client={createPersonQueries(store.storage, 'b1')}>
      <PaymentsWall />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('Uptime held')).toBeVisible();
  await expect.element(screen.getByText(/1 milestone/)).toBeVisible();
  expect(document.querySelector('[data-answer="yes"]:not([data-claim="live"])')).toBeNull();
});
