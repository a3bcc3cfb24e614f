// Long: judges are processes, and one must be waited for until it counts as hanging.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../root.mjs';
import { holdCourt, type Judgment, notAsked } from './court.ts';
import type { Coverage, Session } from './session.ts';

const path = 'src/domain/dedup.ts';
const test = 'src/domain/dedup.test.ts';
const source = readFileSync(join(root, path), 'utf8');

const change = (id: number, was: string, becomes: string) => {
  const start = source.indexOf(was);
  expect(source.split(was)).toHaveLength(2);
  return { id, path, kind: 'call', start, end: start + was.length, line: 1, was, becomes } as const;
};
/** The court's results for a session, and the judge processes it started. */
async function hold(work: Pick<Session, 'mutants' | 'cover' | 'cases'>) {
  const judges: ChildProcess[] = [];
  const covered: Coverage[] = [];
  const judged: Judgment[] = [];
  const start = ((...given: Parameters<typeof fork>) => {
    const child = fork(...given);
    judges.push(child);
    return child;
  }) as typeof fork; // the overload that the court calls
  const heard = {
    covered: (_: string, one: Coverage) => void covered.push(one),
    judged: (one: Judgment) => void judged.push(one),
    dismissed: notAsked,
  };
  await holdCourt(work, heard, start);
  return { judges, covered, judged };
}
const asked = (id: number, files = [test]) => ({ id, files: files.map((file) => ({ path: file, tests: null, usualMs: 100 })) });

describe('the court', { tags: ['M-13'], timeout: 300_000 }, () => {
  const noticed = { ...change(0, 'if (keys.has(key)) return false;', ';'), kind: 'call' } as const;

  it('finds what each test reaches, and which notices a change; a change that none notices is not taken for the one before', async () => {
    const unnoticed = { ...change(1, 'keys.clear()', '0'), kind: 'return' } as const;
    const { judges, covered, judged } = await hold({ mutants: [noticed, unnoticed], cover: [test], cases: [asked(0), asked(1)] });
    const reached = Object.values(covered[0]?.tests ?? {}).map(({ hits }) => hits);
    expect(covered).toMatchObject([{ failed: null, shared: [] }]);
    expect([reached.some((hits) => hits.includes(0)), reached.some((hits) => hits.includes(1))]).toEqual([true, false]);
    expect(judged.map(({ id, by }) => [id, by?.includes('drops what was seen') ?? null])).toEqual([
      [0, true],
      [1, null],
    ]);
    expect(readFileSync(join(root, path), 'utf8')).toBe(source);
    expect(judges).toHaveLength(1);
  });

  it('ends a judge with what it started where a change never ends, and another goes on behind it', async () => {
    const loop = { ...change(1, 'keys.has(key)', '(() => { for (;;); })()'), kind: 'condition' } as const;
    const { judges, judged } = await hold({ mutants: [noticed, loop], cover: [], cases: [asked(1), asked(0)] });
    expect(judged.map(({ id, by }) => [id, by === `${test}: no end`])).toEqual([
      [1, true],
      [0, false],
    ]);
    expect(judges.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', null]);
  });
});
