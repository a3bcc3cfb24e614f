import { defineConfig } from '@playwright/test';

/**
 * Stories that wait most of their time, for heartbeats, retries and intervals as long as they are in earnest. They have a lane of their own beside the two
 * that keep the machine's cores busy: among the others, each would hold one of those idle.
 */
const waiting = ['deploy', 'faults*', 'manyTabs'].map((name) => `**/${name}.e2e.ts`);

/** What a person sees, against the built platform (`npm run e2e` builds first). Every test starts its own platform and browser (e2e/support), so files run side by side. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/seedOnce.ts',
  outputDir: 'test-results',
  timeout: 240_000,
  expect: { timeout: 30_000 }, // a limit, not a wait: three stories share two cores with three platforms and three browsers
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'working', testMatch: '**/*.e2e.ts', testIgnore: waiting, workers: 2 },
  ],
  fullyParallel: false,
  forbidOnly: true,
  retries: 0, // a test that passes at the second try tells a lie at the first
  reporter: 'list',
});
