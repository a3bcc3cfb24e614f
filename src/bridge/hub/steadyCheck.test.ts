import { expect, it } from 'vitest';
import type { Result } from '../../contracts/problem.ts';
import { createSteadyCheck } from './steadyCheck.ts';

interface Subject {
  readonly rows: number;
}
const subjects = [{ rows: 0 }, { rows: 1 }, { rows: 2 }, { rows: 3 }] as const;

function scene() {
  const asked: { readonly of: Subject; readonly answer: (outcome: Result<string>) => void }[] = [];
  const told: (readonly [Subject, boolean])[] = [];
  const timers = new Map<number, { readonly delayMs: number; readonly run: () => void }>();
  let made = 0;
  const check = createSteadyCheck<Subject, string>({
    ask: (subject) => new Promise((answer) => asked.push({ of: subject, answer })),
    tell: (subject, outcome) => told.push([subject, outcome.ok]),
    setTimer: (delayMs, run) => {
      const id = made++;
      timers.set(id, { delayMs, run });
      return () => timers.delete(id);
    },
    random: () => 0.5,
  });
  const answer = async (ok: boolean, retry = true): Promise<void> => {
    const outcome: Result<string> = ok ? { ok, value: 'found' } : { ok, problem: { code: 'timeout', message: 'No answer.', retry } };
    asked.at(-1)?.answer(outcome);
    await Promise.resolve();
    await Promise.resolve();
  };
  const fire = (): void => {
    const [[id, timer] = [-1, null]] = timers;
    timers.delete(id);
    timer?.run();
  };
  return { check, asked, told, timers, answer, fire };
}

it('a check is left to finish however often its subject changes meanwhile, and the newest subject is next: rows in motion do not keep it from ever ending', {
  tags: ['D-33', 'F-7'],
}, async () => {
  const { check, asked, told, answer } = scene();
  for (const subject of subjects) check.want(subject);
  expect(asked.map(({ of: subject }) => subject)).toEqual([subjects[0]]);
  await answer(true);
  expect(told).toEqual([[subjects[0], true]]);
  expect(asked.map(({ of: subject }) => subject)).toEqual([subjects[0], subjects[3]]);
  await answer(true);
  expect(told.at(-1)).toEqual([subjects[3], true]);
  expect(asked).toHaveLength(2);
});

it('a worker that did not answer is asked again by itself, ever more rarely, until it does', { tags: ['D-33'] }, async () => {
  const { check, asked, told, timers, answer, fire } = scene();
  check.want(subjects[0]);
  const waits: number[] = [];
  for (let failures = 1; failures <= 4; failures += 1) {
    await answer(false);
    expect(told.at(-1)).toEqual([subjects[0], false]);
    expect(timers.size).toBe(1);
    waits.push(...[...timers.values()].map(({ delayMs }) => delayMs));
    fire();
    expect(asked).toHaveLength(failures + 1);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000]);
  await answer(true);
  expect(told.at(-1)).toEqual([subjects[0], true]);
  expect(timers.size).toBe(0);
});

it('what cannot be mended by asking again is not asked again; a new subject is, at once', { tags: ['D-33'] }, async () => {
  const { check, asked, timers, answer } = scene();
  check.want(subjects[0]);
  await answer(false, false);
  expect(timers.size).toBe(0);
  check.want(subjects[1]);
  expect(asked.map(({ of: subject }) => subject)).toEqual([subjects[0], subjects[1]]);
});

it('why an earlier subject could not be checked is not said of the newest, and after the end nothing is', { tags: ['D-33'] }, async () => {
  const { check, asked, told, timers, answer } = scene();
  check.want(subjects[0]);
  check.want(subjects[1]);
  await answer(false);
  expect(told).toEqual([]);
  expect(asked.at(-1)?.of).toBe(subjects[1]);
  check.end();
  await answer(true);
  expect(told).toEqual([]);
  expect([asked.length, timers.size]).toEqual([2, 0]);
});
