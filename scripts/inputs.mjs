import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** All inputs of a build. Tests and their tsconfigs do not affect it. */
const sources = [
  'src',
  'server',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/classicScripts.ts',
  'scripts/cssLayers.ts',
  'scripts/keptAssets.mjs',
  'scripts/noteShipped.ts',
  'scripts/precompress.mjs',
  'scripts/oneFile.mjs',
  'scripts/sbom.mjs',
  'scripts/shipped.mjs',
  'scripts/verify.ts',
  'scripts/verifyCommand.ts',
  'scripts/verifyFiles.ts',
  'scripts/verifyHelp.ts',
  'scripts/verifyInput.ts',
  'scripts/verifyOptions.ts',
  'scripts/verifyPack.ts',
  'scripts/verifyPage.ts',
  'scripts/verifyProof.ts',
  'scripts/verifyRecord.ts',
  'scripts/webManifest.ts',
];
const leftOut = /\.test\.tsx?$|(^|\/)\.|\.md$/;

/**
 * @param {string} path relative to the root
 * @returns {string[]} the files under it, in a fixed order
 */
function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/**
 * SHA-256, in hex, over names and contents of all inputs of a build. Contents instead of times, so that a checkout, copy or touched file
 * neither hides a change nor causes a build.
 */
export function hashOfInputs() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesUnder)) {
    if (leftOut.test(path)) continue;
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
