import { defineConfig } from '@playwright/test';

/** What a person sees, against the built platform (`npm run e2e` builds first). Every test starts its own platform and browser (e2e/support), so files run side by side. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/seedOnce.ts',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  timeout: 240_000,
  expect: { timeout: 30_000 }, // a limit, not a wait: two stories share two cores with two platforms and two browsers
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0, // a test that passes at the second try tells a lie at the first
  reporter: 'list',
});
