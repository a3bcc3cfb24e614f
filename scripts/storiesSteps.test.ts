import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from './root.mjs';
import { e2eStep, longE2eStep, otherBrowserSteps, soakStep } from './steps.mjs';

/** The stories that the runner finds for these arguments, one a line: project, place and title. */
function listed(argv: readonly string[], env: Readonly<Record<string, string>> = {}): readonly string[] {
  const words = argv.filter((word, at) => !['--reporter', '--output'].some((option) => [word, argv[at - 1]].includes(option)));
  const out = execFileSync(process.execPath, [...words, '--list', '--reporter=list'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return out.split('\n').filter((line) => line.startsWith('  ['));
}

it('[M-14] every story is run by `npm test` or by `npm run test:long`, and by one of them alone', { timeout: 240_000 }, () => {
  const soak = soakStep(15);
  const runner = e2eStep.argv.slice(0, 2);
  const parts = [
    listed(e2eStep.argv),
    listed(longE2eStep.argv),
    listed(soak.argv, soak.env),
    ...otherBrowserSteps().map(({ argv }) => listed(argv)),
  ];
  for (const part of parts) expect(part.length).toBeGreaterThan(0);
  expect(parts.flat().toSorted()).toEqual(listed(runner, soak.env).toSorted());
});
