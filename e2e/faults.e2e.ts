import type { Page } from '@playwright/test';
import { connected, disconnected } from './support/connection.ts';
import { everythingFetched } from './support/figures.ts';
import { anyCall, type FaultProxy, rung, startFaultProxy } from './support/faultProxy.ts';
import { expect, test } from './support/faultyTest.ts';
import { cookiesFor, createOracle, deviceEvents } from './support/oracle.ts';
import { signIn } from './support/people.ts';
import { startPlatform, type TestPlatform } from './support/platform.ts';
import { openProfile, type Profile } from './support/profile.ts';

/**
 * What only a real browser can show of a bad line: its own event streams, its own idea of being online, the words on the
 * screen. One platform, one browser and one sign-in for all; each story leaves the link as it found it. What the hub makes of
 * bad lines beyond that stands in tests/faults.
 */

let link: FaultProxy;
let platform: TestPlatform;
let profile: Profile;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  link = await startFaultProxy();
  platform = await startPlatform({ PUBLIC_URL: link.url });
  link.target(Number(new URL(platform.url).port));
  profile = await openProfile(link.url);
  page = profile.context.pages()[0] ?? (await profile.context.newPage());
  await signIn(page, 'admin', '/system/health');
  await everythingFetched(page);
});
test.afterAll(async () => {
  await profile.close();
  await platform.close();
  await link.close();
});
test.beforeEach(() => expect(connected(page)).toBeVisible({ timeout: 35_000 }));

/** Notes every transport that the indicator ever claimed to be connected over, from now on. */
async function watchClaims(): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const claims: string[] = [];
    Object.assign(globalThis, { claims });
    const look = () => {
      for (const { textContent } of document.querySelectorAll('[data-testid="connection"] .app-conn-lead'))
        if (textContent !== null && claims.at(-1) !== textContent) claims.push(textContent);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { readonly claims: readonly string[] }).claims]); // set above
}

const html = '<!doctype html><title>Guest network</title><h1>Welcome to the guest network</h1><p>Accept the terms to go on.</p>';
const reading = { on: anyCall, does: { kind: 'answer', status: 200, contentType: 'text/html', body: html } } as const;

