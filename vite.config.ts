import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { withClassicScripts } from './scripts/classicScripts.ts';
import { noteShipped } from './scripts/noteShipped.ts';
import { withVerifyPage } from './scripts/verifyPage.ts';
import { webManifest } from './scripts/webManifest.ts';
import { everyEndpoint } from './src/contracts/everyEndpoint.ts';

/** Where `npm run dev` runs the platform (scripts/dev.mjs). */
const platform = process.env['PLATFORM_URL'] ?? 'http://127.0.0.1:4174';
const build = process.env['UKWELI_BUILD'] ?? `dev-${new Date().toISOString()}`;

/** Hands the service worker the paths that the endpoint table marks for it, without the table's schemas. */
function readablePaths(): Plugin {
  const name = 'virtual:readable-paths';
  const paths = Object.values(everyEndpoint)
    .filter((endpoint) => endpoint.cache === 'sw')
    .map((endpoint) => endpoint.path);
  return {
    name: 'ukweli:readable-paths',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export const readablePaths = ${JSON.stringify(paths)};` : null),
  };
}

/** A worker's file is named after its room, `assets/evidence-<hash>.js`: the platform gives the evidence worker a policy of its own by that name. */
function nameOfWorker({ facadeModuleId, name }: { readonly facadeModuleId?: string | null; readonly name: string }): string {
  const room = /\/workers\/([^/]+)\/entry\.ts/.exec(facadeModuleId ?? '')?.[1];
  return `assets/${room ?? name}-[hash].js`;
}

export default defineConfig({
  define: { __BUILD__: JSON.stringify(build) },
  plugins: [
    react({ jsxImportSource: '#drawn' }), // src/ui/drawn/jsx-runtime.ts
    noteShipped(),
    withClassicScripts(),
    withVerifyPage(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: null, // the page registers it itself, through its one Trusted Types policy
      includeManifestIcons: false,
      manifest: webManifest(fileURLToPath(new URL('public', import.meta.url))),
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [readablePaths(), noteShipped()] },
        globPatterns: ['index.html', 'theme.js', 'boot.js', 'boot.css', 'favicon.svg', 'assets/**/*.{js,css,woff2,svg,wasm}'],
        // Precached files keep the headers they came with. The platform writes a digest of the shell's content security policy in this place
        // when it serves /sw.js, so that a changed policy is a changed shell (FINDINGS).
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) => {
              if (entry.url === 'index.html') return { ...entry, revision: `${entry.revision ?? ''}-SHELL_POLICY` };
              // A name with a digest in it needs no revision, and workbox takes the name alone: a tenth of a kilobyte less before each cold start.
              return entry.revision === null ? (entry.url as unknown as typeof entry) : entry; // workbox's own type knows objects only
            }),
            warnings: [],
          }),
        ],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
  ],
  worker: { format: 'es', plugins: () => [noteShipped()], rolldownOptions: { output: { entryFileNames: nameOfWorker } } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true, // which chunk holds what; scripts/build.mjs moves it out of what is served
    assetsInlineLimit: 0, // the content security policy allows data: for images only
    modulePreload: {
      polyfill: false,
      // Of what a lazy part needs, the page's first file lists the style sheets alone, which nothing else would fetch. Its scripts name each other, the
      // service worker holds them all, and their list is two kilobytes that everybody would wait for.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((file) => file.endsWith('.css')),
    },
    chunkSizeWarningLimit: 900,
    // What the page needs at once is one file. Left to itself the bundler cuts it wherever a lazy screen shares a piece of it:
    // twelve more files with 39 screens and dialogs, and nine kilobytes more to send, since each is compressed alone.
    // So is what the Overview needs besides. Small things that several later parts share are one file too: by themselves they were fifty of some
    // hundred bytes, each with a line of its own in the list that the service worker reads before each cold navigation.
    rolldownOptions: {
      treeshake: {
        // Emotion brings it for `withTheme`, which nothing here uses, and its package does not say that loading it does nothing.
        moduleSideEffects: [{ test: /node_modules[/](hoist-non-react-statics|react-is)[/]/, sideEffects: false }],
      },
      output: {
        // 42 bits tell apart what a house of some hundred files ever serves side by side, and every page and the service worker carry the names.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 3 },
            { name: 'overview', test: /[/]screens[/]overview[/]OverviewScreen[.]tsx$/, priority: 2 },
            {
              name: 'parts',
              test: /lucide-react.*icons|[/]src[/](bridge[/](use|apiClient|provenCall)|contracts[/](passkey|reauthentication|identity)|domain[/]|ui[/](controls|fields|page|panel|status|text|time))/,
              minShareCount: 2,
              maxModuleSize: 6000, // bytes
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': { target: platform },
      '/idp': { target: platform },
      '/tenants': { target: platform, ws: true },
    },
  },
});
