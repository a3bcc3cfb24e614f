import { describe, expect, it } from 'vitest';
import type { HubStatus } from '../../contracts/rpc.ts';
import { stoppedWords, switchView, unreachableWords } from './killSwitch.ts';

const connected: HubStatus['connection'] = { state: 'connected', transport: 'sse', since: 0, newestAt: null };
const gone: HubStatus['connection'] = { state: 'disconnected', transport: 'sse', since: 0, newestAt: null };
const on = { active: true, reason: 'Meter fraud', by: 'Amina', since: '2026-11-21T08:00:00Z', version: 3 };

describe('[C-63] [D-23] the kill switch', () => {
  it('says the document’s words', () => {
    expect(stoppedWords).toBe('Emergency kill switch activated - all processing halted');
  });

  it('is off only where the platform can say so, and was on when the link is lost', () => {
    expect([
      switchView({ killSwitch: null, connection: connected }, { ...on, active: false }).state,
      switchView({ killSwitch: null, connection: connected }, null).state,
      switchView({ killSwitch: null, connection: gone }, null).state,
    ]).toEqual(['off', 'unknown', 'unknown']);
    for (const [connection, state] of [
      [connected, 'on'],
      [gone, 'wasOn'],
    ] as const)
      expect(switchView({ killSwitch: on, connection }, null)).toEqual({
        state,
        since: Date.parse(on.since),
        by: 'Amina',
        reason: 'Meter fraud',
        version: 3,
      });
    expect(switchView({ killSwitch: { ...on, by: '' }, connection: connected }, null)).toMatchObject({ by: null });
  });

  it('[D-15] is what the device remembers and never said to stand so still, until the platform says it again', () => {
    const off = { ...on, active: false, reason: 'Meters replaced', version: 4 };
    expect(switchView({ killSwitch: null, connection: gone }, off)).toEqual({ state: 'wasOff' });
    expect(switchView({ killSwitch: null, connection: gone }, on)).toMatchObject({ state: 'wasOn', by: 'Amina', version: 3 });
    expect(switchView({ killSwitch: null, connection: connected }, on)).toMatchObject({ state: 'wasOn', by: 'Amina' });
    expect(switchView({ killSwitch: null, connection: connected }, off)).toEqual({ state: 'off' });
    expect(switchView({ killSwitch: on, connection: gone }, off)).toMatchObject({ state: 'wasOn', version: 3 });
  });

  it('needs the network and a person whom the platform has confirmed, and says so', () => {
    const session = { phase: 'starting' } as const;
    expect(unreachableWords({ connection: gone, session })).toMatch(/needs the network/);
    expect(unreachableWords({ connection: connected, session })).toMatch(/not confirmed yet who you are/);
  });
});
