import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleSteps, filesAfter, isCounted } from '../../scripts/example.ts';
import { root } from '../../scripts/root.mjs';

/**
 * The worked addition of examples/README.md against the project as it is. `exampleCopy.test.ts` compiles it in a copy and runs its tests
 * (`npm run test:long`).
 */

const read = (path: string): string | null => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null);
const readme = read('examples/README.md') ?? '';
const steps = exampleSteps();

/** How many files of the product a step may touch, new ones included. */
const promised: Readonly<Record<string, number>> = { '1-call': 8, '2-resource': 5, '3-screen': 6, '4-command': 4 };

/** The files that the README lists for a step. */
function listedFor(name: string): readonly string[] {
  const section = readme.split(/^## /m).find((part) => part.includes(`(\`${name}.patch\`)`)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path);
}

describe('the worked addition', () => {
  it('applies to the project step by step; where it does not, repair it as examples/README.md says', () => {
    const tree = new Map<string, string>();
    for (const step of steps) {
      const after = filesAfter(step, (path) => tree.get(path) ?? read(path));
      expect(after.size, step.name).toBe(step.files.length);
      for (const [path, text] of after) tree.set(path, text);
    }
    expect(tree.get('src/domain/screens/menuScreens.ts')).toContain("path: '/operations/field-visits'");
    expect(() => filesAfter({ name: 'again', files: steps[0]?.files ?? [] }, (path) => tree.get(path) ?? read(path))).toThrow(
      'there already',
    );
  });

  it.each(steps.map((step) => [step.name, step] as const))('touches in step %s no more files than was promised', (name, { files }) => {
    const counted = files.map(({ path }) => path).filter(isCounted);
    expect(counted.length, counted.join('\n')).toBeLessThanOrEqual(promised[name] ?? 0);
  });

  it.each(steps.map((step) => [step.name, step] as const))('is told by its README, file by file: %s', (name, { files }) => {
    expect([...listedFor(name)].sort()).toEqual(files.map(({ path }) => path).sort());
  });

  it('brings a test with each step', () => {
    for (const { name, files } of steps) expect(files.filter(({ path }) => /\.test\.tsx?$/.test(path)).length, name).toBeGreaterThan(0);
  });
});