test('[F-2] [K-9] 502, 503, 204 and a page of HTML in place of the stream: opens again by itself, and never says Connected meanwhile', async () => {
  const answers = [
    { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
    { status: 503, contentType: 'text/plain', body: 'Service Unavailable' },
    { status: 204 },
    { status: 200, contentType: 'text/html', body: html },
  ];
  // From the first try on: the connection itself is cut when the first answer stands.
  let end = link.fault({ on: rung.sse, does: { kind: 'answer', status: 502 } });
  link.drop(rung.sse);
  await expect(disconnected(page)).toBeVisible();
  const claims = await watchClaims();
  for (const answer of answers) {
    end();
    const tried = link.seen(rung.sse);
    end = link.fault({ on: rung.sse, does: { kind: 'answer', ...answer } });
    await expect.poll(() => link.seen(rung.sse), { timeout: 35_000, message: String(answer.status) }).toBeGreaterThan(tried);
  }
  expect((await claims()).filter((claim) => claim.startsWith('Connected'))).toEqual([]);
  end();
  await expect(connected(page), 'by itself').toBeVisible({ timeout: 45_000 });
});

test('[F-11] [C-64] a guest network answers every read with a page of its own: said in plain words, the figures stay', async () => {
  const figures = () => page.locator('.health-uptime b, .health-chart-head b').allInnerTexts();
  const before = await figures();
  expect(before).toHaveLength(8);
  const end = link.fault(reading);
  await page
    .getByRole('button', { name: /^Refresh/ })
    .first()
    .click();
  await expect(page.getByText('Something else answered instead of the platform').first()).toBeVisible();
  expect(await figures()).toEqual(before);
  end();
});

test('[F-10] [C-9] the browser’s own idea of being online, wrong either way, is not what the indicator goes by', async () => {
  await profile.context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await expect(connected(page)).toBeVisible();
  await profile.context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  link.turn('refused');
  await expect(disconnected(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  link.turn('open');
  await expect(connected(page)).toBeVisible({ timeout: 45_000 });
});

test('[F-3] [K-9] a half-open connection is noticed within two heartbeats and 5 s, and left for a new one when the link is back', async () => {
  test.setTimeout(240_000);
  const since = Date.now();
  link.turn('swallowed');
  await expect(disconnected(page)).toBeVisible({ timeout: 70_000 });
  // Heartbeats come every 25 s. What a busy machine adds is small beside what a missed watchdog would.
  expect(Date.now() - since).toBeLessThan(2 * 25_000 + 5000 + 5000);
  const asked = link.seen(rung.sse);
  link.turn('open');
  await expect(connected(page)).toBeVisible({ timeout: 45_000 });
  expect(link.seen(rung.sse)).toBeGreaterThan(asked);
});

test('[F-9] [F-4] [C-9] [C-54] server-sent events blocked, then Polling too: each said by name, what changes still arrives, and back on a stream that is cut and sliced each event is noted once', async () => {
  test.setTimeout(300_000);
  // The day begins here: where everything stands still there would be nothing to lose.
  const oracle = createOracle(link.direct(), await cookiesFor(profile.context, link.url));
  const blockSse = link.fault({ on: rung.sse, does: { kind: 'reset' } });
  await platform.stop();
  await platform.start({ SIMULATION: 'live', SIMULATION_PACE: 'brisk', PUBLIC_URL: link.url });
  await expect(disconnected(page)).toBeVisible();
  // Ten tries take three minutes by the clock; a person who presses Retry has them at once.
  const retry = page.getByRole('button', { name: 'Retry now' });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 2000 });
    await expect(connected(page, 'Polling')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 120_000, intervals: [100] });
  const held = (await deviceEvents(page)).length;
  await expect.poll(async () => (await deviceEvents(page)).length, { timeout: 60_000 }).toBeGreaterThan(held);

  const blockPolling = link.fault({ on: rung.polling, does: { kind: 'reset' } });
  await expect(page.getByText('Disconnected · Polling').first()).toBeVisible({ timeout: 60_000 });
  blockPolling();
  blockSse();
  // The stream that comes back arrives a few bytes at a time.
  const choppy = link.fault({ on: rung.sse, does: { kind: 'shape', sliceBytes: 7 } });
  await expect(connected(page)).toBeVisible({ timeout: 60_000 });
  const newest = async () => Math.max(0, ...(await deviceEvents(page)).map(({ seq }) => seq));
  const reach = async (seq: number) => expect.poll(newest, { timeout: 60_000 }).toBeGreaterThan(seq);
  await reach(await oracle.head());
  choppy();
  // And breaks off in the middle of a frame.
  const torn = link.fault({ on: rung.sse, does: { kind: 'cut', afterBytes: 1500, by: 'end' } });
  const opened = link.seen(rung.sse);
  link.drop(rung.sse);
  await expect.poll(() => link.seen(rung.sse), { timeout: 60_000 }).toBeGreaterThan(opened + 1);
  torn();
  await expect(connected(page)).toBeVisible({ timeout: 60_000 });
  await reach(await oracle.head());

  // What the device noted is the log, from its first event to its last, whichever way they came.
  const mine = await deviceEvents(page);
  const log = await oracle.log(0);
  for (const topic of ['pipeline', 'health', 'kpis'] as const) {
    const seqs = mine.filter(({ type }) => type.startsWith(`${topic}.`)).map(({ seq }) => seq);
    const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
    const theirs = log.filter(({ type, seq }) => type.startsWith(`${topic}.`) && seq >= first && seq <= last);
    expect(seqs, topic).toEqual(theirs.map(({ seq }) => seq));
  }
});
