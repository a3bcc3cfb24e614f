import { describe, expect, it } from 'vitest';
import { outboxItem, promotes } from '../../../tests/builders/outboxItem.ts';
import { type OutboxItem, outboxStates } from '../../contracts/outbox.ts';
import { type Problem, type ProblemCode, problemCodes } from '../../contracts/problem.ts';
import { requestOf } from '../commands/commands.ts';
import { type ItemEvent, moveItem } from './item.ts';
import { sentShownMs } from './due.ts';
import { isAnswer, judge } from './judge.ts';
import { stepOutbox as step } from './machine.ts';
import { initialOutbox, type OutboxEffect, type OutboxEvent, type OutboxMachine } from './state.ts';

/** An event without `random`, which is 0.5 here. */
type Told = OutboxEvent extends infer Event ? (Event extends { readonly random: number } ? Omit<Event, 'random'> : never) : never;
const stepOutbox = (machine: OutboxMachine, told: Told) => step(machine, { ...told, random: 0.5 });

const good = { link: true, session: true, readOnly: false };
const problem = (code: ProblemCode, over: Partial<Problem> = {}): Problem => ({ code, message: `words of ${code}`, retry: true, ...over });
const item = (place: number, over: Partial<OutboxItem> = {}, ids = [`DLQ-${place}`]) =>
  outboxItem(place, { command: promotes(ids), decidedAt: 0, ...over });
/** Runs events in sequence and returns the last step. */
function run(...events: readonly Told[]): { machine: OutboxMachine; effects: readonly OutboxEffect[] } {
  let machine = initialOutbox;
  let effects: readonly OutboxEffect[] = [];
  for (const event of events) ({ machine, effects } = stepOutbox(machine, event));
  return { machine, effects };
}
const sends = (effects: readonly OutboxEffect[]): number[] =>
  effects.flatMap((effect) => (effect.type === 'send' ? [effect.item.place] : []));
/** The `firstByteMs` of each short try. */
const asks = (effects: readonly OutboxEffect[]): number[] =>
  effects.flatMap((effect) => (effect.type === 'ask' ? [effect.firstByteMs] : []));
const timer = (effects: readonly OutboxEffect[]): number | null | undefined => {
  const last = effects.findLast((effect) => effect.type === 'timer');
  return last?.type === 'timer' ? last.delayMs : undefined;
};
const open = { type: 'conditions', now: 0, conditions: good } as const;

