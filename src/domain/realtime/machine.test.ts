import { describe, expect, it } from 'vitest';
import { readLimitMs } from '../api/limits.ts';
import { maxTries } from '../backoff.ts';
import { newestOf } from './heard.ts';
import { climbIntervalMs } from './ladder.ts';
import type { RealtimeEffect } from './effect.ts';
import {
  allTopics,
  type Story,
  effectOf,
  heartbeat,
  hello,
  kindsOf,
  stageEvent,
  start,
  story,
} from '../../../tests/builders/realtimeStories.ts';

/** Connected on the start transport, with everything at seq 10 on `pipeline`. */
function live(transport: 'sse' | 'websocket' = 'sse'): Story {
  const told = story();
  told.tell(start(transport, { pipeline: 10, kpis: 0, verifications: 0, health: 0, system: 0 }, 'e1'));
  told.tell({ type: 'frame', connection: 1, frame: hello({ pipeline: 10 }) });
  return told;
}

function event(told: Story, seq: number, prev: number): readonly RealtimeEffect[] {
  return told.tell({ type: 'frame', connection: told.connection(), frame: { kind: 'event', ...stageEvent(seq, prev) } });
}

/** Fails every attempt of a transport and returns the delays between them. */
function failAll(told: Story): readonly number[] {
  const delays: number[] = [];
  let effects = told.tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
  while (true) {
    const wait = effects.find((effect) => effect.type === 'schedule' && effect.timer === 'retry');
    if (wait === undefined || wait.type !== 'schedule') return delays;
    delays.push(wait.delayMs);
    told.tell({ type: 'timerFired', timer: 'retry' }, wait.delayMs);
    effects = told.tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
  }
}

describe('how old', () => {
  it('vouches for no row while what a resync asked for has not landed, whatever is heard meanwhile', { tags: ['D-15', 'C-9'] }, () => {
    const told = live();
    const before = told.state().log.heardAt.pipeline;
    expect(before).not.toBeNull();
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    told.tell({ type: 'timerFired', timer: 'retry' }, 3_600_000);
    told.tell({ type: 'frame', connection: 2, frame: hello({ pipeline: 900 }) });
    told.tell({ type: 'frame', connection: 2, frame: { kind: 'resync', epoch: 'e1', topics: { pipeline: 900 }, reason: 'gap' } }, 10);
    const resyncing = told.state().log.heardAt.pipeline;
    expect(resyncing).toBe(before);
    told.tell({ type: 'frame', connection: 2, frame: heartbeat({ pipeline: 900 }) }, 25_000);
    event(told, 901, 900);
    expect(told.state().log.heardAt.pipeline).toBe(before);
    // The other topics miss nothing and stay confirmed: one failing resource does not hold back the age of others (M-12).
    expect(told.state().log.heardAt.health).toBe((before ?? 0) + 3_600_000 + 10 + 25_000);
    const landed = told.tell({ type: 'resynced', topics: ['pipeline'] }, 2000);
    expect(told.state().log.heardAt.pipeline).toBe((before ?? 0) + 3_600_000 + 10 + 25_000 + 2000);
    expect(kindsOf(landed)).toContain('publish');
  });

  it('a start on another log, or from nothing, claims no age before the first fetch has landed', { tags: ['D-15'] }, () => {
    const told = story();
    told.tell(start());
    told.tell({ type: 'frame', connection: 1, frame: hello() });
    told.tell({ type: 'frame', connection: 1, frame: heartbeat() }, 25_000);
    expect(newestOf(told.state().log)).toBeNull();
    told.tell({ type: 'resynced', topics: allTopics }, 100);
    expect(newestOf(told.state().log)).not.toBeNull();
  });
});

