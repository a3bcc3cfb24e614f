import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';

const executablePath = findChromium();
const everywhere = ['**/node_modules/**', '**/dist/**', '**/.data/**', '.cache/**', 'e2e/**'];

/** Files that start platforms and databases as processes of their own; `npm run check` leaves them to `npm test`. */
const slow = ['server/main.test.ts', 'server/app.test.ts', 'server/db/database.test.ts', 'server/realtime/instances.test.ts'];
const leftOut = process.env['QUICK_TESTS'] === '1' ? slow : [];

/** Two kinds of test: `x.test.ts` in Node, `x.browser.test.tsx` in a real Chromium. */
export default defineConfig({
  define: { __BUILD__: JSON.stringify('test') },
  cacheDir: '.cache/vitest',
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,server,scripts,tests,bench}/**/*.test.{ts,tsx}'],
          exclude: [...everywhere, ...leftOut, '**/*.browser.test.*'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        // Found late, they would be bundled anew in the middle of a run, and the page would hold two copies of React.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
            'dexie',
            'dexie-react-hooks',
            'comlink',
            'fake-indexeddb/auto',
            'jose',
            'lucide-react',
            'uplot',
            'wouter',
            'workbox-window',
            'zod/mini',
            '@chakra-ui/react',
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
          testTimeout: 30_000,
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
