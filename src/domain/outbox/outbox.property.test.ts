import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutboxItem } from '../../contracts/outbox.ts';
import type { ProblemCode } from '../../contracts/problem.ts';
import { subjectsOf } from '../commands/commands.ts';
import { isUnsent, mayTakeBack } from './item.ts';
import { maxUnderWay } from './due.ts';
import { stepOutbox } from './machine.ts';
import { initialOutbox, type OutboxEffect, type OutboxEvent, type OutboxMachine } from './state.ts';

/**
 * The machine against a platform, a disk and a network that lose, delay and duplicate. A device may end between any two effects. Every
 * run must keep the promises of SPEC.md.
 */
type News = OutboxEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now' | 'random'> : never) : never;

/** Commands whose data changed at the platform before they could be sent. */
const isDoomed = ({ place }: OutboxItem): boolean => place % 4 === 0;

/** The platform: applies each key once, and refuses doomed commands (conflict) every time. */
class Server {
  readonly effects: OutboxItem[] = [];
  private readonly done = new Set<string>();
  take(item: OutboxItem): 'done' | 'conflict' {
    if (this.done.has(item.key)) return 'done';
    if (isDoomed(item)) return 'conflict';
    this.done.add(item.key);
    this.effects.push(item);
    return 'done';
  }
}

class Device {
  now = 1_000_000;
  machine: OutboxMachine = initialOutbox;
  readonly disk = new Map<number, OutboxItem>();
  readonly takenBack = new Set<string>();
  readonly settled: OutboxItem[] = [];
  /** Violations of SPEC.md during the run. */
  readonly broken: string[] = [];
  underWay: OutboxItem[] = [];
  /** Short tries without an answer yet. */
  asked = 0;
  timerAt: number | null = null;
  places = 0;
  /** Requests still in the network after the device stopped waiting; they may arrive at any time. */
  readonly astray: OutboxItem[] = [];

  /** Performs the machine's effects; only the first `until` of them when the device ends midway. */
  send(news: News, until = Number.POSITIVE_INFINITY): void {
    const step = stepOutbox(this.machine, { ...news, now: this.now, random: (this.now % 7) / 7 });
    this.machine = step.machine;
    step.effects.slice(0, until).forEach((effect) => this.perform(effect));
  }

  private perform(effect: OutboxEffect): void {
    switch (effect.type) {
      case 'save':
        this.disk.set(effect.item.place, effect.item);
        return;
      case 'remove':
        for (const place of effect.places) this.disk.delete(place);
        return;
      case 'send':
        // A command must be on disk as `sending` before it is sent, so that the next start knows of it.
        if (this.disk.get(effect.item.place) !== effect.item) this.broken.push('sent before it was saved');
        this.underWay.push(effect.item);
        if (this.underWay.length > maxUnderWay) this.broken.push('too many under way');
        return;
      case 'drop':
        // No longer awaited, but it may still arrive.
        this.astray.push(...this.underWay.filter(({ place }) => place === effect.place));
        this.underWay = this.underWay.filter(({ place }) => place !== effect.place);
        return;
      case 'ask':
        this.asked += 1;
        return;
      case 'timer':
        this.timerAt = effect.delayMs === null ? null : this.now + effect.delayMs;
        return;
      case 'settled':
        this.settled.push(effect.item);
        return;
      default:
        return effect satisfies never;
    }
  }

  decide(resources: readonly number[]): void {
    this.places += 1;
    const item: OutboxItem = {
      place: this.places,
      key: `key-${String(this.places).padStart(14, '0')}`,
      decision: `d${this.places}`,
      command: { kind: 'promote', items: resources.map((resource) => ({ itemId: `DLQ-${resource}`, version: 1 })) },
      state: 'pending',
      decidedAt: this.now,
      attempts: 0,
      maybeDone: false,
      notBefore: null,
      problem: null,
      settledAt: null,
    };
    this.disk.set(item.place, item);
    this.send({ type: 'added', items: [item] });
  }

  takeBack(item: OutboxItem): void {
    const could = this.machine.items.some((held) => held.key === item.key && mayTakeBack(held));
    this.send({ type: 'takeBack', keys: new Set([item.key]) });
    const gone = this.machine.items.every(({ key }) => key !== item.key);
    if (gone !== could) this.broken.push('taken back against its state');
    if (could) this.takenBack.add(item.key);
  }

  restart(): void {
    this.astray.push(...this.underWay);
    this.underWay = [];
    this.asked = 0;
    this.machine = initialOutbox;
    this.timerAt = null;
    this.send({ type: 'restored', items: [...this.disk.values()].sort((a, b) => a.place - b.place) });
  }

  answer(index: number, outcome: ProblemCode | 'ok', server: Server, reached: boolean): void {
    const [item] = this.underWay.splice(index % Math.max(1, this.underWay.length), 1);
    if (item === undefined) return;
    if (outcome === 'ok') {
      if (server.take(item) === 'done') this.send({ type: 'delivered', place: item.place });
      else this.send({ type: 'failed', place: item.place, problem: { code: 'conflict', message: 'drifted', retry: false } });
      return;
    }
    // The answer or the request was lost; a lost request may still arrive later.
    if (reached) server.take(item);
    else if (outcome === 'timeout') this.astray.push(item);
    this.send({ type: 'failed', place: item.place, problem: { code: outcome, message: outcome, retry: true } });
  }

