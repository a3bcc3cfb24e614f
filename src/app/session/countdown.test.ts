import { expect, it } from 'vitest';
import { countdownSpoken, countdownText, secondsLeft } from './countdown.ts';

it('counts down from 300 seconds to 0 and never below', { tags: ['C-10', 'C-53'] }, () => {
  expect(countdownText(secondsLeft(300_000, 0))).toBe('5:00');
  expect(countdownText(secondsLeft(300_000, 22_000))).toBe('4:38');
  expect(countdownText(secondsLeft(300_000, 299_001))).toBe('0:01');
  expect(secondsLeft(300_000, 300_000)).toBe(0);
  expect(secondsLeft(300_000, 400_000)).toBe(0);
});

it('is read aloud at five minutes, one minute and ten seconds, not every second', { tags: ['C-10'] }, () => {
  const spoken = Array.from({ length: 301 }, (_, second) => countdownSpoken(second)).filter((text) => text !== null);
  expect(spoken).toEqual(['Session expiring in 10 seconds.', 'Session expiring in 1 minute.', 'Session expiring in 5 minutes.']);
});
