import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/root.mjs';
import { type Chunk, closureOf, gzippedKilobytes } from './sizes.ts';

// `npm run bench`: measures what budgets.json holds a limit for, on the build as it is, and fails on a missed limit.
interface Budget {
  readonly unit: string;
  readonly most: number;
  readonly what: string;
}

const web = join(root, 'dist/web');
const chunks = JSON.parse(readFileSync(join(root, 'dist/chunks.json'), 'utf8')) as Readonly<Record<string, Chunk>>; // Vite's own file, of this build
const budgets = JSON.parse(readFileSync(join(root, 'bench/budgets.json'), 'utf8')) as Readonly<Record<string, Budget>>; // ours

const measures: Readonly<Record<string, () => number>> = {
  overviewJavaScript: () => gzippedKilobytes(web, closureOf(chunks, ['index.html', 'src/screens/overview/OverviewScreen.tsx'])),
  serviceWorker: () => gzippedKilobytes(web, ['sw.js']),
};

console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
let missed = 0;
for (const [name, { unit, most, what }] of Object.entries(budgets)) {
  const measure = measures[name];
  if (measure === undefined) throw new Error(`budgets.json names '${name}', which nothing measures.`);
  const value = measure();
  if (value > most) missed += 1;
  console.log(`${value <= most ? 'ok  ' : 'OVER'} ${name}: ${value.toFixed(1)} of ${most} ${unit} (${what})`);
}
process.exitCode = missed === 0 ? 0 : 1;
