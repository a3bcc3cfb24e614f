// Long: tabs that end one after another, each held to seconds.
import type { BrowserContext, Page } from '@playwright/test';
import { connected } from './support/connection.ts';
import { openStreams, readsOf } from './support/metrics.ts';
import { cookiesFor, createOracle } from './support/oracle.ts';
import { arrive } from './support/people.ts';
import { expectWholeRecord, expectWholeTransactions } from './support/record.ts';
import { crash, endTabWorker, leaderOf, reloadTab, watchLead, withoutSharedWorker } from './support/tabWorkers.ts';
import { expect, test } from './support/test.ts';
import { freezeTabWorker } from './support/workerTargets.ts';

// What becomes of tabs and their workers is the browser's own doing: all of it.
test.use({ browserOptions: { whole: true } });

/** What a tab shows, and the call that its hub makes again and again while events of that topic come and somebody looks. */
const looks = {
  health: { path: '/system/health', call: '/api/health' },
  pipeline: { path: '/operations/pipeline', call: '/api/pipeline' },
} as const;
type Look = keyof typeof looks;

/** F-13: one leader again, milliseconds. */
const limitMs = 5_000;

async function openTab(context: BrowserContext, look: Look): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(looks[look].path);
  await expect(connected(tab)).toBeVisible();
  return tab;
}

test.describe('without SharedWorker', () => {
  // Every kind of leader's end in the middle of events; few enough that what waits for the next leader fills no ring, which would drop its oldest (C-81).
  test.use({ platformEnv: { SIMULATION: 'live', SIMULATION_PACE: '6' } });

  test('[K-7] [F-13] [D-14] the leader reloaded, its worker ended, it frozen, crashed, closed: another leads, one stream, what tabs want is fetched on, no event lost or doubled', async ({
    page,
    context,
    platform,
  }) => {
    await withoutSharedWorker(context);
    await arrive(page, 'admin', looks.health.path);
    await expect(connected(page)).toBeVisible();
    const oracle = createOracle(platform.url, await cookiesFor(context, platform.url));
    // A page of this origin without the console: it sees the locks and the stored record, and takes part in nothing.
    const watcher = await context.newPage();
    await watcher.goto('/api/config');
    const tabs = new Map<Page, Look>([
      [page, 'health'],
      [await openTab(context, 'pipeline'), 'pipeline'],
      [await openTab(context, 'health'), 'health'],
    ]);
    await expect.poll(() => openStreams(platform)).toBe(1);
    // Whoever was first leads.
    await expect.poll(async () => (await leaderOf([...tabs.keys()])) === page).toBe(true);
    const changes = await watchLead(watcher);
    const took: Record<string, number> = {};

    /** A tab that comes back starts its worker anew: who leads may not be told for a moment. */
    const presentLeader = async (what: string): Promise<Page> => {
      let found: Page | null = null;
      await expect.poll(async () => (found = await leaderOf([...tabs.keys()])) !== null, { message: `${what}: a leader` }).toBe(true);
      if (found === null) throw new Error(`${what}: nobody leads`);
      return found;
    };

    /** Ends the leader's lead in some way that tells when, epoch milliseconds, and holds the console to what must be so after it. */
    const survive = async (what: string, end: (leader: Page) => Promise<number>, gone: 'back' | 'away' | 'gone'): Promise<void> => {
      const leader = await presentLeader(what);
      const look = tabs.get(leader);
      if (gone !== 'back') tabs.delete(leader);
      const before = (await changes()).length;
      const at = await end(leader);
      await expect.poll(async () => (await changes()).length).toBeGreaterThan(before);
      took[what] = ((await changes())[before] ?? 0) - at;
      const wanted = [...new Set([...tabs.values()].map((name) => looks[name].call))];
      const read = await Promise.all(wanted.map((call) => readsOf(platform, call)));
      for (const tab of tabs.keys()) await expect(connected(tab), what).toBeVisible();
      // Once each is what a new hub fetches by itself (D-37); more than that is somebody's wish.
      for (const [index, call] of wanted.entries()) {
        await expect.poll(() => readsOf(platform, call), { message: `${what}: ${call}` }).toBeGreaterThan((read[index] ?? 0) + 2);
      }
      // A frozen leader's connection lives on until it wakes up and closes it.
      if (gone !== 'away') await expect.poll(() => openStreams(platform), { message: `${what}: streams` }).toBe(1);
      await expectWholeTransactions(watcher);
      await expectWholeRecord(watcher, oracle);
      if (gone === 'away' && look !== undefined) tabs.set(leader, look);
    };

    await survive('reloaded', reloadTab, 'back');
    await survive('worker ended', endTabWorker, 'back');

    let thaw = async () => {};
    await survive(
      'frozen',
      async (leader) => {
        const frozen = await freezeTabWorker(context, leader);
        thaw = frozen.thaw;
        return frozen.at;
      },
      'away',
    );
    await thaw();
    // Awake, it has nothing to say any more: its stream is closed and it follows.
    await expect.poll(() => openStreams(platform)).toBe(1);
    for (const tab of tabs.keys()) await expect(connected(tab)).toBeVisible();
    await expectWholeRecord(watcher, oracle);

    await survive('crashed', (leader) => crash(context, leader), 'gone');
    await survive(
      'closed',
      async (leader) => {
        const at = Date.now();
        await leader.close();
        return at;
      },
      'gone',
    );

    test.info().annotations.push({ type: 'another leads after, ms', description: JSON.stringify(took) });
    for (const [what, ms] of Object.entries(took)) expect(ms, `${what}: another leads`).toBeLessThan(limitMs);
    // On an idle machine each is well under a second but the frozen one, which has to be noticed first; beside other work the best of them is.
    expect(Math.min(...Object.values(took)), JSON.stringify(took)).toBeLessThan(1_000);
  });
});