describe('one command', () => {
  const events: readonly ItemEvent[] = [
    { type: 'begin' },
    { type: 'delivered', now: 5 },
    { type: 'failed', now: 5, problem: problem('conflict') },
    { type: 'failed', now: 5, problem: problem('timeout') },
    { type: 'failed', now: 5, problem: problem('read_only_mode') },
    { type: 'restore' },
    { type: 'takeBack' },
    { type: 'dismiss' },
  ];
  it('goes where the table says, from every state at every event', () => {
    const table = outboxStates.map((state) => [
      state,
      ...events.map((event) => {
        const next = moveItem(item(1, { state }), event);
        return next === null ? 'gone' : `${next.state}${next.maybeDone ? '?' : ''}`;
      }),
    ]);
    expect(table).toEqual([
      //          begin      delivered  conflict   timeout     423        restore     takeBack   dismiss
      ['pending', 'sending', 'pending', 'pending', 'pending', 'pending', 'pending', 'gone', 'pending'],
      ['sending', 'sending', 'sent', 'refused', 'pending?', 'pending', 'pending?', 'sending', 'sending'],
      ['sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'gone'],
      ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'gone'],
    ]);
  });

  it('is judged by the code of its failure, each code of the list', () => {
    const judged = new Map(problemCodes.map((code) => [code, judge(code)]));
    const codes = (kind: string, waits?: string): ProblemCode[] =>
      problemCodes.filter((code) => {
        const judgement = judged.get(code);
        return judgement?.kind === kind && (waits === undefined || (judgement.kind === 'hold' && judgement.waits === waits));
      });
    expect(codes('refused')).toEqual(['bad_request', 'forbidden', 'not_found', 'conflict', 'gone', 'too_large', 'proof_required']);
    expect(codes('again')).toEqual(['internal', 'bad_shape', 'storage']);
    expect(codes('hold', 'link')).toEqual(['network', 'timeout', 'not_ours', 'cancelled']);
    expect(codes('hold', 'session')).toEqual(['unauthenticated', 'wrong_tenant', 'locked', 'login_failed']);
    expect(codes('hold', 'readOnly')).toEqual(['read_only_mode']);
    expect(codes('hold', 'platform')).toEqual(['csrf', 'rate_limited', 'unavailable']);
    expect(codes('hold', 'reload')).toEqual(['build_too_old']);
  });

  it('keeps the platform’s words of a refusal, and what drifted', { tags: ['D-24'] }, () => {
    const drifted = [{ id: 'DLQ-1', reason: 'gone' as const }];
    const { machine } = run(
      open,
      { type: 'added', now: 1, items: [item(1)] },
      { type: 'failed', now: 2, place: 1, problem: problem('conflict', { drifted }) },
    );
    expect(machine.items[0]).toMatchObject({
      state: 'refused',
      settledAt: 2,
      problem: { code: 'conflict', message: 'words of conflict', drifted },
    });
  });

  it('goes by its own address alone, with others in one request', { tags: ['D-24'] }, () => {
    expect(requestOf(item(1).command)).toEqual({ id: 'promoteLetter', input: { params: { itemId: 'DLQ-1' }, body: { version: 1 } } });
    expect(requestOf(item(1, {}, ['a', 'b']).command)).toEqual({
      id: 'promoteLetters',
      input: {
        body: {
          items: [
            { itemId: 'a', version: 1 },
            { itemId: 'b', version: 1 },
          ],
        },
      },
    });
  });
});

