import { defineConfig } from '@playwright/test';
import { longTag, storyKinds } from './scripts/testKinds.mjs';

/** Told by what the stories say and do (scripts/testKinds.mjs): no list to forget one on. */
const { long, patient } = storyKinds();
const globs = (names: readonly string[]) => names.map((name) => `**/${name}`);

/** In browsers that may not be installed: each is asked for by name (scripts/steps.mjs). */
const otherBrowsers = '**/otherBrowsers.e2e.ts';

/** An hour long: only where it is asked for, `npm run soak` (docs/WALL.md). */
const soaks = process.env['SOAK_MINUTES'] === undefined ? ['**/*Soak.e2e.ts'] : [];

/** The longest of those that play no outage. They begin first: one that begins last leaves a core idle until it is done. */
const first = ['accessiblePhone', 'keyboard'].map((name) => `**/${name}.e2e.ts`);

/** Holds letters against kept pictures, which FreeType draws alike on every Linux (support/pictures.ts) and other systems draw in their own way. */
const pictured = process.platform === 'linux' ? [] : ['**/designSystem.e2e.ts'];

/** How long what is expected may take to come about, milliseconds: a console that has its platform shows it within seconds, on a busy machine too. */
const atOnce = 30_000;
/** The same where a link or a platform goes and comes back: the console asks again at the pace of its back-off, half a minute at the longest. */
const atBackOffs = 60_000;

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
  // Below the story's own limit: an act that can never be done fails with what it waited for, and not with the story's time alone.
  use: { actionTimeout: 120_000 },
  expect: { timeout: atOnce },
  // Two that keep the machine busy and one that mostly waits. With three busy ones on two cores load stood at 14, and stories met moments that come of nothing else.
  workers: 3,
  projects: [
    // Of `npm run test:long`. Stories that wait most of their time, for heartbeats, retries and intervals as long as they are in earnest: one beside another.
    {
      name: 'waiting',
      testMatch: globs(long),
      testIgnore: [...soaks, ...pictured, otherBrowsers],
      workers: 2,
      expect: { timeout: atBackOffs },
    },
    { name: 'seldom', testMatch: '**/*.e2e.ts', testIgnore: globs(long), grep: longTag, workers: 2, expect: { timeout: atBackOffs } },
    { name: 'browsers', testMatch: otherBrowsers, workers: 1 },
    // Of `npm test`.
    { name: 'first', testMatch: first, testIgnore: globs([...long, ...patient]), grepInvert: longTag, workers: 2 },
    { name: 'outages', testMatch: globs(patient), grepInvert: longTag, workers: 2, expect: { timeout: atBackOffs } },
    {
      name: 'working',
      testMatch: '**/*.e2e.ts',
      testIgnore: [...globs([...long, ...patient]), ...first],
      grepInvert: longTag,
      workers: 2,
    },
  ],
  fullyParallel: false, // a file's own preparations are made once
  forbidOnly: true,
  retries: 0, // a test that passes at the second try tells a lie at the first
  reporter: 'list',
});
