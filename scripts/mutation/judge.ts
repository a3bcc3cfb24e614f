import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest } from 'vitest/node';
import type { Plugin } from 'vite';
import { root } from '../root.mjs';
import type { Session } from './session.ts';
import { type Numbered, woven } from './woven.ts';

/**
 * A process that runs tests on sources with mutants woven in: the tools are loaded once for many mutants. Changes are in memory only;
 * nothing on disk is touched. The work happens in `runner.ts`, inside the test process.
 */
const [path = ''] = process.argv.slice(2);
// The court wrote it.
const { mutants, cover, cases, journal } = JSON.parse(readFileSync(path, 'utf8')) as Session;
const byFile = new Map<string, Numbered[]>();
for (const mutant of mutants) byFile.set(mutant.path, [...(byFile.get(mutant.path) ?? []), mutant]);
const weaving: Plugin = {
  name: 'ukweli:mutants',
  enforce: 'pre',
  transform(code, id) {
    // With a query it is another module made from that file: the URL of a worker script.
    const own = byFile.get(relative(root, id).replaceAll('\\', '/'));
    const other = own?.find(({ start, end, was }) => code.slice(start, end) !== was);
    if (other !== undefined) throw new Error(`${other.path} was changed while its mutants were judged`);
    return own === undefined ? null : { code: woven(code, own), map: null };
  },
};
/** No effective timeout: the runner measures time with its own clock. */
const never = 3_600_000;
const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    run: true,
    isolate: false,
    pool: 'forks',
    maxWorkers: 1,
    passWithNoTests: true,
    runner: join(root, 'scripts/mutation/runner.ts'),
    provide: { mutation: { journal, cover, cases, size: 1 + Math.max(0, ...mutants.map(({ id }) => id)) } },
    testTimeout: never,
    hookTimeout: never,
    expect: { poll: { timeout: 15_000 } },
    strictTags: false,
    include: ['{src,server,scripts,tests}/**/*.test.{ts,tsx}'],
    reporters: [{}],
  },
  { define: { __BUILD__: JSON.stringify('test') }, cacheDir: join(root, '.cache/mutation/vite'), plugins: [weaving] },
);
const pretext = cover[0] ?? cases.find(({ files }) => files.length > 0)?.files[0]?.path;
if (pretext !== undefined) await vitest.runTestSpecifications([vitest.getRootProject().createSpecification(join(root, pretext))]);
await vitest.close();
process.exit(0);