describe('the outbox', () => {
  it('sends nothing without a link or a confirmed session, and all of it once they are there', () => {
    const items = [item(1), item(2)];
    expect(sends(run({ type: 'added', now: 0, items }).effects)).toEqual([]);
    expect(sends(run({ type: 'added', now: 0, items }, { ...open, conditions: { ...good, session: false } }).effects)).toEqual([]);
    expect(sends(run({ type: 'added', now: 0, items }, open).effects)).toEqual([1, 2]);
  });

  it('holds a later command on the same resource until the earlier is settled, and lets others pass', () => {
    const items = [item(1, {}, ['a']), item(2, {}, ['a', 'b']), item(3, {}, ['b']), item(4, {}, ['c'])];
    const first = run(open, { type: 'added', now: 0, items });
    expect(sends(first.effects)).toEqual([1, 4]);
    const failed = stepOutbox(first.machine, { type: 'failed', now: 0, place: 1, problem: problem('internal') });
    expect(sends(failed.effects)).toEqual([]);
    const again = stepOutbox(failed.machine, { type: 'timerFired', now: 1000 });
    expect(sends(again.effects)).toEqual([1]);
    const settled = stepOutbox(again.machine, { type: 'delivered', now: 1001, place: 1 });
    expect(sends(settled.effects)).toEqual([2]);
    expect(sends(stepOutbox(settled.machine, { type: 'failed', now: 1002, place: 2, problem: problem('conflict') }).effects)).toEqual([3]);
  });

  it('has three on their way at once, and the next one as soon as one of them is settled', () => {
    const { machine, effects } = run(open, { type: 'added', now: 0, items: [1, 2, 3, 4, 5].map((place) => item(place)) });
    expect(sends(effects)).toEqual([1, 2, 3]);
    expect(sends(stepOutbox(machine, { type: 'delivered', now: 5, place: 2 }).effects)).toEqual([4]);
  });

  it('backs off 1 s doubling to 8 s where the platform answers tries and no command, and goes on at once when the stream comes', {
    tags: ['M-6', 'D-62'],
  }, () => {
    let { machine, effects } = run(open, { type: 'added', now: 0, items: [item(1)] });
    let now = 0;
    const delays: (number | null | undefined)[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      ({ machine } = stepOutbox(machine, { type: 'failed', now, place: 1, problem: problem('network') }));
      ({ machine, effects } = stepOutbox(machine, { type: 'heard', now, begunAt: now }));
      delays.push(timer(effects));
      now += timer(effects) ?? 0;
      ({ machine, effects } = stepOutbox(machine, { type: 'timerFired', now }));
      expect(sends(effects)).toEqual([1]);
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 8000]);
    ({ machine } = stepOutbox(machine, { type: 'failed', now, place: 1, problem: problem('network') }));
    ({ machine } = stepOutbox(machine, { ...open, now, conditions: { ...good, link: false } }));
    ({ effects } = stepOutbox(machine, { ...open, now }));
    expect(sends(effects)).toEqual([1]);
  });

  it('waits as long as the platform asks, five minutes at most', () => {
    const limited = (retryAfterMs: number) =>
      timer(
        run(
          open,
          { type: 'added', now: 0, items: [item(1)] },
          { type: 'failed', now: 0, place: 1, problem: problem('rate_limited', { retryAfterMs }) },
        ).effects,
      );
    expect(limited(7000)).toBe(7000);
    expect(limited(10)).toBe(1000);
    expect(limited(86_400_000)).toBe(300_000);
  });

  it('keeps commands pending in read-only mode and sends them when it is released', { tags: ['D-23'] }, () => {
    const { machine, effects } = run(
      open,
      { type: 'added', now: 0, items: [item(1)] },
      { type: 'failed', now: 0, place: 1, problem: problem('read_only_mode') },
    );
    expect(machine.items[0]).toMatchObject({ state: 'pending', maybeDone: false });
    expect(timer(effects)).toBe(30_000);
    // A conditions event without a change does not end the wait.
    const same = stepOutbox(machine, { ...open, now: 4 });
    expect([sends(same.effects), timer(same.effects)]).toEqual([[], 29_996]);
    const on = stepOutbox(machine, { ...open, now: 5, conditions: { ...good, readOnly: true } });
    expect(sends(on.effects)).toEqual([]);
    expect(sends(stepOutbox(on.machine, { ...open, now: 6 }).effects)).toEqual([1]);
    // Read-only mode is known before anything was sent: no command is sent to find out.
    expect(sends(run({ ...open, conditions: { ...good, readOnly: true } }, { type: 'added', now: 0, items: [item(1)] }).effects)).toEqual(
      [],
    );
  });

  it('waits for the session after a 401, and for the reload of a console too old', { tags: ['F-22'] }, () => {
    const refused = run(
      open,
      { type: 'added', now: 0, items: [item(1)] },
      { type: 'failed', now: 0, place: 1, problem: problem('unauthenticated') },
    );
    expect(refused.machine.items[0]?.state).toBe('pending');
    const out = stepOutbox(refused.machine, { ...open, now: 1, conditions: { ...good, session: false } });
    expect(sends(stepOutbox(out.machine, { ...open, now: 2 }).effects)).toEqual([1]);
    const old = run(
      open,
      { type: 'added', now: 0, items: [item(1)] },
      { type: 'failed', now: 0, place: 1, problem: problem('build_too_old') },
    );
    expect([timer(old.effects), old.machine.items[0]?.state]).toEqual([null, 'pending']);
  });

  it.each([
    ['unavailable', [1]],
    ['network', [1]],
    ['unauthenticated', []],
    ['build_too_old', []],
  ] as const)('a link that comes back is what %s waits for, or is not', (code, sent) => {
    const failed = run(
      open,
      { type: 'added', now: 0, items: [item(1)] },
      { type: 'failed', now: 0, place: 1, problem: problem(code, { retryAfterMs: 60_000 }) },
      { ...open, now: 1, conditions: { ...good, link: false } },
    );
    expect(failed.machine.hold).not.toBeNull();
    expect(sends(stepOutbox(failed.machine, { ...open, now: 2 }).effects)).toEqual(sent);
  });

  it('does not wait for hours because the device’s clock was set back', () => {
    const failed = run(
      { ...open, now: 9e6 },
      { type: 'added', now: 9e6, items: [item(1)] },
      { type: 'failed', now: 9e6, place: 1, problem: problem('network') },
    );
    const tried = stepOutbox(failed.machine, { type: 'timerFired', now: 1e6 });
    expect(sends(tried.effects)).toEqual([1]);
  });

  it('shows what was sent for an hour, and what was refused until it is dismissed', () => {
    const { machine } = run(
      open,
      { type: 'added', now: 0, items: [item(1), item(2)] },
      { type: 'delivered', now: 10, place: 1 },
      { type: 'failed', now: 10, place: 2, problem: problem('forbidden') },
    );
    const later = stepOutbox(machine, { type: 'timerFired', now: 10 + sentShownMs });
    expect(later.machine.items.map(({ place, state }) => [place, state])).toEqual([[2, 'refused']]);
    expect(later.effects).toContainEqual({ type: 'remove', places: [1] });
    // Nothing is due by time any more: a refused command waits for the user.
    expect(timer(later.effects)).toBeNull();
    const dismissed = stepOutbox(later.machine, { type: 'dismiss', now: 1e7, keys: new Set([item(2).key]) });
    expect(dismissed.machine.items).toEqual([]);
  });

  it('begins nothing once it is stopped', () => {
    expect(sends(run(open, { type: 'stop', now: 0 }, { type: 'added', now: 0, items: [item(1)] }).effects)).toEqual([]);
  });
});

