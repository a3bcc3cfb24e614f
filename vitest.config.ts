import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptModules, usedParts, wholeWorkers } from './scripts/browserTestPlugins.ts';
import { chromiumFlags, findHeadlessShell } from './scripts/chromium.mjs';
import { withCssLayers } from './scripts/cssLayers.ts';
import { findPostgres } from './scripts/postgres.mjs';
import { platformTests, postgresTests, waitsForProcesses } from './scripts/testKinds.mjs';

const executablePath = findHeadlessShell();
const hasPostgres = process.env['TEST_DATABASE_URL'] !== undefined || findPostgres() !== undefined;
const everywhere = ['**/node_modules/**', '**/dist/**', '**/.data/**', '.cache/**', 'e2e/**'];

/** Derived from the imports of the test files (scripts/testKinds.mjs). */
const withPlatform = platformTests();
const onPostgres = postgresTests();

/** A limit, not a wait; vitest's default of a second is too short on a busy machine. */
const patient = { poll: { timeout: 15_000 } } as const;

/**
 * In Node, many files share a process: one process per file costs more than the tests themselves (136 s against 59 s on two idle cores).
 * Tests share no module state.
 */
const inNode = {
  environment: 'node',
  isolate: false,
  pool: 'forks',
  // Limits too: three days of fake time take five seconds on an idle core, and a minute on a busy one.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: patient,
  setupFiles: ['tests/builders/patience.ts', 'tests/builders/nodeFile.ts'],
};

/** Files that wait for processes first, then vitest's order: by the last run's durations if known, by size otherwise. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = new Set(sorted.filter(({ moduleId }) => waitsForProcesses(moduleId)));
    return [...long, ...sorted.filter((file) => !long.has(file))];
  }
}

/** `x.test.ts` runs in Node (`platform`: with its own platform), `x.browser.test.tsx` in a real Chromium. */
export default defineConfig({
  define: { __BUILD__: JSON.stringify('test') },
  cacheDir: '.cache/vitest',
  test: {
    // By default vitest leaves a core idle: 40 s for the unit tests on two cores, 20 s with both.
    maxWorkers: 2,
    // What the unit tests have compiled, those on a platform read: a third of their time for loading modules. Kept by content.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest/modules' },
    sequence: { sequencer: LongFirst },
    strictTags: false, // Tags are ids of docs/ledger.json, which `npm run ledger` compares with its rows.
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          ...inNode,
          include: ['{src,server,scripts,tests,bench}/**/*.test.{ts,tsx}'],
          exclude: [...everywhere, ...withPlatform, ...onPostgres, '**/*.browser.test.*'],
        },
      },
      {
        extends: true,
        test: { name: 'platform', ...inNode, include: withPlatform, exclude: everywhere },
      },
      // The same tests on PostgreSQL, and those for PostgreSQL only: broken connections, several instances. Skipped without PostgreSQL.
      ...(hasPostgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                ...inNode,
                include: onPostgres,
                exclude: everywhere,
                env: { TEST_DATABASE: 'postgres' },
                globalSetup: ['server/testing/postgresSetup.ts'],
              },
            },
          ]
        : []),
      {
        extends: true,
        plugins: [react({ jsxImportSource: '#drawn' }), withCssLayers(), wholeWorkers(), usedParts(), keptModules()],
        // If found late, they would be bundled again during a run, and the page would hold two copies of React.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
            'dexie',
            'comlink',
            'fake-indexeddb/auto',
            'jose',
            'uplot',
            'wouter',
            'wouter/use-browser-location',
            'workbox-window',
            'zod/mini',
            '@simplewebauthn/browser',
            '@chakra-ui/react/anatomy',
            '@tanstack/query-core',
            '@tanstack/react-query',
            '@tanstack/react-query-persist-client',
            '@tanstack/react-table',
            '@tanstack/react-virtual',
          ],
        },
        test: {
          name: 'browser',
          include: ['{src,tests}/**/*.browser.test.{ts,tsx}'],
          exclude: everywhere,
          setupFiles: ['tests/builders/patience.ts'],
          testTimeout: 180_000,
          expect: patient,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
