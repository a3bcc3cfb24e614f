import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/root.mjs';

/**
 * Bundles a program of bench/ as one classic script, minified as for production. `entry` is relative to bench/; `locked` sets the app
 * lock's key.
 */
export async function bundle(entry: string, locked = false): Promise<string> {
  const built = await build({
    entryPoints: [join(root, 'bench', entry)],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    jsx: 'automatic',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', __BUILD__: '"bench"', __LOCKED__: String(locked), global: 'globalThis' },
    // bench/node_modules contains RxDB's older Dexie, which would be found first; use the console's.
    alias: entry.startsWith('peers/') ? {} : { dexie: join(root, 'node_modules/dexie') },
  });
  const script = built.outputFiles?.[0];
  if (script === undefined) throw new Error(`esbuild gave nothing for ${entry}`);
  return script.text;
}
