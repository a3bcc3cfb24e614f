import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Topic, TopicSeqs } from '../../../contracts/realtime/event.ts';
import { createResyncing } from './resyncing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup(answer: (asked: TopicSeqs, round: number) => Promise<readonly Topic[]> | readonly Topic[]) {
  const asked: TopicSeqs[] = [];
  const landed: Topic[] = [];
  let reports = 0;
  const resyncing = createResyncing(
    async (topics) => {
      asked.push(topics);
      return answer(topics, asked.length);
    },
    (topics) => {
      reports += 1;
      landed.push(...topics);
    },
    (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  );
  return { resyncing, asked, landed, reports: () => reports };
}

it('tries again until everything that was asked for has landed', { tags: ['D-14'] }, async () => {
  const { resyncing, asked, landed, reports } = setup((_asked, round) => (round < 3 ? ['kpis'] : ['health']));
  resyncing.owe({ kpis: 4, health: 9 }, 'e1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([{ kpis: 4, health: 9 }, { health: 9 }, { health: 9 }]);
  expect(landed).toEqual(['kpis', 'health']);
  // A round without results is not reported.
  expect(reports()).toBe(2);
});

it('a second resync adds to what is owed; another log replaces it', { tags: ['D-14'] }, async () => {
  const { resyncing, asked } = setup(() => []);
  resyncing.owe({ kpis: 4 }, 'e1');
  resyncing.owe({ health: 9 }, 'e1');
  resyncing.owe({ health: 2 }, 'e2');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([{ kpis: 4 }, { kpis: 4, health: 9 }, { health: 2 }]);
});

it('what lands after the person has left is not reported', async () => {
  let finish = (_topics: readonly Topic[]) => {};
  const { resyncing, landed, asked } = setup(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  resyncing.owe({ kpis: 4 }, 'e1');
  resyncing.stop();
  finish(['kpis']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(landed).toEqual([]);
  expect(asked).toHaveLength(1);
});