describe('connecting', () => {
  it('goes disconnected → connecting → connected → reconnecting → connected → disconnected', { tags: ['C-54'] }, () => {
    const told = story();
    const seen: string[] = [told.state().name];
    told.tell(start());
    seen.push(told.state().name);
    told.tell({ type: 'frame', connection: 1, frame: hello() });
    seen.push(told.state().name);
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    seen.push(told.state().name);
    told.tell({ type: 'timerFired', timer: 'retry' }, 1000);
    told.tell({ type: 'frame', connection: 2, frame: hello() });
    seen.push(told.state().name);
    told.tell({ type: 'stop' });
    seen.push(told.state().name);
    expect(seen).toEqual(['disconnected', 'connecting', 'connected', 'reconnecting', 'connected', 'disconnected']);
  });

  it('does not call itself connected for an open stream, a heartbeat or an event before the hello', { tags: ['C-54'] }, () => {
    const told = story();
    told.tell(start());
    told.tell({ type: 'opened', connection: 1 });
    told.tell({ type: 'frame', connection: 1, frame: heartbeat() });
    told.tell({ type: 'frame', connection: 1, frame: { kind: 'event', ...stageEvent(1, 0) } });
    expect(told.state().name).toBe('connecting');
  });

  it('gives up an opened stream that says nothing', { tags: ['D-14'] }, () => {
    const told = story();
    told.tell(start());
    told.tell({ type: 'opened', connection: 1 });
    const effects = told.tell({ type: 'timerFired', timer: 'watchdog' }, 15_000);
    expect(told.state().name).toBe('reconnecting');
    expect(effectOf(effects, 'close')).toEqual({ type: 'close', connection: 1 });
  });

  it('subscribes each topic from its cursor once the websocket said hello, and pings every 25 s', { tags: ['C-88'] }, () => {
    const told = story();
    told.tell(start('websocket', { pipeline: 10 }, 'e1'));
    expect(kindsOf(told.tell({ type: 'opened', connection: 1 }))).not.toContain('subscribe');
    const effects = told.tell({ type: 'frame', connection: 1, frame: hello({ pipeline: 12 }) });
    expect(effects.filter((effect) => effect.type === 'subscribe').map((effect) => [effect.topic, effect.since])).toEqual([
      ['kpis', 0],
      ['verifications', 0],
      ['pipeline', 10],
      ['health', 0],
      ['system', 0],
    ]);
    expect(effects).toContainEqual({ type: 'schedule', timer: 'ping', delayMs: 25_000 });
    expect(kindsOf(told.tell({ type: 'timerFired', timer: 'ping' }, 25_000))).toBe('ping schedule:ping');
  });

  it('asks about the session when the platform refuses a stream, and goes on with back-off: nobody is put out of contact by one refusal', {
    tags: ['M-9'],
  }, () => {
    const told = live();
    const effects = told.tell({ type: 'closed', connection: 1, reason: 'refused' }, 5000);
    expect(kindsOf(effects.filter((effect) => effect.type !== 'cancel' && effect.type !== 'log'))).toBe(
      'askSession close schedule:retry publish',
    );
    expect(told.state()).toMatchObject({ name: 'reconnecting', transport: 'sse', attempt: 1, nextTryAt: 1_006_000 });
    expect(kindsOf(told.tell({ type: 'retryNow' }))).toContain('open');
  });

  it.each(['sse', 'websocket'] as const)(
    'whose %s stream another of its session took the place of polls at once, and does not fight for its place: a stream is tried when it is climbed',
    { tags: ['G-20'] },
    (transport) => {
      const told = live(transport);
      const effects = told.tell({ type: 'closed', connection: 1, reason: 'displaced' }, 5000);
      expect(effectOf(effects, 'poll')).toMatchObject({ connection: 2, since: { pipeline: 10 } });
      expect(effects).toContainEqual({ type: 'schedule', timer: 'climb', delayMs: climbIntervalMs });
      expect(effects.filter(({ type }) => type === 'open' || type === 'askSession')).toEqual([]);
      expect(told.state()).toMatchObject({ name: 'reconnecting', transport: 'polling' });
      const climbed = told.tell({ type: 'timerFired', timer: 'climb' }, climbIntervalMs);
      expect(effectOf(climbed, 'open')).toMatchObject({ transport: transport });
      // Displaced again while climbing: continues as before.
      const again = told.tell({ type: 'closed', connection: told.state().lastConnection, reason: 'displaced' }, 10);
      expect(told.state()).toMatchObject({ name: 'reconnecting', transport: 'polling' });
      expect(again.filter(({ type }) => type === 'poll')).toEqual([]);
    },
  );

  it('one refused poll is asked about and is no end: the other topics count, and the next round comes as ever', { tags: ['M-9'] }, () => {
    const told = story();
    told.tell(start('polling', { kpis: 0, pipeline: 0 }, 'e1'));
    const answers = allTopics.map((topic) =>
      topic === 'kpis'
        ? ({ ok: false, topic, reason: 'refused' } as const)
        : ({ ok: true, topic, frames: [], epoch: 'e1', newest: 0, resync: false } as const),
    );
    expect(kindsOf(told.tell({ type: 'polled', connection: 1, answers }))).toMatch(/askSession.*schedule:poll/);
    expect(told.state()).toMatchObject({ name: 'connected', transport: 'polling' });
    const all = allTopics.map((topic) => ({ ok: false, topic, reason: 'refused' }) as const);
    told.tell({ type: 'timerFired', timer: 'poll' }, 15_000);
    expect(kindsOf(told.tell({ type: 'polled', connection: 1, answers: all }))).toMatch(/askSession.*schedule:retry/);
    expect(told.state()).toMatchObject({ name: 'reconnecting', transport: 'polling' });
  });

  it('a round that nobody answered is no refusal: whether the session stands is not asked', { tags: ['M-13', 'M-9'] }, () => {
    const told = story();
    told.tell(start('polling', { kpis: 0, pipeline: 0 }, 'e1'));
    const lost = allTopics.map((topic) => ({ ok: false, topic, reason: 'lost' }) as const);
    expect(kindsOf(told.tell({ type: 'polled', connection: 1, answers: lost }))).not.toContain('askSession');
  });

  it('with a connection its timers end, whichever there are: none of them is taken for the next one’s', { tags: ['M-13', 'K-5'] }, () => {
    const ended = live('websocket').tell({ type: 'closed', connection: 1, reason: 'lost' });
    const cancelled = ended.flatMap((effect) => (effect.type === 'cancel' ? [effect.timer] : []));
    expect(cancelled).toEqual(expect.arrayContaining(['watchdog', 'poll', 'ping', 'fill']));
  });

  it('a round of polling whose answers take 20 s is taken when they come: its calls have their own limit, and what watches over the round outlasts it', {
    tags: ['M-14', 'F-32'],
  }, () => {
    const told = story();
    const limitOf = (effects: readonly RealtimeEffect[]) =>
      effects.find((effect) => effect.type === 'schedule' && effect.timer === 'watchdog');
    const answers = allTopics.map((topic) => ({ ok: true, topic, frames: [], epoch: 'e1', newest: 0, resync: false }) as const);
    const longer = { delayMs: expect.toSatisfy((ms: number) => ms > readLimitMs) as number };
    expect(limitOf(told.tell(start('polling', { kpis: 0 }, 'e1')))).toMatchObject(longer);
    told.tell({ type: 'polled', connection: told.connection(), answers }, 20_000);
    expect(told.state()).toMatchObject({ name: 'connected', transport: 'polling' });
    expect(limitOf(told.tell({ type: 'timerFired', timer: 'poll' }, 15_000))).toMatchObject(longer);
    const lost = answers.map(({ topic }) => ({ ok: false, topic, reason: 'lost' }) as const);
    told.tell({ type: 'polled', connection: told.connection(), answers: lost }, 30_000);
    expect(limitOf(told.tell({ type: 'timerFired', timer: 'retry' }, 15_000))).toMatchObject(longer);
    told.tell({ type: 'polled', connection: told.connection(), answers }, 20_000);
    expect(told.state()).toMatchObject({ name: 'connected', transport: 'polling' });
  });

  it('a round of polling that was answered is watched over no longer: one whose answers came late is not called dead before the next', {
    tags: ['M-14', 'F-32'],
  }, () => {
    const told = story();
    const answers = allTopics.map((topic) => ({ ok: true, topic, frames: [], epoch: 'e1', newest: 0, resync: false }) as const);
    const watched = (effects: readonly RealtimeEffect[]) =>
      effects.findLast((effect) => (effect.type === 'schedule' || effect.type === 'cancel') && effect.timer === 'watchdog')?.type;
    expect(watched(told.tell(start('polling', { kpis: 0 }, 'e1')))).toBe('schedule');
    expect(watched(told.tell({ type: 'polled', connection: 1, answers }, readLimitMs))).toBe('cancel');
    expect(watched(told.tell({ type: 'timerFired', timer: 'poll' }, 15_000))).toBe('schedule');
    expect(watched(told.tell({ type: 'polled', connection: 1, answers }, readLimitMs))).toBe('cancel');
  });

  it.each([0, 8000])(
    'a round of polling that is out when the link falls silent, %d ms after it was asked, is left to finish, and none is asked twice',
    { tags: ['M-11', 'F-31'] },
    (laterMs) => {
      const told = story();
      const answers = allTopics.map((topic) => ({ ok: true, topic, frames: [], epoch: 'e1', newest: 0, resync: false }) as const);
      told.tell(start('polling', { kpis: 0 }, 'e1'));
      told.tell({ type: 'polled', connection: 1, answers });
      told.tell({ type: 'timerFired', timer: 'poll' }, 15_000);
      expect(kindsOf(told.tell({ type: 'silent' }, laterMs))).not.toContain('poll');
      expect(told.state()).toMatchObject({ name: 'reconnecting', transport: 'polling', connection: 1 });
      told.tell({ type: 'polled', connection: 1, answers }, 3000);
      expect(told.state()).toMatchObject({ name: 'connected', transport: 'polling' });
    },
  );

  it('ignores late news of a connection that was given up', () => {
    const told = live();
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    told.tell({ type: 'timerFired', timer: 'retry' }, 1000);
    const before = told.state();
    expect(told.tell({ type: 'frame', connection: 1, frame: hello() })).toEqual([]);
    expect(told.tell({ type: 'closed', connection: 1, reason: 'lost' })).toEqual([]);
    expect(told.state()).toBe(before);
  });
});

