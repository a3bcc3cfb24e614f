// Long: real heartbeats, back-offs and limits.
import type { Page } from '@playwright/test';
import { connected, disconnected, type Transport } from '../support/connection.ts';
import { everythingFetched } from '../support/figures.ts';
import { anyCall, type FaultProxy, transport, startFaultProxy } from '../support/faultProxy.ts';
import { expect, test } from '../support/faultyTest.ts';
import { cookiesFor, createOracle, deviceEvents } from '../support/oracle.ts';
import { whenShown } from '../support/moments.ts';
import { arrive } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openProfile, type Profile } from '../support/profile.ts';
import { keepHubPort, setStartTransport } from '../support/tabWorkers.ts';

/**
 * What only a real browser shows of a bad line: its own event streams and websockets, its own idea of being online, the words on the
 * screen. One platform and two browsers, one that begins with server-sent events and one with websockets: each line fault affects both,
 * and their waits overlap. Each test leaves the link as it found it. tests/faults covers the hub's other reactions to bad lines.
 */

let link: FaultProxy;
let platform: TestPlatform;
let profile: Profile;
let page: Page;
let socketProfile: Profile;
/** The page of the browser that begins with websockets. */
let socketPage: Page;

const newPage = async ({ context }: Profile): Promise<Page> => context.pages()[0] ?? (await context.newPage());

