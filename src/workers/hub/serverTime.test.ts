import { expect, it } from 'vitest';
import { createServerTime } from './serverTime.ts';

/** The hub's time over two controlled clocks, and its reports. */
function setUp() {
  const device = { wall: 1_000_000, mono: 5_000 };
  const moves: unknown[] = [];
  const kept: unknown[] = [];
  const time = createServerTime(
    { now: () => device.wall, monotonic: () => device.mono },
    {
      shown: () => {},
      doubted: () => void moves.push('doubted'),
      moved: (byMs, passedMs, settled) => void moves.push({ byMs, passedMs, settled }),
      keep: (next) => void kept.push(next),
    },
  );
  const pass = (ms: number) => {
    device.wall += ms;
    device.mono += ms;
  };
  return { time, device, moves, kept, pass };
}

it('the first answer is told though the device’s clock was right: what nobody had confirmed can be judged now', {
  tags: ['M-5', 'D-29'],
}, () => {
  const { time, device, moves, pass } = setUp();
  time.heard(device.wall, device.wall, 0);
  expect(moves).toEqual([{ byMs: 0, passedMs: 0, settled: false }]);
  pass(1_000);
  time.heard(device.wall, device.wall, 0);
  expect(moves).toHaveLength(1);
});

it('a clock that was set since is not called confirmed, whatever is asked first', { tags: ['M-5', 'D-29'] }, () => {
  const { time, device, moves, pass } = setUp();
  time.heard(device.wall, device.wall, 0);
  pass(1_000);
  expect(time.confirmed()).toBe(device.wall);
  device.wall += 3_600_000;
  expect(time.confirmed()).toBeNull();
  expect(moves.at(-1)).toBe('doubted');
});

it('a better measurement of a time that was confirmed already moves whoever is judged by it', { tags: ['M-5', 'D-29'] }, () => {
  const { time, device, moves, pass } = setUp();
  // Halving a slow round trip is a guess: here all 900 ms were on the way in.
  time.heard(device.wall, device.wall, 900);
  pass(1_000);
  time.heard(device.wall, device.wall, 10);
  expect(moves.at(-1)).toEqual({ byMs: -445, passedMs: 0, settled: false });
  expect(time.steady()).toBe(device.wall + 5);
});

it('what the platform said is kept for the next start, at once, once a minute from then on, and when the device’s clock was set', {
  tags: ['M-13', 'M-5', 'F-36'],
}, () => {
  const { time, device, kept, pass } = setUp();
  const hear = (aheadMs: number) => time.heard(device.wall + aheadMs, device.wall, 0);
  hear(0);
  const first = { offsetMs: 0, heardAt: device.wall };
  expect(kept).toEqual([first]);
  pass(59_000);
  hear(0);
  expect(kept).toEqual([first]);
  pass(1_000);
  hear(0);
  expect(kept.slice(1)).toEqual([{ offsetMs: 0, heardAt: device.wall }]);
  device.wall -= 3_600_000;
  hear(3_600_000);
  expect(kept.slice(2)).toEqual([{ offsetMs: 3_600_000, heardAt: device.wall + 3_600_000 }]);
});
