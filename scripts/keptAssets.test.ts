import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptBuilds, replaceBuild } from './keptAssets.mjs';

describe('what is kept of earlier builds', { tags: ['F-19'] }, () => {
  let dist = '';
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'ukweli-kept-'));
  });
  afterEach(() => rmSync(dist, { recursive: true, force: true }));

  const deploy = (assets: readonly string[], before: string) => {
    mkdirSync(join(dist, 'next/assets'), { recursive: true });
    for (const name of assets) writeFileSync(join(dist, 'next/assets', name), name);
    writeFileSync(join(dist, 'next/index.html'), assets.join());
    replaceBuild({ next: join(dist, 'next'), web: join(dist, 'web'), kept: join(dist, 'kept') }, before);
  };
  const kept = () =>
    existsSync(join(dist, 'kept'))
      ? readdirSync(join(dist, 'kept'))
          .sort()
          .map(
            (build) =>
              `${build}: ${readdirSync(join(dist, 'kept', build, 'assets'))
                .sort()
                .join(' ')}`,
          )
      : [];

  it('nothing at the first build; then its assets, without what the next one holds too', () => {
    deploy(['shared', 'one'], '');
    expect(kept()).toEqual([]);
    deploy(['shared', 'two'], 'b1');
    expect(kept()).toEqual(['b1: one']);
    expect(readdirSync(join(dist, 'web')).sort()).toEqual(['assets', 'index.html']);
  });

  it(`the last ${keptBuilds}, and all that their pages ask for`, () => {
    for (const [index, before] of ['', 'b1', 'b2', 'b3', 'b4'].entries()) deploy(['shared', `chunk${index + 1}`], before);
    expect(kept()).toEqual(['b2: chunk2', 'b3: chunk3', 'b4: chunk4']);
    // A file is kept as long as a kept build used it.
    deploy(['chunk6'], 'b5');
    expect(kept()).toEqual(['b3: chunk3', 'b4: chunk4', 'b5: chunk5 shared']);
  });
});
