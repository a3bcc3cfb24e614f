import { expect, it } from 'vitest';
import { timesBack, timesBackLabels } from './timesBack.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 27, 9, 0, second)).toISOString();

it('says where the moments of a list go back, and by how much; standing still is not going back', { tags: ['S-6'] }, () => {
  const list = [3, 4, 4, 1, 2, 0].map((second, place) => ({ place, at: at(second) }));
  expect(timesBack(list)).toEqual([
    { place: 3, byMs: 3000 },
    { place: 5, byMs: 2000 },
  ]);
  expect(timesBackLabels(timesBack(list), 'line')).toBe('Its time goes back at 2 lines, first at line 3, by 3 s.');
  expect(timesBackLabels(timesBack(list.slice(2, 5)), 'line')).toBe(
    'Its time goes back once: line 3 is dated 3 s before the one before it.',
  );
});

it('says nothing of lines that are not held next to each other, and nothing of a list that goes on', { tags: ['S-6'] }, () => {
  expect(timesBack([0, 2].map((place) => ({ place, at: at(9 - place) })))).toEqual([]);
  expect(timesBackLabels(timesBack([0, 1, 2].map((place) => ({ place, at: at(place) }))), 'line')).toBeNull();
});
