// Long: a foreign server's answers on every kind of call, until each call has been retried.
import type { Page } from '@playwright/test';
import { connected, disconnected } from '../support/connection.ts';
import { everythingFetched } from '../support/figures.ts';
import { anyCall, type Asked, transport } from '../support/faultProxy.ts';
import { expect, test } from '../support/faultyTest.ts';
import { arrive } from '../support/people.ts';
import { openProfile } from '../support/profile.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { pairedWall } from '../support/wall.ts';
import { pressRefresh } from '../support/refresh.ts';

/** An intermediary answers in the platform's place, and a link is so slow that answers take extremely long. */

const page404 = '<!doctype html><title>No entry</title><h1>No entry</h1>';
const strangers = [
  ...[400, 401, 403, 404, 405, 410, 413, 423, 429, 500, 502, 503].map((status) => ({ status, contentType: 'text/html', body: page404 })),
  { status: 401, contentType: 'application/json', body: '{"error":"Unauthorized"}' },
  { status: 410, contentType: 'application/json', body: '{"error":{"code":"gone","message":"Ended","correlationId":"x"}}' },
  { status: 403, contentType: 'text/plain', body: '' },
];

/** Every answer in the service worker's cache: its text, and whether it carries a call's id. */
const keptAnswers = (page: Page): Promise<readonly { readonly text: string; readonly echoed: boolean }[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('ukweli-api:'));
    const answers = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()));
    return Promise.all(
      answers.flat().map(async (answer) => ({ text: await answer.text(), echoed: answer.headers.has('x-correlation-id') })),
    );
  });

