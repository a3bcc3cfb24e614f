import { defineConfig } from '@playwright/test';
import { longTag, storyKinds } from './scripts/testKinds.mjs';

/** Derived from the content of the test files (scripts/testKinds.mjs), so that no list needs maintenance. */
const { long, patient } = storyKinds();
const globs = (names: readonly string[]) => names.map((name) => `**/${name}`);

/** Browsers that may not be installed; each is run by name (scripts/steps.mjs). */
const otherBrowsers = '**/otherBrowsers.e2e.ts';

/** An hour long: only on request, `npm run soak` (docs/WALL.md). */
const soaks = process.env['SOAK_MINUTES'] === undefined ? ['**/*Soak.e2e.ts'] : [];

/** The longest test without outages. It starts first: if it started last it would leave a core idle at the end. */
const first = ['**/keyboard.e2e.ts'];

/** Compares rendered text with stored pictures: FreeType renders alike on every Linux (support/pictures.ts), other systems differ. */
const pictured = process.platform === 'linux' ? [] : ['**/designSystem.e2e.ts'];

/** Timeout of expectations, milliseconds: a connected console shows a change within seconds, even on a busy machine. */
const atOnce = 30_000;
/** The same for tests in which a link or platform goes and comes back: the back-off is half a minute at most. */
const atBackOffs = 60_000;

/**
 * End-to-end tests against the built platform (`npm run e2e` builds first). Every test starts its own platform and browser (e2e/support),
 * so files run in parallel.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/seedOnce.ts',
  outputDir: 'test-results',
  // One picture for all machines (support/pictures.ts explains why). Pictures are written only on request: a missing one fails.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  updateSnapshots: 'none',
  // A limit, not a wait: tests share the cores with their platforms and browsers, and the longest takes two and a half minutes on a busy
  // machine.
  timeout: 480_000,
  // Less than the test's own limit: an action that cannot succeed fails with what it waited for, not with the test's timeout.
  use: { actionTimeout: 120_000 },
  expect: { timeout: atOnce },
  // Two tests that keep the machine busy and one that mostly waits. Three busy ones on two cores raised the load to 14, and tests failed
  // only because of that.
  workers: 3,
  projects: [
    // For `npm run test:long`. These tests mostly wait, for real heartbeats, retries and intervals, so two run at a time.
    {
      name: 'waiting',
      testMatch: globs(long),
      testIgnore: [...soaks, ...pictured, otherBrowsers],
      workers: 2,
      expect: { timeout: atBackOffs },
    },
    { name: 'seldom', testMatch: '**/*.e2e.ts', testIgnore: globs(long), grep: longTag, workers: 2, expect: { timeout: atBackOffs } },
    { name: 'browsers', testMatch: otherBrowsers, workers: 1 },
    // For `npm test`.
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
  fullyParallel: false, // A file's set-up is done once.
  forbidOnly: true,
  retries: 0, // A test that passes only on retry is flaky and must fail.
  reporter: 'list',
});
