// Each refresh gives a session a new token, and a stream ends with the token it was opened with (deviceKey.ts): what the user sees of it.
import { describe, expect, it } from 'vitest';
import { type Story, effectOf, heartbeat, hello, kindsOf, stageEvent, start, story } from '../../../tests/builders/realtimeStories.ts';

function live(transport: 'sse' | 'websocket' = 'sse'): Story {
  const told = story();
  told.tell(start(transport, { pipeline: 10, kpis: 0, verifications: 0, health: 0, system: 0 }, 'e1'));
  told.tell({ type: 'frame', connection: 1, frame: hello({ pipeline: 10 }) });
  return told;
}
const renew = (told: Story, connection = 1, afterMs = 0) => told.tell({ type: 'frame', connection, frame: { kind: 'renew' } }, afterMs);

describe('a stream that ends with its token', { tags: ['G-3', 'M-11'] }, () => {
  it.each(['sse', 'websocket'] as const)('is followed by the next beside it: connected all the while, by %s', (transport) => {
    const told = live(transport);
    const before = told.state();
    expect(effectOf(renew(told), 'open')).toMatchObject({ connection: 2, transport: transport, since: { pipeline: 10 } });
    expect(told.state()).toMatchObject({ name: 'connected', connection: 1, transport: transport });
    // Events that arrive on both streams meanwhile take effect once.
    expect(kindsOf(told.tell({ type: 'frame', connection: 1, frame: { kind: 'event', ...stageEvent(11, 10) } }))).toContain('apply');
    const taken = told.tell({ type: 'frame', connection: 2, frame: hello({ pipeline: 11 }) });
    expect(effectOf(taken, 'close')).toMatchObject({ connection: 1 });
    expect(kindsOf(taken)).not.toContain('resync');
    expect(told.state()).toMatchObject({
      name: 'connected',
      connection: 2,
      transport: transport,
      climb: null,
      since: 'since' in before ? before.since : -1,
    });
    expect(kindsOf(told.tell({ type: 'frame', connection: 2, frame: { kind: 'event', ...stageEvent(11, 10) } }))).not.toContain('apply');
    expect(kindsOf(told.tell({ type: 'frame', connection: 2, frame: { kind: 'event', ...stageEvent(12, 11) } }))).toContain('apply');
    // The end of the old stream does not affect the new one.
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    expect(told.state()).toMatchObject({ name: 'connected', connection: 2 });
    // The next refresh may trigger another renewal.
    expect(effectOf(renew(told, 2, 60_000), 'open')).toMatchObject({ connection: 3 });
  });

  it('is asked for once, however often it is said', () => {
    const told = live();
    renew(told);
    expect(kindsOf(renew(told))).not.toContain('open');
  });

  it('whose next does not come serves until it ends, and is then lost like any other', () => {
    const told = live();
    renew(told);
    expect(kindsOf(told.tell({ type: 'closed', connection: 2, reason: 'lost' }))).not.toContain('open');
    expect(told.state()).toMatchObject({ name: 'connected', connection: 1, climb: null });
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    expect(told.state()).toMatchObject({ name: 'reconnecting', climb: null });
  });

  it('whose next says nothing is left by it after a while', () => {
    const told = live();
    renew(told);
    told.tell({ type: 'frame', connection: 1, frame: heartbeat({ pipeline: 10 }) }, 14_000);
    expect(effectOf(told.tell({ type: 'timerFired', timer: 'climbTimeout' }, 1_000), 'close')).toMatchObject({ connection: 2 });
    expect(told.state()).toMatchObject({ name: 'connected', connection: 1, climb: null });
  });

  it('ended before its next has spoken, it is the next that goes on', () => {
    const told = live();
    renew(told);
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    told.tell({ type: 'frame', connection: 2, frame: hello({ pipeline: 10 }) });
    expect(told.state()).toMatchObject({ name: 'connected', connection: 2, climb: null });
  });

  it('on a lower rung the way up is still tried', () => {
    const told = live('websocket');
    for (let go = 0; go < 30 && (told.state() as { transport?: string }).transport === 'websocket'; go += 1) {
      told.tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
      told.tell({ type: 'timerFired', timer: 'retry' }, 31_000);
    }
    told.tell({ type: 'frame', connection: told.connection(), frame: hello({ pipeline: 10 }) });
    const opened = effectOf(renew(told, told.connection()), 'open');
    expect(opened).toMatchObject({ transport: 'sse' });
    const taken = told.tell({ type: 'frame', connection: (opened as { connection: number }).connection, frame: hello({ pipeline: 10 }) });
    expect(taken).toContainEqual(expect.objectContaining({ type: 'schedule', timer: 'climb' }));
  });

  it('said without end, by each successor too, opens no more than one in a quarter of a minute', () => {
    const told = live();
    let opened = 0;
    for (let go = 0; go < 6000; go += 1) {
      const at = told.connection();
      const open = effectOf(told.tell({ type: 'frame', connection: at, frame: { kind: 'renew' } }, 10), 'open');
      if (open === undefined) continue;
      opened += 1;
      // In turn: the successor takes over; it is refused; the old stream ends before the successor's hello.
      if (opened % 3 === 1) told.tell({ type: 'closed', connection: open.connection, reason: 'lost' });
      if (opened % 3 === 2) told.tell({ type: 'closed', connection: at, reason: 'lost' });
      if (opened % 3 !== 1) told.tell({ type: 'frame', connection: open.connection, frame: hello({ pipeline: 10 }) });
    }
    expect(opened).toBeGreaterThan(1);
    expect(opened).toBeLessThanOrEqual(5);
  });

  it('whose climb fails, or whose next did not come, is followed in the minute that it has', () => {
    const told = live();
    const first = effectOf(renew(told), 'open');
    told.tell({ type: 'closed', connection: first?.connection ?? -1, reason: 'lost' });
    const next = effectOf(told.tell({ type: 'frame', connection: 1, frame: heartbeat({ pipeline: 10 }) }, 20_000), 'open');
    expect(next).toMatchObject({ transport: 'sse' });
    told.tell({ type: 'frame', connection: next?.connection ?? -1, frame: hello({ pipeline: 10 }) });
    // The successor is in place: the next heartbeats ask for no other.
    const later = told.tell({ type: 'frame', connection: told.connection(), frame: heartbeat({ pipeline: 10 }) }, 20_000);
    expect(kindsOf(later)).not.toContain('open');
  });

  it('while the way up is tried in vain is followed by the next all the same', () => {
    const told = live('websocket');
    for (let go = 0; go < 30 && (told.state() as { transport?: string }).transport === 'websocket'; go += 1) {
      told.tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
      told.tell({ type: 'timerFired', timer: 'retry' }, 31_000);
    }
    told.tell({ type: 'frame', connection: told.connection(), frame: hello({ pipeline: 10 }) });
    const up = effectOf(told.tell({ type: 'timerFired', timer: 'climb' }, 300_000), 'open');
    expect(up).toMatchObject({ transport: 'websocket' });
    renew(told, told.connection());
    told.tell({ type: 'closed', connection: up?.connection ?? -1, reason: 'lost' }, 1000);
    const next = told.tell({ type: 'frame', connection: told.connection(), frame: heartbeat({ pipeline: 10 }) }, 20_000);
    expect(effectOf(next, 'open')).toMatchObject({ transport: 'sse' });
  });

  it('proves no more than the one before: cut after each hello, it is left for the next rung', () => {
    const told = live();
    for (let go = 0; go < 40 && (told.state() as { transport?: string }).transport === 'sse'; go += 1) {
      const next = effectOf(renew(told, told.connection()), 'open');
      if (next !== undefined) told.tell({ type: 'frame', connection: next.connection, frame: hello({ pipeline: 10 }) });
      told.tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
      told.tell({ type: 'timerFired', timer: 'retry' }, 31_000);
      told.tell({ type: 'frame', connection: told.connection(), frame: hello({ pipeline: 10 }) });
    }
    expect(told.state()).toMatchObject({ transport: 'polling' });
  });

  it('is followed by a clock that was put right too', () => {
    const told = live();
    const first = effectOf(renew(told), 'open');
    told.tell({ type: 'frame', connection: first?.connection ?? -1, frame: hello({ pipeline: 10 }) });
    told.tell({ type: 'clockMoved', byMs: -10_800_000, all: true }, -10_800_000);
    const next = told.tell({ type: 'frame', connection: told.connection(), frame: { kind: 'renew' } }, 60_000);
    expect(kindsOf(next)).toContain('open');
  });
});
