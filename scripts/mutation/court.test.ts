import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { root } from '../root.mjs';
import { createCourt } from './court.ts';

const path = 'src/domain/dedup.ts';
const source = readFileSync(join(root, path), 'utf8');
const tests = ['src/domain/dedup.test.ts'];
const started: ChildProcess[] = [];
const court = createCourt(((...given: Parameters<typeof fork>) => {
  const child = fork(...given);
  started.push(child);
  return child;
}) as typeof fork); // one of its overloads, the one the court calls
afterAll(() => court.close());

const changed = (from: string, to: string) => {
  expect(source.split(from)).toHaveLength(2);
  return { path, source: source.replace(from, () => to) };
};
const ask = (change: ReturnType<typeof changed> | null, asked = tests) => court.ask({ change, tests: asked }, 60_000);

describe('[M-13] the judge', { timeout: 180_000 }, () => {
  it('names the test that notices a change, and takes no earlier failure for another run’s', async () => {
    expect((await ask(null))?.failed).toBeNull();
    expect((await ask(changed('if (keys.has(key)) return false;', '')))?.failed).toContain(
      'src/domain/dedup.test.ts: the seen set > [C-57]',
    );
    expect((await ask(changed('clear: () => versions.clear()', 'clear: () => undefined')))?.failed).toBeNull();
    expect((await ask(null, ['src/domain/ring.test.ts']))?.failed).toBeNull();
    expect((await ask(null))?.failed).toBeNull();
    expect(readFileSync(join(root, path), 'utf8')).toBe(source);
    expect(started).toHaveLength(1);
  });

  it('is ended with what it started where a change never ends, and another goes on', async () => {
    const loop = changed('if (keys.has(key)) return false;', 'for (;;);');
    expect(await court.ask({ change: loop, tests }, 5_000)).toBeNull();
    await vi.waitFor(() => expect(started[0]?.signalCode).toBe('SIGKILL'));
    expect((await ask(null))?.failed).toBeNull();
    expect(started).toHaveLength(2);
  });
});