describe('the outbox in silence', { tags: ['M-6', 'D-62'] }, () => {
  const offline = { ...open, conditions: { ...good, link: false } };
  const added = (now: number, ...items: readonly OutboxItem[]) => ({ type: 'added', now, items }) as const;

  it('tries by itself each 0.5 to 0.6 s while something is unsent, without a stream, and sends all of it at the first answer', () => {
    let { machine, effects } = run(open, offline);
    expect([asks(effects), timer(effects)]).toEqual([[], null]);
    ({ machine, effects } = stepOutbox(machine, added(0, item(1), item(2))));
    const waits: (number | null | undefined)[] = [];
    let now = 0;
    for (let tries = 0; tries < 25; tries += 1) {
      expect([asks(effects), sends(effects)]).toEqual([[tries === 23 ? 10_000 : 1500], []]);
      waits.push(timer(effects));
      now += timer(effects) ?? 0;
      ({ machine, effects } = stepOutbox(machine, { type: 'timerFired', now }));
    }
    expect(new Set(waits)).toEqual(new Set([550]));
    ({ machine, effects } = stepOutbox(machine, { type: 'heard', now, begunAt: now }));
    expect([asks(effects), sends(effects)]).toEqual([[], [1, 2]]);
  });

  it('what is sent into a silence waits as long as a try does, every fourth time as long as the slowest link needs', {
    tags: ['M-13'],
  }, () => {
    const patience = [0, 1, 2, 3, 4, 7].map((attempts) => {
      const { effects } = run(open, offline, added(0, item(1, { maybeDone: true, attempts })));
      return effects.flatMap((effect) => (effect.type === 'send' ? [effect.firstByteMs] : []));
    });
    expect(patience).toEqual([[1500], [1500], [1500], [15_000], [1500], [15_000]]);
  });

  it('keeps half the pace after ten minutes, and none once nothing is unsent', () => {
    let { machine, effects } = run(open, offline, added(0, item(1)));
    let now = 0;
    for (let tries = 0; tries < 1005; tries += 1) {
      now += timer(effects) ?? 0;
      ({ machine, effects } = stepOutbox(machine, { type: 'timerFired', now }));
    }
    expect(timer(effects)).toBe(1100);
    ({ effects } = stepOutbox(machine, { type: 'takeBack', now, keys: new Set([item(1).key]) }));
    expect(timer(effects)).toBeNull();
  });

  it('tries with what may have arrived already, and leaves what can still be taken back', () => {
    const { machine, effects } = run(open, offline, added(0, item(1), item(2, { maybeDone: true }), item(3, { maybeDone: true })));
    expect([asks(effects), sends(effects)]).toEqual([[], [2, 3]]);
    // While they are in flight, short tries continue.
    expect(asks(stepOutbox(machine, { type: 'timerFired', now: 550 }).effects)).toEqual([1500]);
    // Its failure counts as a failed try: no hold.
    const failed = stepOutbox(machine, { type: 'failed', now: 10, place: 2, problem: problem('network') });
    expect([sends(failed.effects), timer(failed.effects), failed.machine.hold]).toEqual([[], 540, null]);
    expect(sends(stepOutbox(failed.machine, { type: 'timerFired', now: 550 }).effects)).toEqual([2]);
    // Its answer proves the link: the others are sent at once.
    expect(sends(stepOutbox(machine, { type: 'delivered', now: 540, place: 2 }).effects)).toEqual([1]);
  });

  it('makes no try while all waits for a reload, and none once it is stopped', { tags: ['M-13'] }, () => {
    const old = run(
      open,
      added(0, item(1)),
      { type: 'failed', now: 0, place: 1, problem: problem('build_too_old') },
      { ...offline, now: 1 },
    );
    const stopped = run(open, offline, added(0, item(1)), { type: 'stop', now: 1 });
    for (const { machine, effects } of [old, stopped]) {
      expect(machine.silent).not.toBeNull();
      const later = stepOutbox(machine, { type: 'timerFired', now: 10_000 });
      expect([asks(effects), timer(effects), asks(later.effects), timer(later.effects)]).toEqual([[], null, [], null]);
    }
  });

  it('removes nothing from the disk while nothing has expired: a try costs no write', { tags: ['M-13'] }, () => {
    const { machine } = run(open, added(0, item(1)), { type: 'delivered', now: 10, place: 1 }, { ...offline, now: 20 }, added(20, item(2)));
    const { effects } = stepOutbox(machine, { type: 'timerFired', now: 600 });
    expect(effects.map(({ type }) => type)).toEqual(['ask', 'timer']);
  });

  it('has two on their way at once, so that tries find a connection', () => {
    const { effects } = run(open, offline, added(0, ...[1, 2, 3].map((place) => item(place, { maybeDone: true }))));
    expect(sends(effects)).toEqual([1, 2]);
  });

  it('tries at once when somebody looks or the device is online again', () => {
    const { machine } = run(open, offline, added(0, item(1)));
    expect(asks(stepOutbox(machine, { type: 'nudge', now: 300 }).effects)).toEqual([1500]);
    expect(asks(stepOutbox(machine, { type: 'timerFired', now: 300 }).effects)).toEqual([]);
  });

  it('begins with a failed sending and with the stream’s end, and gives up on a sending sooner at first than later', () => {
    const patience: number[] = [];
    let { machine, effects } = run(open, added(0, item(1)));
    for (let tries = 1; tries <= 6; tries += 1) {
      patience.push(...effects.flatMap((effect) => (effect.type === 'send' ? [effect.firstByteMs] : [])));
      const now = tries * 40_000;
      ({ machine } = stepOutbox(machine, { type: 'failed', now, place: 1, problem: problem('timeout') }));
      ({ machine, effects } = stepOutbox(machine, { type: 'heard', now: now + 9000, begunAt: now + 8900 }));
    }
    expect(patience).toEqual([4000, 6000, 10_000, 15_000, 4000, 6000]);
    const gone = run(open, { ...offline, now: 5 }, added(5, item(1)));
    expect([asks(gone.effects), sends(gone.effects)]).toEqual([[1500], []]);
  });

  it('begins where a sending has had no answer for a while, though nothing has failed: a link that died says nothing', () => {
    const sent = run(open, added(0, item(1)));
    expect([asks(sent.effects), timer(sent.effects)]).toEqual([[], 1500]);
    const doubt = stepOutbox(sent.machine, { type: 'timerFired', now: 1500 });
    expect([asks(doubt.effects), sends(doubt.effects), doubt.machine.items[0]?.state]).toEqual([[1500], [], 'sending']);
    // A later call is answered first: the sending is lost and repeated.
    const heard = stepOutbox(doubt.machine, { type: 'heard', now: 1600, begunAt: 1500 });
    expect(heard.effects).toContainEqual({ type: 'drop', place: 1 });
    expect(sends(heard.effects)).toEqual([1]);
    expect(heard.machine.items[0]).toMatchObject({ state: 'sending', maybeDone: true, attempts: 2 });
    // A platform that is only slow is not asked faster and faster.
    expect(timer(heard.effects)).toBe(3000);
  });

  it('leaves what has just left on its way, and takes no new silence from what began in the old one', () => {
    const held = run(open, offline, added(0, item(1, { maybeDone: true })));
    const soon = stepOutbox(held.machine, { type: 'heard', now: 1000, begunAt: 200 });
    expect([soon.effects.filter(({ type }) => type === 'drop'), sends(soon.effects)]).toEqual([[], []]);
    // Also in the same millisecond.
    for (const now of [1000, 1100]) {
      const late = stepOutbox(soon.machine, { type: 'failed', now, place: 1, problem: problem('timeout') });
      expect([now, sends(late.effects), late.machine.silent, late.machine.hold]).toEqual([now, [1], null, null]);
    }
  });

  it('a clock that is put right moves what was decided by it, never past now, and nothing that was decided by a good one or is settled', {
    tags: ['M-5', 'F-20'],
  }, () => {
    const [unsure, sure, sent] = [
      item(1, { decidedAt: 900 }),
      item(2, { decidedAt: 900 }),
      item(3, { decidedAt: 900, state: 'sent', settledAt: 950 }),
    ];
    const before = run(added(1000, unsure, sure, sent)).machine;
    const keys = new Set([unsure.key, sent.key]);
    const back = stepOutbox(before, { type: 'clockMoved', now: 1000, keys, byMs: -500 });
    expect(back.machine.items).toEqual([{ ...unsure, decidedAt: 400 }, sure, sent]);
    expect(back.effects.filter(({ type }) => type === 'save')).toEqual([{ type: 'save', item: { ...unsure, decidedAt: 400 } }]);
    const ahead = stepOutbox(before, { type: 'clockMoved', now: 1000, keys, byMs: 500 });
    expect(ahead.machine.items).toEqual([{ ...unsure, decidedAt: 1000 }, sure, sent]);
  });

  it('heard by a clock that has turned out to be hours ahead, it waits after a sending that failed as after any other', {
    tags: ['M-5', 'F-20'],
  }, () => {
    const ahead = 3 * 3_600_000;
    const heard = run({ ...open, now: ahead }, added(0, item(1)));
    expect(sends(heard.effects)).toEqual([1]);
    for (const code of ['network', 'not_ours'] as const) {
      const failed = stepOutbox(heard.machine, { type: 'failed', now: 50, place: 1, problem: problem(code) });
      expect(sends(failed.effects)).toEqual([]);
      expect(failed.machine).toMatchObject({ silent: { tries: 0 }, hold: { waits: 'link' } });
    }
  });

  it('goes on trying while nobody is confirmed, so that an answer can have the session ask, and sends nothing before', () => {
    const nobody = run({ ...open, conditions: { ...good, session: false } }, added(0, item(1)));
    expect([asks(nobody.effects), sends(nobody.effects)]).toEqual([[1500], []]);
    const heard = stepOutbox(nobody.machine, { type: 'heard', now: 500, begunAt: 0 });
    expect([sends(heard.effects), timer(heard.effects)]).toEqual([[], 50]);
    expect(sends(stepOutbox(heard.machine, { ...open, now: 600 }).effects)).toEqual([1]);
  });

  it('takes for an answer what only the platform says, each code of the list', () => {
    expect(new Set(problemCodes.filter((code) => !isAnswer(code)))).toEqual(
      new Set(['network', 'timeout', 'cancelled', 'not_ours', 'bad_shape', 'unavailable', 'storage']),
    );
  });
});
