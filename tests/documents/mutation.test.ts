import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { explainedIn } from '../../scripts/mutation/explained.ts';
import { mutantsOf } from '../../scripts/mutation/mutants.ts';
import { root } from '../../scripts/root.mjs';

const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

it('every change that docs/MUTATION.md explains is still one that the runner makes', { tags: ['M-13'] }, () => {
  const explained = explainedIn(sourceOf('docs/MUTATION.md'));
  expect(explained.length).toBeGreaterThan(50);
  const gone = explained.filter(
    ({ path, was, becomes }) =>
      !mutantsOf(path, sourceOf(path)).some((mutant) => oneLine(mutant.was) === was && oneLine(mutant.becomes) === becomes),
  );
  expect(gone).toEqual([]);
});
