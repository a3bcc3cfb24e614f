import { describe, expect, it } from 'vitest';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { stoppedLabels, switchView, unreachableLabels } from './killSwitch.ts';

const connected: HubStatus['connection'] = { state: 'connected', transport: 'sse', since: 0, newestAt: null };
const gone: HubStatus['connection'] = { state: 'disconnected', transport: 'sse', since: 0, newestAt: null };
const on = { active: true, reason: 'Meter fraud', by: 'Amina', since: '2026-11-21T08:00:00Z', version: 3 };

const live = { kind: 'live', at: 0 } as const;
const old = { kind: 'stale', at: 0 } as const;

describe('the kill switch', { tags: ['C-63', 'D-23'] }, () => {
  it('says the document’s words', () => {
    expect(stoppedLabels).toBe('Emergency kill switch activated - all processing halted');
  });

  it('is off only where the platform can say so, and was on when the link is lost', () => {
    expect([
      switchView({ killSwitch: null, connection: connected }, { ...on, active: false }, live).state,
      switchView({ killSwitch: null, connection: connected }, null, live).state,
      switchView({ killSwitch: null, connection: gone }, null, live).state,
    ]).toEqual(['off', 'unknown', 'unknown']);
    for (const [connection, state] of [
      [connected, 'on'],
      [gone, 'wasOn'],
    ] as const)
      expect(switchView({ killSwitch: on, connection }, null, live)).toEqual({
        state,
        since: Date.parse(on.since),
        by: 'Amina',
        reason: 'Meter fraud',
        version: 3,
      });
    expect(switchView({ killSwitch: { ...on, by: '' }, connection: connected }, null, live)).toMatchObject({ by: null });
  });

  it('is what the device remembers and never said to stand so still, until the platform says it again', { tags: ['D-15'] }, () => {
    const off = { ...on, active: false, reason: 'Meters replaced', version: 4 };
    expect(switchView({ killSwitch: null, connection: gone }, off, live)).toEqual({ state: 'wasOff' });
    expect(switchView({ killSwitch: null, connection: gone }, on, live)).toMatchObject({ state: 'wasOn', by: 'Amina', version: 3 });
    expect(switchView({ killSwitch: null, connection: connected }, on, live)).toMatchObject({ state: 'wasOn', by: 'Amina' });
    expect(switchView({ killSwitch: null, connection: connected }, off, live)).toEqual({ state: 'off' });
    expect(switchView({ killSwitch: on, connection: gone }, off, live)).toMatchObject({ state: 'wasOn', version: 3 });
  });

  it('is not said to be released by what was kept before the link came back: somebody may have pulled it meanwhile', {
    tags: ['T-9', 'D-15'],
  }, () => {
    const off = { ...on, active: false, version: 4 };
    const said = (freshness: FreshnessState) => switchView({ killSwitch: null, connection: connected }, off, freshness).state;
    expect(said(old)).toBe('wasOff');
    expect(said({ kind: 'asOf', at: 0, why: { kind: 'overdue' } })).toBe('wasOff');
    expect(said({ kind: 'never' })).toBe('wasOff');
    expect(said(live)).toBe('off');
    // The activation was reported since this console opened, and is shown whatever the stored row says.
    expect(switchView({ killSwitch: on, connection: connected }, off, old).state).toBe('on');
  });

  it('is not said to be on either once the platform was asked anew and has not answered: it may have been released in the gap', {
    tags: ['T-5', 'D-15'],
  }, () => {
    const view = switchView({ killSwitch: on, connection: connected, switchDoubt: true }, on, old);
    expect(view).toMatchObject({ state: 'wasOn', by: 'Amina', version: 3 });
  });

  it('needs the network and a person whom the platform has confirmed, and says so', () => {
    const session = { phase: 'starting' } as const;
    expect(unreachableLabels({ connection: gone, session })).toMatch(/needs the network/);
    expect(unreachableLabels({ connection: connected, session })).toMatch(/not confirmed yet who you are/);
  });
});
