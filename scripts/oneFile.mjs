import { join } from 'node:path';
import { root } from './root.mjs';
import { modulesIn } from './shipped.mjs';

/**
 * Bundles the command that checks proofs and evidence (scripts/verify.ts) into one file that Node runs without the repository or packages
 * (issue 15, point 10).
 * @param {string} outfile
 * @returns {Promise<string[]>} the modules in it
 */
export async function bundleCommand(outfile) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    entryPoints: [join(root, 'scripts/verify.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    legalComments: 'none',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'silent',
    metafile: true,
  });
  return modulesIn(metafile);
}
