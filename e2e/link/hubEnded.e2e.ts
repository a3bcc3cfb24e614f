// Long: a hub that ends six times and is replaced within seconds, in real time.
import type { Page } from '@playwright/test';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import { connected } from '../support/connection.ts';
import { openStreams } from '../support/metrics.ts';
import { cookiesFor, createOracle, deviceEvents, deviceRows, differences } from '../support/oracle.ts';
import { arrive } from '../support/people.ts';
import { expectWholeTransactions } from '../support/record.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

/**
 * Runs before the hub. On request the hub ends itself in the middle of its next transaction that writes events, as a browser short of
 * memory would do it: without telling its pages and with the transaction open. It announces its beginning and its end, for the test's
 * timing.
 */
const mortalHub = `{
  const channel = new BroadcastChannel('test-hub');
  channel.postMessage('begun');
  const put = IDBObjectStore.prototype.put;
  channel.addEventListener('message', ({ data }) => {
    if (data !== 'end') return;
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given);
      if (this.transaction.objectStoreNames.contains('segments')) {
        channel.postMessage('ended');
        self.close();
      }
      return request;
    };
  });
}`;

// The full Chromium: the lifetimes of tabs and workers depend on the browser.
test.use({ beforeHub: mortalHub, platformEnv: { SIMULATION: 'live', SIMULATION_PACE: 'eventful' }, browserOptions: { whole: true } });

/** F-15. Usually half a second; two and a half if the browser still connects pages to the terminated worker (hubLink.ts). */
const backWithinMs = 5_000;

/** Makes the hub end at its next write; answers the time until another has started, milliseconds. */
function endHub(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const channel = new BroadcastChannel('test-hub');
        let from = Number.NaN;
        channel.addEventListener('message', ({ data }) => {
          if (data === 'ended') from = performance.now();
          // Ignore a hub that started before this end, for a page that got no answer in time.
          if (data !== 'begun' || Number.isNaN(from)) return;
          channel.close();
          resolve(Math.round(performance.now() - from));
        });
        channel.postMessage('end');
      }),
  );
}

test('the hub ended in the middle of a write, five times, and the service worker between two pages: another in seconds, one stream, no row half written, no event missing or doubled', {
  tag: ['@F-15', '@F-13', '@K-4'],
}, async ({ page, context, platform, complaints }) => {
  await arrive(page, 'admin');
  await underServiceWorker(page);
  await expect(connected(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/system/health');
  await expect(connected(other)).toBeVisible();
  const oracle = createOracle(platform.url, await cookiesFor(context, platform.url));

  /** Both tabs say Connected, and new events reach the device. */
  const expectServed = async (): Promise<void> => {
    const reached = await oracle.head();
    for (const tab of [page, other]) await expect(connected(tab)).toBeVisible();
    await expect.poll(async () => (await deviceEvents(page)).some(({ seq }) => seq > reached)).toBe(true);
    await expectWholeTransactions(page);
  };
  for (const _ of [1, 2, 3, 4, 5]) {
    const tookMs = await endHub(page);
    test.info().annotations.push({ type: 'measured', description: `another hub after ${tookMs} ms` });
    expect(tookMs).toBeLessThan(backWithinMs);
    await expectWholeTransactions(page);
    await expectServed();
  }
  await expect.poll(() => openStreams(platform)).toBe(1);

  const devtools = await context.newCDPSession(other);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();

  const topics = ['verifications', 'pipeline', 'health', 'kpis', 'system'];
  const seqs = (frames: readonly EventFrame[], topic: string) =>
    frames.flatMap(({ type, seq }) => (type.startsWith(`${topic}.`) ? [seq] : []));
  // The day is random: it continues until there are events of every topic to compare.
  const fewest = async () => {
    const kept = await deviceEvents(page);
    return Math.min(...topics.map((topic) => seqs(kept, topic).length));
  };
  await expect.poll(fewest, { timeout: 90_000 }).toBeGreaterThan(3);

  // From here on the platform's data does not change.
  await platform.stop();
  await platform.start({ SIMULATION: 'off' });
  await expect(connected(page)).toBeVisible();
  for (const what of ['verifications', 'pipeline', 'health', 'dlq', 'kpis', 'activity', 'notifications'] as const) {
    await expect(async () => {
      expect(differences(await deviceRows(page, what), await oracle.rows(what)), what).toEqual([]);
    }).toPass({ timeout: 60_000, intervals: [500] });
  }
  const log = await oracle.log(0);
  // Rows may have come by a fetch before the missed events arrive.
  await expect(async () => {
    const held = await deviceEvents(page);
    for (const topic of topics) {
      const mine = seqs(held, topic);
      expect(mine, topic).toEqual(seqs(log, topic).filter((seq) => seq >= (mine[0] ?? Number.POSITIVE_INFINITY)));
      expect(mine.length, `${topic}: events in the record`).toBeGreaterThan(3);
    }
  }).toPass({ timeout: 60_000, intervals: [500] });
  expect(complaints.besidesOutage()).toEqual([]);
});