test('a stranger’s answers, whatever their status, put nobody out at the console and wipe no wall: said in plain words, and over by itself', {
  tag: ['@M-8', '@F-33', '@F-11', '@D-50', '@C-78'],
}, async ({ page, platform, link }) => {
  const profile = await openProfile(platform.url, { whole: true });
  try {
    const wall = profile.context.pages()[0] ?? (await profile.context.newPage());
    await pairedWall(wall, platform.url, { playlist: ['health'], dwellS: 300 });
    await arrive(page, 'admin', '/system/health');
    await underServiceWorker(page);
    await expect(connected(page)).toBeVisible();
    await everythingFetched(page);
    const figures = () => page.locator('.health-uptime b, .health-chart-head b').allInnerTexts();
    await expect.poll(figures).toHaveLength(8);
    const before = await figures();

    let end = () => {};
    for (const stranger of strangers) {
      end();
      end = link.fault({ on: anyCall, does: { kind: 'answer', ...stranger } });
      link.drop(transport.sse);
      await pressRefresh(page);
      await expect(page.getByText(`API Error: ${stranger.status}`).first(), JSON.stringify(stranger)).toBeVisible();
      await expect(page.getByText('Another page answered instead of the platform').first()).toBeVisible();
    }
    await expect(disconnected(page)).toBeVisible();
    expect(await figures()).toEqual(before);
    expect(new URL(page.url()).pathname).toBe('/system/health');
    expect((await keptAnswers(page)).filter(({ text, echoed }) => !echoed || text.startsWith('<'))).toEqual([]);

    // A reload on such a link: the user stays signed in with the device's data, and a display stays a display.
    end();
    end = link.fault({ on: anyCall, does: { kind: 'answer', status: 401, contentType: 'text/html', body: page404 } });
    await page.reload();
    await wall.reload();
    await expect.poll(figures).toEqual(before);
    await expect(wall.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(wall.getByText(/Waiting to be approved/)).toHaveCount(0);

    end();
    await expect(connected(page)).toBeVisible({ timeout: 60_000 });
    await expect(connected(wall)).toBeVisible({ timeout: 60_000 });
    expect(new URL(page.url()).pathname).toBe('/system/health');
  } finally {
    await profile.close();
  }
});

test('a stranger’s 200 takes no kept answer’s place in the service worker, and his /sw.js is no new version of the console', {
  tag: ['@G-16', '@D-50'],
}, async ({ page, platform: _platform, link }) => {
  await arrive(page, 'admin', '/system/health');
  await underServiceWorker(page);
  await everythingFetched(page);
  /** A read by the page, with or without a correlation id. */
  const read = (correlationId: string | null): Promise<string> =>
    page.evaluate(async (id) => {
      const sent = { 'X-Tenant-ID': 'demo', ...(id !== null && { 'X-Correlation-ID': id }) };
      const answer = await fetch('/api/kpis', { headers: sent });
      return answer.text();
    }, correlationId);
  const kept = async () => (await keptAnswers(page)).filter(({ text }) => text.includes('verificationAccuracy'));
  const own = await read('the-first-read');
  await expect.poll(kept).toEqual([{ text: own, echoed: true }]);

  const kpis = ({ path }: Asked): boolean => path === '/api/kpis';
  const forged = '{"verificationAccuracy":{"value":100},"dlqItems":0}';
  for (const stranger of [
    { contentType: 'text/html', body: page404 },
    { contentType: 'application/json', body: forged },
    { contentType: 'application/json', body: forged, ofAnotherCall: true as const },
    // It echoes the id, but has no position in the log and no server time.
    { contentType: 'application/json', body: forged, ofPlatform: true as const },
    { contentType: 'text/html', body: page404, ofPlatform: true as const },
  ]) {
    const end = link.fault({ on: kpis, does: { kind: 'answer', status: 200, ...stranger } });
    for (const id of ['a-later-read', null]) expect(await read(id)).toBe(stranger.body);
    end();
    expect((await keptAnswers(page)).filter(({ text }) => text === stranger.body)).toEqual([]);
    expect(await kept()).toEqual([{ text: own, echoed: true }]);
  }

  const asWorker = 'self.addEventListener("message", (event) => { self.heard = (self.heard ?? 0) + 1; });';
  const end = link.fault({
    on: ({ path }) => path === '/sw.js',
    does: { kind: 'answer', status: 200, contentType: 'text/javascript', body: asWorker },
  });
  const waits = () =>
    page.evaluate(async () => {
      const held = await navigator.serviceWorker.getRegistration();
      await held?.update();
      return held?.waiting !== null;
    });
  await expect.poll(waits).toBe(true);
  const since = await page.evaluate(() => performance.now());
  // The foreign worker is asked for its version as long as a worker may take to answer.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(since + 7_000);
  await expect(page.getByText('New version ready.')).toHaveCount(0);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/);
  expect(await read('through-the-own-worker')).toBe(own);

  // Our own worker replaces the foreign one, without an update prompt.
  end();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const says = () =>
    page.evaluate(async () => {
      const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
      const { port1, port2 } = new MessageChannel();
      const said = new Promise<string>((resolve) => {
        port1.addEventListener('message', ({ data }) => resolve(String(data)));
        setTimeout(() => resolve(''), 1_000);
      });
      port1.start();
      waiting?.postMessage({ type: 'BUILD' }, [port2]);
      return said;
    });
  await expect.poll(says).toMatch(/^\d{8}\.\d{6}-/);
  await expect(page.getByText('New version ready.')).toHaveCount(0);
});

test('reads whose answers take 5 s and 20 s are taken when they come and stored, past the service worker, each asked once', {
  tag: ['@M-10', '@F-32'],
}, async ({ page, platform: _platform, link }) => {
  await arrive(page, 'admin', '/system/health');
  await underServiceWorker(page);
  await everythingFetched(page);
  const health = ({ path }: Asked): boolean => path === '/api/health';
  for (const latencyMs of [5_000, 20_000]) {
    const end = link.fault({ on: health, does: { kind: 'shape', latencyMs } });
    const asked = link.seen(health);
    const begun = Date.now();
    await pressRefresh(page);
    await expect
      .poll(() => lastSuccess(page, 'health'), { timeout: latencyMs + 15_000, message: `${latencyMs} ms` })
      .toBeGreaterThan(begun);
    expect(link.seen(health) - asked).toBe(1);
    await expect(page.getByText('The platform cannot be reached')).toHaveCount(0);
    end();
  }
});

/** When this device last stored an answer of this resource, epoch milliseconds. */
function lastSuccess(page: Page, resource: string): Promise<number> {
  return page.evaluate(async (key) => {
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('ukweli:'));
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('could not be opened')));
    });
    const row = await new Promise<unknown>((resolve) => {
      const reading = db.transaction('sync').objectStore('sync').get(key);
      reading.addEventListener('success', () => resolve(reading.result));
    });
    db.close();
    return (row as { readonly lastSuccessAt: number | null } | undefined)?.lastSuccessAt ?? 0; // a row of the sync table
  }, resource);
}
