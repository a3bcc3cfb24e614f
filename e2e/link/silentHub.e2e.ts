// Long: real pings and their time limits.
import type { Page } from '@playwright/test';
import { connected } from '../support/connection.ts';
import { openStreams, readsOf } from '../support/metrics.ts';
import { cookiesFor, createOracle } from '../support/oracle.ts';
import { arrive } from '../support/people.ts';
import { expectWholeRecord, expectWholeTransactions } from '../support/record.ts';
import { watchLead } from '../support/tabWorkers.ts';
import { expect, test } from '../support/test.ts';

/**
 * Runs before the hub. On request the hub hangs between two transactions, as if caught in a loop or stopped by the system: it keeps its
 * locks, stream and ports and answers no calls. A waiting thread costs no CPU, and without a transaction it does not block the store. It
 * announces when it begins, hangs and resumes.
 */
const sleepyHub = `{
  const channel = new BroadcastChannel('test-hub');
  const say = (what) => channel.postMessage({ what, hub: self.name });
  say('begun');
  let open = 0;
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...given) {
    const transaction = begin.apply(this, given);
    open += 1;
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => { open -= 1; });
    return transaction;
  };
  const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const standStill = (forMs) => {
    if (open > 0) return void setTimeout(standStill, 1, forMs);
    say('silent');
    Atomics.wait(new Int32Array(buffer), 0, 0, forMs);
    say('awake');
  };
  channel.addEventListener('message', ({ data }) => {
    if (data.sleepMs !== undefined) standStill(data.sleepMs);
  });
}`;

// The full Chromium: the lifetimes of tabs and workers depend on the browser.
test.use({ beforeHub: sleepyHub, platformEnv: { SIMULATION: 'live', SIMULATION_PACE: '6' }, browserOptions: { whole: true } });

interface Word {
  readonly what: 'begun' | 'silent' | 'awake';
  readonly hub: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What hubs announce from now on, as this page hears it. */
async function listenToHubs(page: Page): Promise<() => Promise<readonly Word[]>> {
  await page.evaluate(() => {
    const words: Word[] = [];
    new BroadcastChannel('test-hub').addEventListener('message', ({ data }) => {
      if ('what' in data) words.push({ ...data, at: Date.now() });
    });
    Object.assign(globalThis, { hubLabels: words });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { readonly hubLabels: readonly Word[] }).hubLabels]); // set above
}

/**
 * A page pings every 15 s and allows 4 s for the answer; the next hub takes the lead after 4.5 s without a leader's message. The rest is
 * for its start.
 */
const replacedWithinMs = 32_000;
const sleepMs = 45_000;

/** Calls that the hub repeats while events of the topic arrive and a page shows it. */
const wanted = ['/api/health', '/api/pipeline'];

test('a shared hub that falls silent and lives on: noticed by its unanswered ping, replaced for every tab, what tabs want is fetched on, no event lost or doubled; awake again it leaves the lead where it is', {
  tag: ['@K-7', '@F-13'],
}, async ({ page, context, platform, complaints }) => {
  await arrive(page, 'admin', '/system/health');
  const other = await context.newPage();
  await other.goto('/operations/pipeline');
  for (const tab of [page, other]) await expect(connected(tab)).toBeVisible({ timeout: 60_000 });
  const oracle = createOracle(platform.url, await cookiesFor(context, platform.url));
  // A page of this origin without the console: it observes messages, locks and the stored record, and takes no part.
  const watcher = await context.newPage();
  await watcher.goto('/api/config');
  const words = await listenToHubs(watcher);
  const leadChanges = await watchLead(watcher);
  await expect.poll(async () => (await leadChanges()).length).toBe(1);
  await expect.poll(() => openStreams(platform)).toBe(1);
  await expectWholeRecord(watcher, oracle);

  await watcher.evaluate((ms) => new BroadcastChannel('test-hub').postMessage({ sleepMs: ms }), sleepMs);
  await expect.poll(async () => (await words()).map(({ what }) => what)).toEqual(['silent']);
  const read = await Promise.all(wanted.map((call) => readsOf(platform, call)));
  await expect.poll(async () => (await leadChanges()).length, { timeout: sleepMs }).toBe(2);
  const silentAt = (await words())[0]?.at ?? Number.NaN;
  const tookMs = ((await leadChanges())[1] ?? Number.NaN) - silentAt;
  test.info().annotations.push({ type: 'measured', description: `another leads after ${tookMs} ms` });
  expect(tookMs).toBeLessThan(replacedWithinMs);

  // A new hub fetches each once by itself (D-37); more reads prove that a subscription is served.
  for (const [index, call] of wanted.entries()) {
    await expect.poll(() => readsOf(platform, call), { message: call, timeout: 60_000 }).toBeGreaterThan((read[index] ?? 0) + 2);
  }
  for (const tab of [page, other]) await expect(connected(tab)).toBeVisible();
  await expectWholeTransactions(watcher);
  await expectWholeRecord(watcher, oracle);

  // After it resumes it closes its stream and follows.
  await expect.poll(async () => (await words()).at(-1)?.what, { timeout: 60_000 }).toBe('awake');
  await expect.poll(() => openStreams(platform), { timeout: 60_000 }).toBe(1);
  await expectWholeTransactions(watcher);
  await expectWholeRecord(watcher, oracle);
  for (const tab of [page, other]) await expect(connected(tab)).toBeVisible();
  // One new hub for both tabs, and no third.
  expect((await words()).map(({ what, hub }) => `${hub} ${what}`)).toEqual(['ukweli-hub silent', 'ukweli-hub:1 begun', 'ukweli-hub awake']);
  expect((await leadChanges()).length).toBe(2);
  expect(complaints.all()).toEqual([]);
});
