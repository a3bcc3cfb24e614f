import { describe, expect, it } from 'vitest';
import { effectOf, heartbeat, hello, start, story } from '../../../tests/builders/realtimeStories.ts';

const hour = 3_600_000;
const at = 1_000_000;
const place = { kpis: 0, verifications: 0, pipeline: 10, health: 0, system: 0 };
/** Connected at `at`, on a stream that has sent its hello. */
function connected() {
  const told = story();
  told.tell(start('sse', place, 'e1'));
  told.tell({ type: 'frame', connection: 1, frame: hello(place) });
  return told;
}

describe('what was stamped by a clock that is put right', { tags: ['M-5', 'F-20', 'D-29'] }, () => {
  it('heard while it was ahead: moved back with it, and what came before stays where it was', () => {
    const told = connected();
    told.tell({ type: 'frame', connection: 1, frame: heartbeat(place) }, 3 * hour);
    expect(told.state()).toMatchObject({ since: at, heardAt: at + 3 * hour });
    const effects = told.tell({ type: 'clockMoved', byMs: -3 * hour, all: false }, 2_000 - 3 * hour);
    expect(told.state()).toMatchObject({ since: at, heardAt: at, log: { heardAt: { health: at, system: at } } });
    expect(effectOf(effects, 'publish')?.status).toMatchObject({ newestAt: at });
    // The next heartbeat counts again.
    told.tell({ type: 'frame', connection: 1, frame: heartbeat(place) }, 20_000);
    expect(told.state()).toMatchObject({ heardAt: at + 22_000, log: { heardAt: { health: at + 22_000 } } });
  });

  it('set forward and back again before anybody was asked: nothing was heard later than now', () => {
    const told = connected();
    told.tell({ type: 'frame', connection: 1, frame: heartbeat(place) }, hour);
    told.tell({ type: 'clockMoved', byMs: 0, all: false }, 5_000 - hour);
    expect(told.state()).toMatchObject({ heardAt: at + 5_000, log: { heardAt: { health: at + 5_000 } } });
  });

  it('heard in this very moment: it is no word from the future, and stays', () => {
    const told = connected();
    told.tell({ type: 'frame', connection: 1, frame: heartbeat(place) }, 5_000);
    const before = told.state();
    told.tell({ type: 'clockMoved', byMs: -hour, all: false });
    expect(told.state()).toBe(before);
  });

  it('gone by from the start: all of it moves, either way, and the next try with it', () => {
    for (const byMs of [-hour, hour]) {
      const told = connected();
      told.tell({ type: 'closed', connection: 1, reason: 'lost' }, 1_000);
      told.tell({ type: 'clockMoved', byMs, all: true }, byMs);
      expect(told.state()).toMatchObject({
        since: at + 1_000 + byMs,
        nextTryAt: at + 2_000 + byMs,
        log: { heardAt: { health: at + byMs } },
      });
    }
  });

  it('a next try that seems hours away is not, one that is near stays', () => {
    const told = connected();
    told.tell({ type: 'closed', connection: 1, reason: 'lost' }, hour);
    told.tell({ type: 'clockMoved', byMs: -hour, all: false }, 300 - hour);
    expect(told.state()).toMatchObject({ since: at, nextTryAt: at + 1_000 });
    const before = told.state();
    told.tell({ type: 'clockMoved', byMs: -hour, all: false });
    expect(told.state()).toBe(before);
  });

  it('a next try at the longest wait there is stays, one a moment later has been thrown by the clock', () => {
    for (const [aheadMs, movedMs] of [
      [60_000, 0],
      [60_001, -hour],
    ] as const) {
      const told = connected();
      told.tell({ type: 'closed', connection: 1, reason: 'lost' }, 60_001);
      // The next attempt was scheduled one second after that moment; from here it is `aheadMs` away.
      told.tell({ type: 'clockMoved', byMs: -hour, all: false }, 1_000 - aheadMs);
      expect(told.state()).toMatchObject({ nextTryAt: at + 61_001 + movedMs });
    }
  });
});
