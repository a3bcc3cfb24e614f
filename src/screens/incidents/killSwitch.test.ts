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

  it('is off only where the platform can say so, and stays on when the link is lost', () => {
    expect([
      switchView({ killSwitch: null, connection: connected }).state,
      switchView({ killSwitch: null, connection: gone }).state,
    ]).toEqual(['off', 'unknown']);
    for (const connection of [connected, gone])
      expect(switchView({ killSwitch: on, connection })).toEqual({
        state: 'on',
        since: Date.parse(on.since),
        by: 'Amina',
        reason: 'Meter fraud',
        version: 3,
      });
    expect(switchView({ killSwitch: { ...on, by: '' }, connection: connected })).toMatchObject({ by: null });
  });

  it('needs the network and a person whom the platform has confirmed, and says so', () => {
    const session = { phase: 'starting' } as const;
    expect(unreachableWords({ connection: gone, session })).toMatch(/needs the network/);
    expect(unreachableWords({ connection: connected, session })).toMatch(/not confirmed yet who you are/);
  });
});