  /** The answer to a short try; any may be lost. */
  hear(): void {
    if (this.asked === 0) return;
    this.asked -= 1;
    this.send({ type: 'heard', begunAt: this.now - (this.now % 3000) });
  }

  arriveLate(server: Server): void {
    const item = this.astray.shift();
    if (item !== undefined) server.take(item);
  }
}

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('decide' as const), resources: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('conditions' as const), link: fc.boolean(), session: fc.boolean(), readOnly: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'good' as const }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('ok' as const), index: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('lost' as const),
      index: fc.nat(5),
      code: fc.constantFrom<ProblemCode>('network', 'timeout', 'not_ours', 'unavailable', 'internal', 'bad_shape'),
      reached: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('turnedAway' as const),
      index: fc.nat(5),
      code: fc.constantFrom<ProblemCode>('unauthenticated', 'read_only_mode', 'rate_limited'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('takeBack' as const), index: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ type: 'late' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'hear' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'nudge' as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('crash' as const), after: fc.nat(4) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

function perform(device: Device, server: Server, done: Act): void {
  switch (done.type) {
    case 'decide':
      return device.decide(done.resources);
    case 'conditions':
      return device.send({ type: 'conditions', conditions: { link: done.link, session: done.session, readOnly: done.readOnly } });
    case 'good':
      return device.send({ type: 'conditions', conditions: { link: true, session: true, readOnly: false } });
    case 'ok':
      return device.answer(done.index, 'ok', server, true);
    case 'lost':
      return device.answer(done.index, done.code, server, done.reached);
    case 'turnedAway':
      return device.answer(done.index, done.code, server, false);
    case 'wait':
      device.now += done.ms;
      if (device.timerAt !== null && device.timerAt <= device.now) device.send({ type: 'timerFired' });
      return;
    case 'takeBack': {
      const unsent = device.machine.items.filter(isUnsent);
      const item = unsent[done.index % Math.max(1, unsent.length)];
      return item === undefined ? undefined : device.takeBack(item);
    }
    case 'late':
      return device.arriveLate(server);
    case 'hear':
      return device.hear();
    case 'nudge':
      return device.send({ type: 'nudge' });
    case 'crash':
      device.send({ type: 'conditions', conditions: { link: true, session: true, readOnly: false } }, done.after);
      return device.restart();
    default:
      return done satisfies never;
  }
}

/** The conditions recovers and everything sendable is sent. Without a stream, only the device's short tries find the link. */
function heal(device: Device, server: Server, stream: boolean): void {
  device.send({ type: 'conditions', conditions: { link: false, session: false, readOnly: false } });
  device.send({ type: 'conditions', conditions: { link: stream, session: true, readOnly: false } });
  for (let round = 0; round < 500 && device.machine.items.some(isUnsent); round += 1) {
    if (device.underWay.length > 0) device.answer(0, 'ok', server, true);
    else if (device.asked > 0) device.hear();
    else {
      // Nothing in flight and something unsent: only a timer can continue, so it must be set.
      if (device.timerAt === null) return void device.broken.push('stuck without a timer');
      device.now = Math.max(device.now, device.timerAt);
      device.send({ type: 'timerFired' });
    }
  }
}

describe('the outbox, whatever the network, the platform and the device do', () => {
  it('with a stream or without, sends every command until it is settled, each takes effect once, in order per resource, and none that was taken back', {
    tags: ['F-24', 'M-6', 'D-62'],
  }, () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 80 }), fc.boolean(), (acts, stream) => {
        const device = new Device();
        const server = new Server();
        for (const each of acts) perform(device, server, each);
        heal(device, server, stream);
        while (device.astray.length > 0) device.arriveLate(server);

        expect(device.broken).toEqual([]);
        // At the end nothing is unsent, and only commands that were taken back have no answer.
        expect(device.machine.items.filter(isUnsent)).toEqual([]);
        const effects = server.effects.map(({ key }) => key);
        expect(new Set(effects).size).toBe(effects.length);
        for (let place = 1; place <= device.places; place += 1) {
          const key = `key-${String(place).padStart(14, '0')}`;
          const expected = !device.takenBack.has(key) && !isDoomed({ place } as OutboxItem); // isDoomed() reads only `place`
          expect([place, effects.includes(key)]).toEqual([place, expected]);
        }
        // Effects on one resource come in the order of decision.
        for (const resource of [0, 1, 2, 3, 4]) {
          const places = server.effects
            .filter(({ command }) => subjectsOf(command).includes(`deadLetter:DLQ-${resource}`))
            .map(({ place }) => place);
          expect(places).toEqual([...places].sort((a, b) => a - b));
        }
        // The disk matches the machine.
        expect([...device.disk.values()].sort((a, b) => a.place - b.place)).toEqual(device.machine.items);
      }),
      { numRuns: 2000 },
    );
  });
});
