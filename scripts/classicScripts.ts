import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { noteModules } from './noteShipped.ts';
import { root } from './root.mjs';
import { modulesIn } from './shipped.mjs';

/**
 * Classic scripts that pages load before, beside or without the console's bundle. Each is one file with a stable name, since
 * `index.html`, `recover.html`, the provider's page and the precache list refer to it. Built from src/classic.
 */
export const classicScripts = ['theme', 'boot', 'nudge', 'passkey', 'countdown', 'recover'] as const;
export type ClassicScript = (typeof classicScripts)[number];

/** Builds a script's text: its imports are bundled in, and it defines no globals. */
export async function classicScript(name: ClassicScript): Promise<string> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, `src/classic/${name}.ts`)],
    bundle: true,
    format: 'iife',
    target: 'es2022', // Safari 17 and newer (D-40)
    minify: true,
    write: false,
    metafile: true,
  });
  noteModules(modulesIn(metafile));
  return outputFiles[0]?.text ?? '';
}

/** Vite plugin: emits the scripts at the root of the build, and serves them in development. */
export function withClassicScripts(): Plugin {
  return {
    name: 'ukweli:classic-scripts',
    async generateBundle() {
      for (const name of classicScripts) this.emitFile({ type: 'asset', fileName: `${name}.js`, source: await classicScript(name) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = classicScripts.find((each) => request.url?.split('?')[0] === `/${each}.js`);
        if (name === undefined) return next();
        classicScript(name).then((text) => response.setHeader('Content-Type', 'text/javascript').end(text), next);
      });
    },
  };
}
