// Long: loads every story.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from './root.mjs';
import { e2eStep, longE2eSteps, otherBrowserSteps, soakStep } from './steps.mjs';

/** The stories that a step's arguments select. Unknown arguments are refused, since they might leave stories out. */
function asked(argv: readonly string[]): (line: string) => boolean {
  const projects: string[] = [];
  const files: string[] = [];
  const titles: string[] = [];
  for (const [at, word] of argv.entries()) {
    if (at < 2 || ['--reporter', '--output'].some((option) => word === option || argv[at - 1] === option)) continue;
    if (word.startsWith('--project=')) projects.push(`  [${word.slice('--project='.length)}] `);
    else if (word.startsWith('--grep=')) titles.push(word.slice('--grep='.length));
    else if (word.startsWith('e2e/')) files.push(` ${word.slice('e2e/'.length)}:`);
    else throw new Error(`'${word}' is not known here`);
  }
  const some = (words: readonly string[], line: string): boolean => words.length === 0 || words.some((word) => line.includes(word));
  return (line) => some(projects, line) && some(files, line) && some(titles, line);
}

it('every story is run by `npm test` or by `npm run test:long`, and by one of them alone', { tags: ['M-14'], timeout: 240_000 }, () => {
  const soak = soakStep(15);
  // One listing for all: the runner takes three seconds of a core to load the stories.
  const listing = execFileSync(process.execPath, [...e2eStep.argv.slice(0, 2), '--list', '--reporter=list'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...soak.env },
  });
  const stories = listing.split('\n').filter((line) => line.startsWith('  ['));
  // The soak is in a project of the long stories, but is listed only if its minutes are set.
  const isSoak = asked(soak.argv);
  const parts = [
    stories.filter(asked(e2eStep.argv)),
    ...longE2eSteps().map(({ argv }) => stories.filter(asked(argv)).filter((line) => !isSoak(line))),
    stories.filter(isSoak),
    ...otherBrowserSteps().map(({ argv }) => stories.filter(asked(argv))),
  ];
  for (const part of parts) expect(part.length).toBeGreaterThan(0);
  expect(parts.flat().toSorted()).toEqual(stories.toSorted());
});
