import { defineConfig } from '@playwright/test';

/**
 * Stories that wait most of their time, for heartbeats, retries and intervals as long as they are in earnest. One of them at a time, beside two that keep
 * the machine busy: two together would leave the cores idle.
 */
const waiting = ['deploy', 'faults*', 'manyTabs', 'silentHub'].map((name) => `**/${name}.e2e.ts`);

/** An hour long: only where it is asked for, `SOAK_MINUTES=60 npm run e2e -- e2e/wallSoak.e2e.ts` (docs/WALL.md). */
const soaks = process.env['SOAK_MINUTES'] === undefined ? ['**/*Soak.e2e.ts'] : [];

/** The longest of the others, a minute or more each. They begin first: one that begins last leaves a core idle until it is done. */
const long = ['wall', 'accessible*', 'governance', 'errorCatalogue', 'finance*', 'compliance', 'evidence', 'session', 'switching'].map(
  (name) => `**/${name}.e2e.ts`,
);

/** Holds letters against kept pictures, which FreeType draws alike on every Linux (support/pictures.ts) and other systems draw in their own way. */
const pictured = process.platform === 'linux' ? [] : ['**/designSystem.e2e.ts'];

/** What a person sees, against the built platform (`npm run e2e` builds first). Every test starts its own platform and browser (e2e/support), so files run side by side. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/seedOnce.ts',
  outputDir: 'test-results',
  // One picture for every machine (support/pictures.ts says why that holds), and none is written but where it is asked for: a missing one fails.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  updateSnapshots: 'none',
  // Limits, not waits: stories share the cores with their platforms and browsers, and the longest takes two minutes and a half on a busy machine.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  // Two that keep the machine busy and one that mostly waits. With three busy ones on two cores load stood at 14, and stories met moments that come of nothing else.
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'long', testMatch: long, workers: 2 },
    { name: 'working', testMatch: '**/*.e2e.ts', testIgnore: [...waiting, ...long, ...soaks, ...pictured], workers: 2 },
  ],
  fullyParallel: false, // a file's own preparations are made once
  forbidOnly: true,
  retries: 0, // a test that passes at the second try tells a lie at the first
  reporter: 'list',
});
