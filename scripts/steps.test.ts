import { describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { testedNodes } from './otherNodes.mjs';
import {
  browserTestsStep,
  deepSteps,
  longBrowserTestsStep,
  longPlatformTestsStep,
  longPostgresTestsStep,
  nodeTestsStep,
  platformTestsStep,
  postgresTestsStep,
} from './steps.mjs';
import { browserTests, deeperTests, isLong, nodeTests, platformTests, postgresTests, storyKinds } from './testKinds.mjs';

const filesOf = ({ argv }: { readonly argv: readonly string[] }) => argv.filter((word) => /\.test\.tsx?$/.test(word));

describe('what `npm test` leaves out is in `npm run test:long`', { tags: ['M-14'] }, () => {
  it('every test with a platform runs once on the embedded database and, where it runs on PostgreSQL at all, once there', () => {
    expect([...filesOf(platformTestsStep), ...filesOf(longPlatformTestsStep)].sort()).toEqual(platformTests());
    expect([...filesOf(postgresTestsStep), ...filesOf(longPostgresTestsStep)].sort()).toEqual(postgresTests());
    for (const step of [platformTestsStep, longPlatformTestsStep, postgresTestsStep, longPostgresTestsStep])
      expect(filesOf(step).length).toBeGreaterThan(0); // none would mean all
  });

  it('every test with a platform that is not long runs in `npm test`, with or without PostgreSQL', () => {
    const there = new Set([...filesOf(platformTestsStep), ...('missing' in postgresTestsStep ? [] : filesOf(postgresTestsStep))]);
    expect(platformTests().filter((path) => !isLong(path) && !there.has(path))).toEqual([]);
  });

  it('every test in Node or in a browser runs in one of them', () => {
    const inNode = new Set([nodeTestsStep, ...deepSteps].flatMap(filesOf));
    expect(nodeTests().filter((path) => !inNode.has(path))).toEqual([]);
    expect([...filesOf(browserTestsStep), ...filesOf(longBrowserTestsStep)].sort()).toEqual(browserTests());
    for (const step of [nodeTestsStep, browserTestsStep, longBrowserTestsStep]) expect(filesOf(step).length).toBeGreaterThan(0);
  });

  it('every test that can be asked for more is asked for it there', () => {
    const asked = [longPostgresTestsStep, ...deepSteps].filter(({ env }) => env?.['LONG_TESTS'] === '1').flatMap(filesOf);
    expect(asked).toEqual(expect.arrayContaining(deeperTests()));
    expect(deeperTests()).toContain('server/killed.test.ts');
  });

  it('knows a story that waits in real time by its own word', () => {
    const { long, patient } = storyKinds();
    expect(long).toContain('device/deploy.e2e.ts');
    expect(patient).toContain('device/outbox.e2e.ts');
    expect(patient).not.toContain('screens/designSystem.e2e.ts');
  });

  it('every version of Node that is said to work is run', () => {
    const majors = [...packageJson.engines.node.matchAll(/\^(\d+)\./g)].map(([, major]) => major);
    expect(majors).toEqual(testedNodes);
  });
});