describe('the ladder', () => {
  it('tries the websocket ten times after 1, 2, 4, 8, then 30 s plus up to a second, then server-sent events, then polling', {
    tags: ['C-55'],
  }, () => {
    const told = story(0.5);
    told.tell(start('websocket'));
    expect(failAll(told)).toEqual([1500, 2500, 4500, 8500, ...Array<number>(6).fill(30_500)]);
    expect(told.state()).toMatchObject({ name: 'reconnecting', transport: 'sse', attempt: 0 });
    failAll(told);
    expect(told.state()).toMatchObject({ name: 'reconnecting', transport: 'polling' });
  });

  it('tries server-sent events ten times after 1 s doubling to 30 s, then polls', { tags: ['C-56'] }, () => {
    const told = story(0.9);
    const first = told.tell(start());
    expect(effectOf(first, 'open')?.transport).toBe('sse');
    expect(failAll(told)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
    expect(told.state()).toMatchObject({ transport: 'polling' });
  });

  it('a stream that is cut after each hello uses the tries up; one that delivered starts afresh', { tags: ['C-56'] }, () => {
    const cut = live();
    for (let attempt = 1; attempt <= maxTries; attempt += 1) {
      cut.tell({ type: 'closed', connection: cut.connection(), reason: 'lost' });
      expect(cut.state()).toMatchObject({ transport: 'sse', attempt });
      cut.tell({ type: 'timerFired', timer: 'retry' }, 30_000);
      cut.tell({ type: 'frame', connection: cut.connection(), frame: hello({ pipeline: 10 }) });
    }
    cut.tell({ type: 'closed', connection: cut.connection(), reason: 'lost' });
    expect(cut.state()).toMatchObject({ transport: 'polling' });

    const steady = live();
    steady.tell({ type: 'closed', connection: 1, reason: 'lost' });
    steady.tell({ type: 'timerFired', timer: 'retry' }, 1000);
    steady.tell({ type: 'frame', connection: 2, frame: hello({ pipeline: 10 }) });
    event(steady, 11, 10);
    steady.tell({ type: 'closed', connection: 2, reason: 'lost' });
    expect(steady.state()).toMatchObject({ attempt: 1 });
  });

  it('polls every 15 s, and is connected by an answer, not by asking', { tags: ['C-58'] }, () => {
    const told = story();
    const first = told.tell(start('polling', { pipeline: 10 }, 'e1'));
    expect(effectOf(first, 'poll')).toMatchObject({
      topics: ['kpis', 'verifications', 'pipeline', 'health', 'system'],
      since: { pipeline: 10 },
    });
    expect(told.state().name).toBe('connecting');
    const answered = told.tell({
      type: 'polled',
      connection: 1,
      answers: [{ ok: true, topic: 'pipeline', frames: [stageEvent(11, 10)], epoch: 'e1', newest: 11, resync: false }],
    });
    expect(told.state().name).toBe('connected');
    expect(answered).toContainEqual({ type: 'schedule', timer: 'poll', delayMs: 15_000 });
    expect(effectOf(answered, 'apply')).toMatchObject({ frames: [{ seq: 11 }], cursors: { pipeline: 11 } });
    expect(effectOf(told.tell({ type: 'timerFired', timer: 'poll' }, 15_000), 'poll')?.since.pipeline).toBe(11);
  });

  it('climbs back every five minutes and at once when the link returns; the old rung serves until the new one speaks', {
    tags: ['D-14'],
  }, () => {
    const told = story();
    told.tell(start());
    failAll(told);
    expect(
      told.tell({ type: 'polled', connection: told.connection(), answers: [{ ok: false, topic: 'pipeline', reason: 'lost' }] }),
    ).toContainEqual({ type: 'schedule', timer: 'retry', delayMs: 15_000 });
    told.tell({ type: 'timerFired', timer: 'retry' }, 15_000);
    const polling = told.connection();
    const answers = [{ ok: true, topic: 'pipeline', frames: [], epoch: 'e1', newest: 0, resync: false }] as const;
    // Polling had failed before it answered: the link is back, so the answer triggers a climb.
    const opened = effectOf(told.tell({ type: 'polled', connection: polling, answers }), 'open');
    expect(opened?.transport).toBe('sse');
    const failed = told.tell({ type: 'closed', connection: opened?.connection ?? 0, reason: 'lost' });
    expect(failed).toContainEqual({ type: 'schedule', timer: 'climb', delayMs: 300_000 });
    expect(told.state()).toMatchObject({ name: 'connected', transport: 'polling' });
    expect(effectOf(told.tell({ type: 'timerFired', timer: 'climb' }, 300_000), 'open')?.transport).toBe('sse');
    told.tell({ type: 'timerFired', timer: 'climbTimeout' }, 15_000);
    const again = effectOf(told.tell({ type: 'linkReturned' }), 'open');
    expect(again?.transport).toBe('sse');
    told.tell({ type: 'frame', connection: again?.connection ?? 0, frame: hello() });
    expect(told.state()).toMatchObject({ name: 'connected', transport: 'sse', climb: null });
  });

  it('below where it began it always waits for one climb: from the fall on, however often the rung breaks and comes back; at the top for none', {
    tags: ['M-13', 'D-14'],
  }, () => {
    const told = story();
    let now = 0;
    let dueAt: number | null = null;
    const watched: Story = {
      ...told,
      tell: (what, afterMs = 0) => {
        now += afterMs;
        const effects = told.tell(what, afterMs);
        for (const effect of effects) {
          if (effect.type === 'schedule' && effect.timer === 'climb') dueAt = now + effect.delayMs;
          if (effect.type === 'cancel' && effect.timer === 'climb') dueAt = null;
        }
        return effects;
      },
    };
    watched.tell(start('websocket'));
    const logged: RealtimeEffect[] = [];
    const tellAndLog = watched.tell;
    failAll({
      ...watched,
      tell: (...given) => {
        const effects = tellAndLog(...given);
        logged.push(...effects.filter(({ type }) => type === 'log'));
        return effects;
      },
    });
    expect(told.state()).toMatchObject({ transport: 'sse' });
    expect(logged).toContainEqual({ type: 'log', level: 'warning', code: 'fallback', detail: 'websocket → sse' });
    const due = now + 300_000;
    expect(dueAt).toBe(due);
    for (let again = 0; again < 2; again += 1) {
      watched.tell({ type: 'frame', connection: told.connection(), frame: hello() }, 1_000);
      expect([told.state().name, dueAt]).toEqual(['connected', due]);
      watched.tell({ type: 'closed', connection: told.connection(), reason: 'lost' }, 1_000);
      watched.tell({ type: 'timerFired', timer: 'retry' }, 1_000);
    }
    watched.tell({ type: 'frame', connection: told.connection(), frame: hello() });
    const up = effectOf(watched.tell({ type: 'linkReturned' }), 'open');
    watched.tell({ type: 'frame', connection: up?.connection ?? 0, frame: hello() });
    expect([told.state(), dueAt]).toMatchObject([{ name: 'connected', transport: 'websocket' }, null]);
  });

  it('from polling a blocked websocket is passed over for server-sent events', { tags: ['D-14'] }, () => {
    const told = story();
    told.tell(start('websocket'));
    failAll(told);
    failAll(told);
    expect(told.state()).toMatchObject({ transport: 'polling' });
    const websocket = effectOf(told.tell({ type: 'timerFired', timer: 'climb' }, 300_000), 'open');
    expect(websocket?.transport).toBe('websocket');
    const sse = effectOf(told.tell({ type: 'closed', connection: websocket?.connection ?? 0, reason: 'lost' }), 'open');
    expect(sse?.transport).toBe('sse');
    const arrived = told.tell({ type: 'frame', connection: sse?.connection ?? 0, frame: hello() });
    expect(told.state()).toMatchObject({ transport: 'sse' });
    expect(arrived).toContainEqual({ type: 'schedule', timer: 'climb', delayMs: 300_000 });
  });
});

describe('the watchdog', () => {
  it('calls a connection dead after two missed heartbeats and 5 s', { tags: ['C-88', 'D-14'] }, () => {
    const told = live();
    const heard = told.tell({ type: 'frame', connection: 1, frame: heartbeat({ pipeline: 10 }) }, 25_000);
    expect(heard).toContainEqual({ type: 'schedule', timer: 'watchdog', delayMs: 55_000 });
    const dead = told.tell({ type: 'timerFired', timer: 'watchdog' }, 55_000);
    expect(kindsOf(dead)).toContain('close');
    expect(dead).toContainEqual({ type: 'log', level: 'warning', code: 'dead', detail: 'sse' });
    expect(told.state().name).toBe('reconnecting');
  });

  it('after a sleep does not believe a connection that was silent for longer', { tags: ['D-14'] }, () => {
    const told = live();
    const woke = told.tell({ type: 'linkReturned' }, 8 * 3_600_000);
    expect(kindsOf(woke)).toContain('close');
    expect(effectOf(woke, 'open')).toBeDefined();
    const fresh = live();
    expect(kindsOf(fresh.tell({ type: 'linkReturned' }, 10_000))).toBe('');
  });
});

describe('the log', () => {
  it('takes a gap-free run, passes over what it has, and fills a hole from the cursor with one call', { tags: ['D-14'] }, () => {
    const told = live();
    expect(effectOf(event(told, 12, 10), 'apply')?.frames[0]?.seq).toBe(12);
    expect(event(told, 12, 10).filter((effect) => effect.type === 'apply')).toEqual([]);
    const gap = event(told, 20, 15);
    expect(effectOf(gap, 'poll')).toMatchObject({ topics: ['pipeline'], since: { pipeline: 12 } });
    expect(effectOf(gap, 'apply')).toBeUndefined();
    expect(effectOf(event(told, 21, 20), 'poll')).toBeUndefined();
    const filled = told.tell({
      type: 'polled',
      connection: 1,
      answers: [
        {
          ok: true,
          topic: 'pipeline',
          frames: [stageEvent(15, 12), stageEvent(20, 15), stageEvent(21, 20)],
          epoch: 'e1',
          newest: 21,
          resync: false,
        },
      ],
    });
    expect(effectOf(filled, 'apply')?.frames.map((frame) => frame.seq)).toEqual([15, 20, 21]);
    expect(told.state().log.filling).toEqual({});
  });

  it('notices by the heartbeat that the newest events were lost', { tags: ['D-14'] }, () => {
    const told = live();
    const effects = told.tell({ type: 'frame', connection: 1, frame: heartbeat({ pipeline: 14 }) });
    expect(effectOf(effects, 'poll')).toMatchObject({ since: { pipeline: 10 } });
  });

  it('asks for one refetch when a hole cannot be filled', { tags: ['D-14'] }, () => {
    const told = live();
    event(told, 20, 15);
    const asked: RealtimeEffect[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      asked.push(...told.tell({ type: 'polled', connection: 1, answers: [{ ok: false, topic: 'pipeline', reason: 'lost' }] }));
      told.tell({ type: 'timerFired', timer: 'fill' }, 10_000);
    }
    expect(asked.filter((effect) => effect.type === 'resync')).toMatchObject([{ topics: { pipeline: 20 }, reason: 'gap' }]);
    expect(effectOf(event(told, 21, 20), 'apply')).toBeDefined();
  });

  it('refetches once when the platform no longer holds the gap, however often it says so', { tags: ['D-14'] }, () => {
    const told = live();
    const resync = {
      type: 'frame',
      connection: 1,
      frame: { kind: 'resync', epoch: 'e1', topics: { pipeline: 500 }, reason: 'gap' },
    } as const;
    expect(told.tell(resync).filter((effect) => effect.type === 'resync')).toHaveLength(1);
    expect(told.tell(resync).filter((effect) => effect.type === 'resync')).toHaveLength(0);
    expect(effectOf(event(told, 501, 500), 'apply')?.frames).toHaveLength(1);
  });

  it('another log means one refetch of everything, and nothing of the old place', { tags: ['D-14'] }, () => {
    const told = live();
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    told.tell({ type: 'timerFired', timer: 'retry' }, 1000);
    const effects = told.tell({ type: 'frame', connection: 2, frame: hello({ pipeline: 3 }, 'e2') });
    expect(effects.filter((effect) => effect.type === 'resync')).toMatchObject([
      { reason: 'epoch', epoch: 'e2', topics: { pipeline: 3, kpis: 0 } },
    ]);
    expect(kindsOf(effects)).toContain('discard');
    expect(effectOf(effects, 'log')).toMatchObject({ level: 'info', code: 'epoch', detail: expect.stringMatching(/^epoch: .*pipeline/) });
    expect(effectOf(event(told, 4, 3), 'apply')?.epoch).toBe('e2');
    expect(
      told
        .tell({ type: 'frame', connection: 2, frame: { kind: 'resync', epoch: 'e2', topics: { pipeline: 3 }, reason: 'epoch' } })
        .filter((effect) => effect.type === 'resync'),
    ).toEqual([]);
  });

  it('refuses a frame of another tenant, with an error', { tags: ['C-59'] }, () => {
    const told = live();
    const effects = told.tell({ type: 'frame', connection: 1, frame: { kind: 'event', ...stageEvent(11, 10, 11, 'kampala') } });
    expect(effectOf(effects, 'apply')).toBeUndefined();
    expect(effectOf(effects, 'log')).toMatchObject({ level: 'error', code: 'foreign_frame' });
    expect(told.state().log.cursors.pipeline).toBe(10);
  });

  it('logs a malformed message and goes on', { tags: ['C-65'] }, () => {
    const told = live();
    expect(told.tell({ type: 'invalid', connection: 1, detail: 'seq: expected number' })).toEqual([
      { type: 'log', level: 'error', code: 'malformed_frame', detail: 'seq: expected number' },
    ]);
    expect(told.state().name).toBe('connected');
  });
});

describe('writes', () => {
  it('after a failed write goes back to what is stored and asks for the rest again, later each time', { tags: ['D-14'] }, () => {
    const told = live();
    event(told, 11, 10);
    event(told, 12, 11);
    const failed = told.tell({ type: 'writeSettled', ok: false, cursors: { pipeline: 12 }, epoch: 'e1' });
    expect(kindsOf(failed)).toContain('discard');
    expect(failed).toContainEqual({ type: 'schedule', timer: 'writeRetry', delayMs: 1000 });
    expect(told.state().log.cursors.pipeline).toBe(10);
    expect(effectOf(event(told, 13, 12), 'apply')).toBeUndefined();
    // The platform is not asked for events that could not be written either.
    expect(effectOf(told.tell({ type: 'frame', connection: 1, frame: heartbeat({ pipeline: 14 }) }), 'poll')).toBeUndefined();
    expect(told.state()).toMatchObject({ name: 'connected', log: { newest: { pipeline: 14 }, cursors: { pipeline: 10 } } });
    const again = told.tell({ type: 'timerFired', timer: 'writeRetry' }, 1000);
    expect(effectOf(again, 'poll')).toMatchObject({ topics: ['pipeline'], since: { pipeline: 10 } });
    const second = told.tell({ type: 'writeSettled', ok: false, cursors: {}, epoch: 'e1' });
    expect(second).toContainEqual({ type: 'schedule', timer: 'writeRetry', delayMs: 2000 });
  });

  it('what waits to be asked for again is called off by a failed write: the retry asks for all that is missing, once', {
    tags: ['M-13', 'D-14'],
  }, () => {
    const told = live();
    event(told, 11, 10);
    event(told, 20, 15);
    const lost = told.tell({ type: 'polled', connection: 1, answers: [{ ok: false, topic: 'pipeline', reason: 'lost' }] });
    expect(kindsOf(lost)).toContain('schedule:fill');
    expect(kindsOf(told.tell({ type: 'writeSettled', ok: false, cursors: { pipeline: 11 }, epoch: 'e1' }))).toContain('cancel:fill');
    expect(effectOf(told.tell({ type: 'timerFired', timer: 'writeRetry' }, 1000), 'poll')).toMatchObject({ since: { pipeline: 10 } });
  });

  it('goes on where the record ends though a refetch is owed, and owes it still', { tags: ['F-13', 'D-14'] }, () => {
    const told = story();
    const begun = told.tell(start('sse', { pipeline: 12, health: 7 }, 'e1', ['pipeline']));
    expect(effectOf(begun, 'open')?.since).toEqual({ pipeline: 12, health: 7 });
    expect(effectOf(begun, 'resync')).toEqual({ type: 'resync', topics: { pipeline: 12 }, reason: 'owed', epoch: 'e1' });
    const heard = told.tell({
      type: 'frame',
      connection: 1,
      frame: hello({ pipeline: 14, health: 7, kpis: 0, verifications: 0, system: 0 }),
    });
    expect(effectOf(heard, 'resync')?.topics).toEqual({ kpis: 0, verifications: 0, system: 0 });
    expect(effectOf(event(told, 13, 12), 'apply')?.cursors).toEqual({});
    told.tell({ type: 'resynced', topics: ['pipeline'] });
    expect(effectOf(event(told, 14, 13), 'apply')?.cursors).toEqual({ pipeline: 14 });
  });

  it('stores no cursor of a topic whose refetch has not landed', { tags: ['D-14'] }, () => {
    const told = live();
    told.tell({ type: 'frame', connection: 1, frame: { kind: 'resync', epoch: 'e1', topics: { pipeline: 50 }, reason: 'slow' } });
    expect(effectOf(event(told, 51, 50), 'apply')?.cursors).toEqual({});
    const done = told.tell({ type: 'resynced', topics: ['pipeline'] });
    expect(effectOf(done, 'saveCursors')).toEqual({ type: 'saveCursors', cursors: { pipeline: 50 }, epoch: 'e1' });
    expect(effectOf(event(told, 52, 51), 'apply')?.cursors).toEqual({ pipeline: 52 });
  });

  it('frames that could not be kept are fetched again, once', { tags: ['D-12'] }, () => {
    const told = live();
    event(told, 11, 10);
    const effects = told.tell({ type: 'missed', topics: ['pipeline'] });
    expect(effects.filter((effect) => effect.type === 'resync')).toMatchObject([{ topics: { pipeline: 11 }, reason: 'missed' }]);
    expect(told.state().log.base.pipeline).toBe(11);
  });
});
