import { describe, expect, it } from 'vitest';
import type { TopicSeqs } from '../../contracts/realtime/event.ts';
import type { RealtimeEffect } from './effect.ts';
import { statusOf } from './status.ts';
import {
  type Story,
  allTopics,
  effectOf,
  heartbeat,
  hello,
  stageEvent,
  start,
  story,
  type Told,
} from '../../../tests/builders/realtimeStories.ts';

/** Connected, with `pipeline` at seq 10 and all initial fetches landed. */
function live(transport: 'sse' | 'websocket' = 'sse'): Story {
  const told = story();
  told.tell(start(transport, { pipeline: 10 }, 'e1'));
  told.tell({ type: 'frame', connection: 1, frame: hello({ pipeline: 10 }) });
  told.tell({ type: 'resynced', topics: allTopics });
  return told;
}

const stage = (seq: number, prev: number): Told => ({
  type: 'frame',
  connection: 1,
  frame: { kind: 'event', ...stageEvent(seq, prev) },
});
const silence: Told = { type: 'polled', connection: 1, answers: [{ ok: false, topic: 'pipeline', reason: 'lost' }] };
const waitOf = (effects: readonly RealtimeEffect[]): number | undefined =>
  effects.flatMap((effect) => (effect.type === 'schedule' && effect.timer === 'fill' ? [effect.delayMs] : []))[0];

describe('a hole', () => {
  it('that one call did not fill is asked for again from the same place, each time later, before everything is fetched anew', {
    tags: ['D-14'],
  }, () => {
    const told = live();
    expect(effectOf(told.tell(stage(20, 15)), 'poll')).toMatchObject({ topics: ['pipeline'], since: { pipeline: 10 } });
    const waits: (number | undefined)[] = [];
    for (let tries = 0; tries < 2; tries += 1) {
      const lost = told.tell(silence);
      expect(effectOf(lost, 'resync')).toBeUndefined();
      waits.push(waitOf(lost));
      expect(effectOf(told.tell({ type: 'timerFired', timer: 'fill' }, waitOf(lost)), 'poll')).toMatchObject({
        connection: 1,
        topics: ['pipeline'],
        since: { pipeline: 10 },
      });
    }
    expect(waits.map((wait) => (wait ?? 0) > 0)).toEqual([true, true]);
    expect(waits[1]).toBeGreaterThan(waits[0] ?? Number.POSITIVE_INFINITY);
    const given = told.tell(silence);
    expect(effectOf(given, 'resync')).toMatchObject({ topics: { pipeline: 20 }, reason: 'gap' });
    expect(waitOf(given)).toBeUndefined();
    expect(told.tell({ type: 'timerFired', timer: 'fill' }, 60_000)).toEqual([]);
  });

  it('that an answer fills in part is asked for at once from where that answer ended, until it is filled', {
    tags: ['M-13', 'D-14'],
  }, () => {
    const told = live();
    told.tell(stage(20, 18));
    const answer = (seq: number, prev: number): Told => ({
      type: 'polled',
      connection: 1,
      answers: [{ ok: true, topic: 'pipeline', frames: [stageEvent(seq, prev)], epoch: 'e1', newest: 20, resync: false }],
    });
    expect(effectOf(told.tell(answer(15, 10)), 'poll')).toMatchObject({ connection: 1, topics: ['pipeline'], since: { pipeline: 15 } });
    expect(effectOf(told.tell(answer(18, 15)), 'poll')).toMatchObject({ connection: 1, topics: ['pipeline'], since: { pipeline: 18 } });
    const filled = told.tell(answer(20, 18));
    expect([effectOf(filled, 'poll'), effectOf(filled, 'resync')]).toEqual([undefined, undefined]);
    expect(effectOf(filled, 'apply')?.frames.map(({ seq }) => seq)).toEqual([20]);
  });

  it('that another log answers ends the stream: no answer of that call is taken, and the next connection begins at the cursor', {
    tags: ['M-13', 'D-14'],
  }, () => {
    const told = live();
    told.tell(stage(20, 15));
    const frames = [stageEvent(15, 10), stageEvent(20, 15)];
    const ofOld = { ok: true, topic: 'pipeline', frames, epoch: 'e1', newest: 20, resync: false } as const;
    const ofNew = { ok: true, topic: 'kpis', frames: [], epoch: 'e2', newest: 3, resync: false } as const;
    const effects = told.tell({ type: 'polled', connection: 1, answers: [ofOld, ofNew] });
    expect([effectOf(effects, 'apply'), effectOf(effects, 'resync'), told.state().name]).toEqual([undefined, undefined, 'reconnecting']);
    expect(effectOf(told.tell({ type: 'timerFired', timer: 'retry' }, 30_000), 'open')).toMatchObject({ since: { pipeline: 10 } });
  });

  it('is not asked for by a connection that was lost meanwhile: the next one begins at the cursor', { tags: ['D-14'] }, () => {
    const told = live();
    told.tell(stage(20, 15));
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    expect(told.tell({ type: 'timerFired', timer: 'fill' }, 10)).toEqual([]);
  });

  it('is written into the log by its topic, once for as long as it is open', { tags: ['D-14'] }, () => {
    const told = live();
    const said = (effects: readonly RealtimeEffect[]) =>
      effects.flatMap((effect) => (effect.type === 'log' && effect.code === 'gap' ? [effect.detail] : []));
    expect(said(told.tell(stage(11, 10)))).toEqual([]);
    expect(said(told.tell({ type: 'frame', connection: 1, frame: heartbeat({ pipeline: 14 }) }))).toEqual(['pipeline']);
    expect(said(told.tell({ type: 'frame', connection: 1, frame: heartbeat({ pipeline: 15 }) }))).toEqual([]);
  });
});

