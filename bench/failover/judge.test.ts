import { expect, it } from 'vitest';
import { judgeCommands, judgeSeqs } from './judge.ts';

const told = (...keys: readonly string[]) => keys.map((key) => ({ key, acknowledged: true }));
const untold = (...keys: readonly string[]) => keys.map((key) => ({ key, acknowledged: false }));

it('finds nothing where every command is there once', { tags: ['S-14'] }, () => {
  expect(judgeCommands(told('a', 'b'), ['b', 'a'])).toEqual({
    issued: 2,
    acknowledged: 2,
    lost: [],
    doubled: [],
    unacknowledged: [],
    undone: [],
    strange: [],
  });
});

it('tells lost, doubled, unacknowledged, undone and strange apart', { tags: ['S-14'] }, () => {
  const verdict = judgeCommands(
    [...told('there', 'lost', 'twice'), ...untold('quiet', 'never')],
    ['there', 'twice', 'twice', 'quiet', 'foreign'],
  );
  expect(verdict).toEqual({
    issued: 5,
    acknowledged: 3,
    lost: ['lost'],
    doubled: ['twice'],
    unacknowledged: ['quiet'],
    undone: ['never'],
    strange: ['foreign'],
  });
});

it('is not deceived by rows that make up for others', { tags: ['S-14'] }, () => {
  // As many rows as commands, but one is lost and one is doubled.
  const verdict = judgeCommands(told('a', 'b'), ['a', 'a']);
  expect([verdict.lost, verdict.doubled]).toEqual([['b'], ['a']]);
  // An unexpected row does not replace a command, and an unacknowledged command may be doubled too.
  expect(judgeCommands(told('a'), ['A'])).toMatchObject({ lost: ['a'], strange: ['A'] });
  expect(judgeCommands(untold('a'), ['a', 'a', 'a'])).toMatchObject({ doubled: ['a'], unacknowledged: ['a'] });
  expect(judgeCommands([], ['x', 'x'])).toMatchObject({ doubled: ['x'], strange: ['x'] });
});

it('an acknowledgement holds, whatever the sendings before and after it were told', { tags: ['S-14'] }, () => {
  const sendings = [...untold('a'), ...told('a'), ...untold('a')];
  expect(judgeCommands(sendings, [])).toMatchObject({ issued: 1, acknowledged: 1, lost: ['a'], undone: [] });
  expect(judgeCommands(sendings, ['a'])).toMatchObject({ lost: [], unacknowledged: [] });
});

it('finds gaps at the beginning, in the middle and at the end of a log', { tags: ['S-14'] }, () => {
  expect(judgeSeqs([1, 2, 3], 1, 3)).toEqual({ missing: 0, missingFirst: [], doubled: 0, late: 0, outside: 0 });
  expect(judgeSeqs([2, 4], 1, 5)).toMatchObject({ missing: 3, missingFirst: [1, 3, 5] });
  expect(judgeSeqs([], 1, 9)).toMatchObject({ missing: 9, missingFirst: [1, 2, 3, 4, 5] });
  expect(judgeSeqs([], 4, 3)).toMatchObject({ missing: 0 });
});

it('a frame that comes again fills no gap, and one that comes late is no second one', { tags: ['S-14'] }, () => {
  // As many frames as places.
  expect(judgeSeqs([1, 2, 2], 1, 3)).toMatchObject({ missing: 1, missingFirst: [3], doubled: 1, late: 0 });
  expect(judgeSeqs([1, 3, 2], 1, 3)).toMatchObject({ missing: 0, doubled: 0, late: 1 });
  expect(judgeSeqs([1, 3, 1], 1, 3)).toMatchObject({ missing: 1, doubled: 1, late: 0 });
  // Numbers outside the span, and NaN, fill no gap.
  expect(judgeSeqs([0, 1, 4, Number.NaN], 1, 2)).toMatchObject({ missing: 1, outside: 3 });
});
