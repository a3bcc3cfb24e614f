import { describe, expect, it } from 'vitest';
import type { KillSwitch } from '../../contracts/killSwitch.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { NamedUser } from '../../contracts/session.ts';
import type { Call } from '../../domain/api/client.ts';
import { createPlatform, refusalCountsMs, switchAgainMs } from './platform.ts';
import { createStatusBoard } from './statusBoard.ts';

const pulled = { active: true, reason: 'Meter fraud', by: 'Amina', since: '2025-11-18T09:00:00Z', version: 3 };

function setUp(build = 'b', answer?: object) {
  let answered = answer;
  const board = createStatusBoard(build, () => {});
  const timers = new Set<{ readonly delayMs: number; readonly run: () => void }>();
  const gone = { ok: false, problem: { code: 'network', message: 'gone', retry: true } } as const;
  const call = (async () =>
    answered === undefined ? gone : { ok: true, value: { value: answered, cachedAt: null } }) as unknown as Call<AbortSignal>; // only this part of an answer is read
  const modes = {
    readSimulation: async () => ({ ok: true, value: null }) as const,
    writeSimulation: async () => ({ ok: true, value: null }) as const,
  };
  const kept: KillSwitch[] = [];
  const setTimer = (delayMs: number, run: () => void) => {
    const timer = { delayMs, run };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const doubted: Problem[] = [];
  const platform = createPlatform(call, board, build, modes, setTimer, {
    keep: (killSwitch) => kept.push(killSwitch),
    doubt: (why) => doubted.push(why),
  });
  const fire = () => {
    for (const timer of timers) {
      timers.delete(timer);
      timer.run();
    }
  };
  return { board, platform, timers, fire, kept, doubted, answerWith: (next: object | undefined) => (answered = next) };
}

describe('read-only mode that only a refusal tells of', { tags: ['D-23'] }, () => {
  it('shows at once, and is over with the first change that is accepted', () => {
    const { board, platform, timers } = setUp();
    platform.readOnly(0);
    expect(board.get().killSwitch).toMatchObject({ active: true, by: '' });
    platform.accepted();
    expect(board.get().killSwitch).toBeNull();
    expect(timers.size).toBe(0);
  });

  it('is not claimed any longer than a refusal counts, and each refusal counts anew', () => {
    const { board, platform, timers, fire } = setUp();
    platform.readOnly(0);
    platform.readOnly(1_000);
    expect([...timers].map(({ delayMs }) => delayMs)).toEqual([refusalCountsMs]);
    expect(board.get().killSwitch).not.toBeNull();
    fire();
    expect(board.get().killSwitch).toBeNull();
  });

  it('once a refusal counts no longer it is asked where the switch stands, and not known until that is told: nobody has said that it was released', {
    tags: ['T-5', 'D-15'],
  }, async () => {
    const { board, platform, fire, answerWith } = setUp();
    platform.readOnly(0);
    fire();
    expect(board.get()).toMatchObject({ killSwitch: null, switchDoubt: true });
    answerWith(pulled);
    await expect.poll(() => (fire(), board.get().killSwitch)).toMatchObject(pulled);
    expect(board.get().switchDoubt).toBe(false);
  });

  it('ends the doubt whether the switch is on: it says so now', { tags: ['T-5'] }, async () => {
    const { board, platform } = setUp();
    platform.left();
    await platform.askSwitch();
    expect(board.get().switchDoubt).toBe(true);
    platform.readOnly(0);
    expect(board.get()).toMatchObject({ killSwitch: { active: true, by: '' }, switchDoubt: false });
  });

  it('is waited for no more once whoever was refused has left: what the next one is told does not end by it', { tags: ['M-13'] }, () => {
    const { platform, timers } = setUp();
    platform.readOnly(0);
    expect(timers.size).toBe(1);
    platform.left();
    expect(timers.size).toBe(0);
  });

  it('leaves a switch that the platform has told of to the platform', () => {
    const { board, platform, timers } = setUp();
    board.set({ killSwitch: pulled });
    platform.readOnly(0);
    platform.accepted();
    expect(board.get().killSwitch).toEqual(pulled);
    expect(timers.size).toBe(0);
  });
});

describe('what is kept of the kill switch for a start without the platform', { tags: ['D-15', 'D-23'] }, () => {
  it('is the platform’s own word, on and off, never what only a refusal tells, and never an older word', () => {
    const { platform, kept } = setUp();
    platform.readOnly(0);
    expect(kept).toEqual([]);
    const released = { ...pulled, active: false, version: 4 };
    platform.heard(pulled);
    platform.heard(released);
    platform.heard(pulled);
    expect(kept).toEqual([pulled, released]);
  });
});

describe('what is kept of the kill switch while the platform has not said anew where it stands', { tags: ['T-9', 'D-23'] }, () => {
  it('is in doubt from the moment that it is asked, and is asked for until it has been told', async () => {
    const { platform, timers, fire, kept, doubted, answerWith } = setUp();
    const asking = platform.askSwitch();
    expect(doubted).toHaveLength(1);
    await asking;
    expect(doubted.at(-1)).toMatchObject({ message: 'gone' });
    expect([...timers].map(({ delayMs }) => delayMs)).toEqual([switchAgainMs]);
    answerWith(pulled);
    fire();
    await expect.poll(() => kept).toEqual([pulled]);
    expect(timers.size).toBe(0);
  });

  it('is asked for no more once an event has told of it, nor for somebody who has left', async () => {
    for (const ended of ['told', 'left'] as const) {
      const { platform, timers, kept } = setUp();
      await platform.askSwitch();
      expect(timers.size).toBe(1);
      if (ended === 'told') platform.heard(pulled);
      else platform.left();
      expect([ended, timers.size, kept.length]).toEqual([ended, 0, ended === 'told' ? 1 : 0]);
    }
  });
});

describe('the oldest build that the platform still speaks with', { tags: ['D-30'] }, () => {
  it.each([
    ['an older one is to be reloaded', '20261122.080000-bbbbbbb', true],
    ['that very one is not', '20261121.080000-aaaaaaa', false],
  ])('is asked for with its configuration: %s', { tags: ['M-13'] }, async (_, minimumBuild, tooOld) => {
    const config = { simulation: 'live', businessTime: '2026-11-21T08:00:00Z', tenant: { tenantId: 'demo' }, minimumBuild };
    const { board, platform } = setUp('20261121.080000-aaaaaaa', config);
    await platform.refresh();
    expect(board.get().buildTooOld).toBe(tooOld);
  });
});

it('where the switch stands is in doubt from the start of a stay until the platform has said it, and again after a gap', {
  tags: ['T-9', 'C-63'],
}, async () => {
  const { board, platform, answerWith, fire } = setUp('b', { ...pulled, active: false });
  platform.left();
  expect(board.get().switchDoubt).toBe(true);
  await platform.askSwitch();
  expect(board.get().switchDoubt).toBe(false);
  answerWith(undefined);
  await platform.askSwitch();
  expect(board.get().switchDoubt).toBe(true);
  answerWith({ ...pulled, active: false, version: 4 });
  fire();
  await expect.poll(() => board.get().switchDoubt).toBe(false);
});

it('somebody without a tenant of their own works in the one that the platform named before, though it does not answer now', {
  tags: ['M-13', 'C-1'],
}, async () => {
  const tenant = { tenantId: 'demo', name: 'Demo' };
  const config = { simulation: 'live', businessTime: '2026-11-21T08:00:00Z', tenant, minimumBuild: 'b' };
  const { platform, answerWith } = setUp('b', config);
  await platform.refresh();
  answerWith(undefined);
  expect(await platform.tenantOf({ id: 'u1', name: 'Amina', role: 'agent' } as unknown as NamedUser)).toEqual({ ok: true, value: tenant }); // only this part of the user is read
});
