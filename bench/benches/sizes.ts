import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import type { Bench } from '../support/bench.ts';
import { type Chunk, closureOf, gzippedKilobytes, keyOf } from '../support/sizes.ts';

const web = join(root, 'dist/web');

/** Download size before the first figures, from the existing build. Sizes do not vary, so there is one round. */
export const sizes: Bench = () => {
  const chunks = JSON.parse(readFileSync(join(root, 'dist/chunks.json'), 'utf8')) as Readonly<Record<string, Chunk>>; // Vite's own file, of this build
  const before = closureOf(chunks, ['index.html', keyOf(chunks, 'overview')]);
  return Promise.resolve({
    figures: [
      { name: 'overviewJavaScript', value: gzippedKilobytes(web, before), detail: `${before.size} files, gzip level 9` },
      { name: 'serviceWorker', value: gzippedKilobytes(web, ['sw.js']), detail: 'sw.js, gzip level 9' },
    ],
    notes: [],
  });
};
