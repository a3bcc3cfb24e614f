// Renewed streams: no unused stream stays open, in any order of events.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventFor, eventKeys } from '../../../tests/builders/realtimeSituations.ts';
import { start, story } from '../../../tests/builders/realtimeStories.ts';

it('what is open is the stream in use and the one beside it, whose time limit runs; with nothing beside it no such limit does', {
  tags: ['G-3', 'M-11'],
}, () => {
  const transports = fc.constantFrom('sse' as const, 'websocket' as const, 'polling' as const);
  // Weighted so that streams open and take over often enough for every other event to follow them.
  const key = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('frame hello' as const, 'frame renew' as const, 'timer climb' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...eventKeys.filter((each) => each !== 'start' && each !== 'stop')) },
  );
  const acts = fc.array(fc.tuple(key, fc.boolean(), fc.constantFrom(0, 10, 16_000)), { maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(transports, acts, (transport, happenings) => {
      const told = story();
      const open = new Set<number>();
      let limited = false;
      const tell = (event: Parameters<typeof told.tell>[0], afterMs = 0): void => {
        if (event.type === 'closed') open.delete(event.connection);
        if (event.type === 'timerFired' && event.timer === 'climbTimeout') limited = false;
        for (const effect of told.tell(event, afterMs)) {
          if (effect.type === 'open') open.add(effect.connection);
          if (effect.type === 'close') open.delete(effect.connection);
          if (effect.type === 'schedule' && effect.timer === 'climbTimeout') limited = true;
          if (effect.type === 'cancel' && effect.timer === 'climbTimeout') limited = false;
        }
        const state = told.state();
        const beside = 'climb' in state && state.climb !== null ? [state.climb.connection] : [];
        const used = 'connection' in state && state.connection !== null && state.transport !== 'polling' ? [state.connection] : [];
        expect([...open].toSorted((a, b) => a - b)).toEqual([...new Set([...used, ...beside])].toSorted((a, b) => a - b));
        expect(limited).toBe(beside.length > 0);
      };
      tell(start(transport));
      for (const [what, ofClimb, afterMs] of happenings) {
        const state = told.state();
        if (what === 'timer climbTimeout' && !limited) continue;
        const climb = 'climb' in state ? state.climb : null;
        tell(eventFor(what, ofClimb && climb !== null ? climb.connection : told.connection()), afterMs);
      }
      tell({ type: 'stop' });
      expect([...open]).toEqual([]);
    }),
    { numRuns: 600 },
  );
});