describe('since when it is connected', () => {
  it('is told from the hello on, and a second hello on the same connection does not make it later', { tags: ['C-54'] }, () => {
    const told = live();
    const first = statusOf(told.state());
    if (first.state !== 'connected') throw new Error(first.state);
    expect(first.since).toEqual(expect.any(Number));
    told.tell({ type: 'frame', connection: 1, frame: hello({ pipeline: 10 }) }, 60_000);
    expect(statusOf(told.state())).toMatchObject({ state: 'connected', since: first.since });
    told.tell({ type: 'closed', connection: 1, reason: 'lost' }, 1000);
    told.tell({ type: 'timerFired', timer: 'retry' }, 1000);
    told.tell({ type: 'frame', connection: told.connection(), frame: hello({ pipeline: 10 }) });
    expect(statusOf(told.state())).toMatchObject({ state: 'connected', since: (first.since ?? 0) + 62_000 });
  });
});

describe('a round of polling', () => {
  const answer = (epoch: string, topic: 'kpis' | 'pipeline' = 'pipeline') =>
    ({ ok: true, topic, frames: topic === 'pipeline' ? [stageEvent(11, 10)] : [], epoch, newest: 11, resync: false }) as const;

  it('that another log answers throws away what was taken of the old one, also in this round, and says why all is fetched', {
    tags: ['M-13', 'D-14'],
  }, () => {
    const told = story();
    told.tell(start('polling', { pipeline: 10, kpis: 0 }, 'e1'));
    const answered = told.tell({ type: 'polled', connection: 1, answers: [answer('e1'), answer('e2', 'kpis')] });
    expect(effectOf(answered, 'discard')).toBeDefined();
    expect(effectOf(answered, 'apply')).toBeUndefined();
    expect(effectOf(answered, 'resync')).toMatchObject({ epoch: 'e2', reason: 'epoch' });
  });

  it('that another log answers for every topic is told as such, whichever of them stood nowhere in it yet', {
    tags: ['M-13', 'D-14'],
  }, () => {
    const told = story();
    told.tell(start('polling', { pipeline: 10, kpis: 0 }, 'e1'));
    const answered = told.tell({ type: 'polled', connection: 1, answers: [answer('e2'), answer('e2', 'kpis')] });
    expect(effectOf(answered, 'resync')).toMatchObject({ epoch: 'e2', reason: 'epoch', topics: { pipeline: 11, kpis: 11 } });
  });

  it('that cannot give what was missed says that a gap is fetched, and not that nothing was held', { tags: ['M-13', 'D-14'] }, () => {
    const told = story();
    told.tell(start('polling', { pipeline: 10, kpis: 0 }, 'e1'));
    const answered = told.tell({ type: 'polled', connection: 1, answers: [{ ...answer('e1'), frames: [], newest: 20, resync: true }] });
    expect(effectOf(answered, 'resync')).toMatchObject({ epoch: 'e1', reason: 'gap', topics: { pipeline: 20 } });
  });

  it('that is the first of all has nothing to throw away', { tags: ['M-13', 'D-14'] }, () => {
    const told = story();
    told.tell(start('polling'));
    const answered = told.tell({ type: 'polled', connection: 1, answers: [answer('e1')] });
    expect(effectOf(answered, 'discard')).toBeUndefined();
    expect(effectOf(answered, 'resync')).toMatchObject({ epoch: 'e1', reason: 'first', topics: { pipeline: 11 } });
  });
});