test.beforeAll(async () => {
  link = await startFaultProxy();
  platform = await startPlatform({ PUBLIC_URL: link.url });
  link.target(Number(new URL(platform.url).port));
  profile = await openProfile(link.url, { whole: true });
  page = await newPage(profile);
  await arrive(page, 'admin', '/system/health');
  socketProfile = await openProfile(link.url, { whole: true });
  await keepHubPort(socketProfile.context);
  socketPage = await newPage(socketProfile);
  await arrive(socketPage, 'admin', '/system/health');
  await setStartTransport(socketPage, 'websocket');
  await everythingFetched(page);
  await everythingFetched(socketPage);
});
test.afterAll(async () => {
  await profile.close();
  await socketProfile.close();
  await platform.close();
  await link.close();
});
/** The next automatic try may be half a minute away; pressing Retry tries at once. */
async function retryUntilConnected(tab: Page, transport: Transport, timeout = 60_000): Promise<void> {
  const retry = tab.getByRole('button', { name: 'Retry now' });
  await expect(async () => {
    // By keyboard: a message that appears under a resting pointer would cover the button as long as the pointer rests.
    if (await retry.isVisible()) await retry.press('Enter', { timeout: 2000 });
    await expect(connected(tab, transport)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout, intervals: [100] });
}
test.beforeEach(async () => {
  await retryUntilConnected(page, 'SSE');
  await retryUntilConnected(socketPage, 'WebSocket');
});

/** Records every text of the indicator from now on; answers those that claim to be connected. */
async function watchClaims(tab: Page): Promise<() => Promise<readonly string[]>> {
  await tab.evaluate(() => {
    const claims: string[] = [];
    Object.assign(globalThis, { claims });
    const look = () => {
      for (const { textContent } of document.querySelectorAll('[data-testid="connection"] .app-conn-lead'))
        if (textContent !== null && claims.at(-1) !== textContent) claims.push(textContent);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const claims = () => tab.evaluate(() => (globalThis as unknown as { readonly claims: readonly string[] }).claims); // set above
  return async () => (await claims()).filter((claim) => claim.startsWith('Connected'));
}

const html = '<!doctype html><title>Guest network</title><h1>Welcome to the guest network</h1><p>Accept the terms to go on.</p>';
const reading = { on: anyCall, does: { kind: 'answer', status: 200, contentType: 'text/html', body: html } } as const;

test('502, 503, 204 and a page of HTML in place of the stream and of the websocket: open again by themselves, and never say Connected meanwhile', {
  tag: ['@F-2', '@K-9', '@C-88'],
}, async () => {
  const answers = [
    { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
    { status: 204 },
    { status: 200, contentType: 'text/html', body: html },
    { status: 503, contentType: 'text/plain', body: 'Service Unavailable' },
  ];
  const lines = [
    { on: transport.sse, of: page, ends: answers.length },
    // The try after the fourth would be half a minute away (C-55).
    { on: transport.websocket, of: socketPage, ends: answers.length - 1 },
  ];
  await Promise.all(
    lines.map(async ({ on, of: tab, ends }) => {
      // Set the fault before cutting the connection, so that it applies from the first try on.
      let end = link.fault({ on, does: { kind: 'answer', status: 502 } });
      link.drop(on);
      await expect(disconnected(tab)).toBeVisible();
      const claims = await watchClaims(tab);
      for (const answer of answers.slice(0, ends)) {
        end();
        const tried = link.seen(on);
        end = link.fault({ on, does: { kind: 'answer', ...answer } });
        await expect.poll(() => link.seen(on), { message: String(answer.status) }).toBeGreaterThan(tried);
      }
      expect(await claims()).toEqual([]);
      end();
    }),
  );
  await expect(connected(page), 'by itself').toBeVisible();
  await expect(connected(socketPage, 'WebSocket'), 'by itself').toBeVisible();
});

test('a guest network answers every read with a page of its own: said in plain words, the figures stay', {
  tag: ['@F-11', '@C-64'],
}, async () => {
  const figures = () => page.locator('.health-uptime b, .health-chart-head b').allInnerTexts();
  await expect.poll(figures).toHaveLength(8);
  const before = await figures();
  const end = link.fault(reading);
  await page
    .getByRole('button', { name: /^Refresh/ })
    .first()
    .click();
  await expect(page.getByText('Another page answered instead of the platform').first()).toBeVisible();
  expect(await figures()).toEqual(before);
  end();
});

test('the browser’s own idea of being online, wrong either way, is not what the indicator goes by', {
  tag: ['@F-10', '@C-9'],
}, async () => {
  await profile.context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await expect(connected(page)).toBeVisible();
  await profile.context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  link.turn('refused');
  await expect(disconnected(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  link.turn('open');
  await expect(connected(page)).toBeVisible();
});

test('half-open connections are noticed within two heartbeats and 5 s, stream and websocket, and left for new ones when the link is back', {
  tag: ['@F-3', '@K-9', '@C-88'],
}, async () => {
  const noticed = await Promise.all([page, socketPage].map((tab) => whenShown(tab, 'Disconnected · ')));
  const since = Date.now();
  link.turn('swallowed');
  await Promise.all([page, socketPage].map((tab) => expect(disconnected(tab)).toBeVisible({ timeout: 120_000 })));
  // Heartbeats come every 25 s. The delay of a busy machine is small compared with a missed watchdog.
  for (const shown of noticed) expect((await shown()) - since).toBeLessThan(2 * 25_000 + 5000 + 5000);
  const asked = [transport.sse, transport.websocket].map(link.seen);
  link.turn('open');
  await expect(connected(page)).toBeVisible();
  await expect(connected(socketPage, 'WebSocket')).toBeVisible();
  for (const [index, on] of [transport.sse, transport.websocket].entries()) expect(link.seen(on)).toBeGreaterThan(asked[index] ?? 0);
});

test('killed and back, websockets go on where they were; server-sent events blocked, then Polling too: each said by name, what changes still arrives, and back on a stream that is cut and sliced each event is noted once', {
  tag: ['@F-9', '@F-4', '@F-1', '@C-9', '@C-54'],
}, async () => {
  // The simulation starts here, so that there are events to lose.
  const oracle = createOracle(link.direct(), await cookiesFor(profile.context, link.url));
  const blockSse = link.fault({ on: transport.sse, does: { kind: 'reset' } });
  await platform.stop();
  await platform.start({ SIMULATION: 'live', SIMULATION_PACE: 'brisk', PUBLIC_URL: link.url });
  await expect(connected(socketPage, 'WebSocket')).toBeVisible();
  await expect(disconnected(page)).toBeVisible();
  // Ten tries take three minutes.
  await retryUntilConnected(page, 'Polling', 120_000);
  const held = (await deviceEvents(page)).length;
  await expect.poll(async () => (await deviceEvents(page)).length).toBeGreaterThan(held);

  const blockPolling = link.fault({ on: transport.polling, does: { kind: 'reset' } });
  await expect(page.getByText('Disconnected · Polling').first()).toBeVisible();
  blockPolling();
  blockSse();
  // The restored stream arrives a few bytes at a time.
  const choppy = link.fault({ on: transport.sse, does: { kind: 'shape', sliceBytes: 7 } });
  await expect(connected(page)).toBeVisible();
  const newest = async () => Math.max(0, ...(await deviceEvents(page)).map(({ seq }) => seq));
  const reach = async (seq: number) => expect.poll(newest).toBeGreaterThan(seq);
  await reach(await oracle.head());
  choppy();
  // Then it breaks off in the middle of a frame.
  const torn = link.fault({ on: transport.sse, does: { kind: 'cut', afterBytes: 1500, by: 'end' } });
  const opened = link.seen(transport.sse);
  link.drop(transport.sse);
  await expect.poll(() => link.seen(transport.sse)).toBeGreaterThan(opened + 1);
  torn();
  await expect(connected(page)).toBeVisible();
  await reach(await oracle.head());

  // Each device's record equals the log from the record's first event to its last, whatever the transport.
  await expect(connected(socketPage, 'WebSocket')).toBeVisible();
  for (const device of [page, socketPage]) await expect.poll(async () => (await deviceEvents(device)).length).toBeGreaterThan(10);
  const devices = { 'server-sent events': await deviceEvents(page), websockets: await deviceEvents(socketPage) };
  const log = await oracle.log(0);
  for (const [device, mine] of Object.entries(devices)) {
    for (const topic of ['pipeline', 'health', 'kpis'] as const) {
      const seqs = mine.filter(({ type }) => type.startsWith(`${topic}.`)).map(({ seq }) => seq);
      const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
      const theirs = log.filter(({ type, seq }) => type.startsWith(`${topic}.`) && seq >= first && seq <= last);
      expect(seqs, `${topic} over ${device}`).toEqual(theirs.map(({ seq }) => seq));
    }
    expect(mine.length, `events over ${device}`).toBeGreaterThan(10);
  }
});
