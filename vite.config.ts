import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { withClassicScripts } from './scripts/classicScripts.ts';
import { withCssLayers } from './scripts/cssLayers.ts';
import { noteShipped } from './scripts/noteShipped.ts';
import { withVerifyPage } from './scripts/verifyPage.ts';
import { webManifest } from './scripts/webManifest.ts';
import { everyEndpoint } from './src/contracts/everyEndpoint.ts';

/** Where `npm run dev` runs the platform (scripts/dev.mjs). */
const platform = process.env['PLATFORM_URL'] ?? 'http://127.0.0.1:4174';
const build = process.env['UKWELI_BUILD'] ?? `dev-${new Date().toISOString()}`;

/** Gives the service worker the paths that the endpoint table marks for its cache, without bundling the table's schemas. */
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

/** Leaves out wouter's parser of route patterns: the screen table matches addresses, so it never runs, and the first page is full. */
function withoutRoutePatterns(): Plugin {
  const name = '\0no-route-patterns';
  return {
    name: 'ukweli:no-route-patterns',
    enforce: 'pre',
    resolveId: (id) => (id === 'regexparam' ? name : null),
    load: (id) => (id === name ? `export const parse = () => { throw new Error('No route has a pattern'); };` : null),
  };
}

/**
 * Names a worker's file after its folder, `assets/evidence-<hash>.js`: by that name the platform gives the evidence worker its own
 * content security policy.
 */
function nameOfWorker({ facadeModuleId, name }: { readonly facadeModuleId?: string | null; readonly name: string }): string {
  const room = /\/workers\/([^/]+)\/entry\.ts/.exec(facadeModuleId ?? '')?.[1];
  return `assets/${room ?? name}-[hash].js`;
}

export default defineConfig({
  define: { __BUILD__: JSON.stringify(build) },
  plugins: [
    react({ jsxImportSource: '#drawn' }), // src/ui/drawn/jsx-runtime.ts
    withoutRoutePatterns(),
    withCssLayers(),
    noteShipped(),
    withClassicScripts(),
    withVerifyPage(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: null, // The page registers it itself, through its only Trusted Types policy.
      includeManifestIcons: false,
      manifest: webManifest(fileURLToPath(new URL('public', import.meta.url))),
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [readablePaths(), noteShipped()] },
        globPatterns: ['index.html', 'theme.js', 'boot.js', 'boot.css', 'favicon.svg', 'assets/**/*.{js,css,woff2,svg,wasm}'],
        // Precached files keep their original headers. When serving /sw.js the platform replaces this placeholder with a digest of the
        // shell's content security policy, so that a changed policy is a changed shell (FINDINGS).
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) => {
              if (entry.url === 'index.html') return { ...entry, revision: `${entry.revision ?? ''}-SHELL_POLICY` };
              // A file name with a digest needs no revision, and workbox accepts a bare name: 0.1 kB less before each cold start.
              return entry.revision === null ? (entry.url as unknown as typeof entry) : entry; // workbox's type declares objects only.
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
    manifest: true, // Which chunk contains what; scripts/build.mjs moves it out of the served folder.
    assetsInlineLimit: 0, // The content security policy allows data: URLs for images only.
    modulePreload: {
      polyfill: false,
      // For lazy chunks preload only the style sheets, which nothing else would fetch. Scripts import each other and the service worker has
      // them all; listing them would add two kilobytes to every page's first file.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((file) => file.endsWith('.css')),
    },
    chunkSizeWarningLimit: 900,
    // The initial page is one file. By default the bundler splits it wherever a lazy screen shares a piece: twelve more files with 39
    // screens and dialogs, and nine kilobytes more, because each is compressed separately. What the Overview needs in addition is one file
    // too, and so are small modules shared by several lazy chunks: separately they were fifty files of some hundred bytes, each with an
    // entry in the list that the service worker reads before each cold navigation.
    rolldownOptions: {
      treeshake: {
        // Emotion imports them for `withTheme`, which nothing here uses, and the packages do not declare that loading them has no side
        // effects.
        moduleSideEffects: [{ test: /node_modules[/](hoist-non-react-statics|react-is)[/]/, sideEffects: false }],
      },
      output: {
        // 42 bits distinguish the few hundred files that a deployment serves side by side; every page and the service worker carry these
        // names.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 3 },
            { name: 'overview', test: /[/]screens[/]overview[/]OverviewScreen[.]tsx$/, priority: 2 },
            {
              name: 'parts',
              test: /lucide-react.*icons|[/]src[/](bridge[/][a-z]+[/](use|apiClient|provenCall)|contracts[/](passkey|reauthentication|identity)|domain[/]|ui[/](controls|evidence|fields|page|panel|status|text|time)|store[/]read[A-Z])/,
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