describe('a hello that is behind what was taken', () => {
  it('means nothing where the old connection was faster than the climb, and a platform set back where it comes on the connection in use', {
    tags: ['D-14'],
  }, () => {
    const told = story();
    told.tell(start('sse', { pipeline: 10, kpis: 0, verifications: 0, health: 0, system: 0 }, 'e1'));
    for (let state = told.state(); 'transport' in state && state.transport !== 'polling'; state = told.state()) {
      told.tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
      told.tell({ type: 'timerFired', timer: 'retry' }, 60_000);
    }
    const taken = { ok: true, topic: 'pipeline', frames: [stageEvent(12, 10)], epoch: 'e1', newest: 12, resync: false } as const;
    told.tell({ type: 'polled', connection: told.connection(), answers: [taken] });
    const up = effectOf(told.tell({ type: 'timerFired', timer: 'climb' }, 300_000), 'open')?.connection ?? 0;
    const arrived = told.tell({ type: 'frame', connection: up, frame: hello({ pipeline: 11 }) });
    expect(told.state()).toMatchObject({ name: 'connected', transport: 'sse' });
    expect(effectOf(arrived, 'resync')).toBeUndefined();
    const again = told.tell({ type: 'frame', connection: up, frame: hello({ pipeline: 11 }) });
    expect(effectOf(again, 'resync')).toMatchObject({ topics: { pipeline: 11 }, reason: 'setBack' });
  });
});

describe('the first event after a hello', { tags: ['M-13', 'D-14'] }, () => {
  const taken = (held: TopicSeqs, newest: number) => {
    const told = story();
    told.tell(start('sse', held, 'e1'));
    told.tell({ type: 'frame', connection: 1, frame: hello({ pipeline: newest }) });
    return told.tell(stage(newest + 1, newest));
  };

  it('is taken where the platform was set back: it is new, though its number was seen before', () => {
    expect(effectOf(taken({ pipeline: 10 }, 4), 'apply')).toMatchObject({ frames: [{ correlationId: 'c5' }] });
  });

  it('is taken on a topic that was never held: what lies before it is fetched, and is no hole', () => {
    const effects = taken({ kpis: 0 }, 10);
    expect(effectOf(effects, 'apply')).toMatchObject({ frames: [{ correlationId: 'c11' }] });
    expect(effectOf(effects, 'poll')).toBeUndefined();
  });
});

describe('half-way up', () => {
  it('the next rung is tried after five minutes as well: who came from polling to server-sent events does not stay there', {
    tags: ['M-13', 'D-14'],
  }, () => {
    const told = story();
    let dueMs: number | null = null;
    const tell = (what: Told, afterMs = 0): readonly RealtimeEffect[] => {
      const effects = told.tell(what, afterMs);
      for (const effect of effects) {
        if (effect.type === 'schedule' && effect.timer === 'climb') dueMs = effect.delayMs;
        if (effect.type === 'cancel' && effect.timer === 'climb') dueMs = null;
      }
      return effects;
    };
    tell(start('websocket'));
    for (let state = told.state(); 'transport' in state && state.transport !== 'polling'; state = told.state()) {
      tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
      tell({ type: 'timerFired', timer: 'retry' }, 60_000);
    }
    const websocket = effectOf(tell({ type: 'timerFired', timer: 'climb' }, 300_000), 'open');
    const sse = effectOf(tell({ type: 'closed', connection: websocket?.connection ?? 0, reason: 'lost' }), 'open');
    tell({ type: 'frame', connection: sse?.connection ?? 0, frame: hello() });
    expect([told.state(), dueMs]).toMatchObject([{ name: 'connected', transport: 'sse' }, 300_000]);
    expect(effectOf(tell({ type: 'timerFired', timer: 'climb' }, 300_000), 'open')?.transport).toBe('websocket');
  });
});

describe('at the top', () => {
  it('nothing waits for a climb any more, also where the first answered round has begun it', { tags: ['D-14'] }, () => {
    const told = story();
    let isDue = false;
    const tell = (what: Told, afterMs = 0): readonly RealtimeEffect[] => {
      const effects = told.tell(what, afterMs);
      for (const effect of effects)
        if ((effect.type === 'schedule' || effect.type === 'cancel') && effect.timer === 'climb') isDue = effect.type === 'schedule';
      return effects;
    };
    tell(start());
    while (!isDue) {
      tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
      if (!isDue) tell({ type: 'timerFired', timer: 'retry' }, 60_000);
    }
    expect(told.state()).toMatchObject({ transport: 'polling' });
    tell({ type: 'polled', connection: told.connection(), answers: [{ ok: false, topic: 'pipeline', reason: 'lost' }] });
    tell({ type: 'timerFired', timer: 'retry' }, 15_000);
    const answers = [{ ok: true, topic: 'pipeline', frames: [], epoch: 'e1', newest: 0, resync: false }] as const;
    const up = effectOf(tell({ type: 'polled', connection: told.connection(), answers }), 'open');
    expect([up?.transport, isDue]).toEqual(['sse', true]);
    const arrived = tell({ type: 'frame', connection: up?.connection ?? 0, frame: hello() });
    expect(arrived).toContainEqual({ type: 'log', level: 'info', code: 'climbed', detail: 'polling → sse' });
    expect([told.state(), isDue]).toMatchObject([{ name: 'connected', transport: 'sse' }, false]);
  });
});
