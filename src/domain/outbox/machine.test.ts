import { describe, expect, it } from 'vitest';
import { type OutboxItem, outboxStates } from '../../contracts/outbox.ts';
import { type Problem, type ProblemCode, problemCodes } from '../../contracts/problem.ts';
import { requestOf } from './command.ts';
import { type ItemEvent, moveItem } from './item.ts';
import { judge } from './judge.ts';
import { initialOutbox, type OutboxEffect, type OutboxEvent, type OutboxMachine, sentShownMs, stepOutbox } from './machine.ts';

const good = { link: true, session: true, readOnly: false };
const problem = (code: ProblemCode, over: Partial<Problem> = {}): Problem => ({ code, message: `words of ${code}`, retry: true, ...over });
function item(place: number, over: Partial<OutboxItem> = {}, ids = [`DLQ-${place}`]): OutboxItem {
  return {
    place,
    key: `key-of-item-${String(place).padStart(6, '0')}`,
    decision: `decision-${place}`,
    command: { kind: 'promote', items: ids.map((itemId) => ({ itemId, version: 1 })) },
    state: 'pending',
    decidedAt: 0,
    attempts: 0,
    maybeDone: false,
    notBefore: null,
    problem: null,
    settledAt: null,
    ...over,
  };
}
/** Runs events one after the other and answers the last step. */
function run(...events: readonly OutboxEvent[]): { machine: OutboxMachine; effects: readonly OutboxEffect[] } {
  let machine = initialOutbox;
  let effects: readonly OutboxEffect[] = [];
  for (const event of events) ({ machine, effects } = stepOutbox(machine, event));
  return { machine, effects };
}
const sends = (effects: readonly OutboxEffect[]): number[] =>
  effects.flatMap((effect) => (effect.type === 'send' ? [effect.item.place] : []));
const timer = (effects: readonly OutboxEffect[]): number | null | undefined => {
  const last = effects.findLast((effect) => effect.type === 'timer');
  return last?.type === 'timer' ? last.delayMs : undefined;
};
const open = { type: 'world', now: 0, world: good } as const;

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
    expect(codes('refused')).toEqual(['bad_request', 'forbidden', 'wrong_tenant', 'csrf', 'not_found', 'conflict', 'gone', 'too_large']);
    expect(codes('again')).toEqual(['internal', 'bad_shape', 'storage']);
    expect(codes('hold', 'link')).toEqual(['network', 'timeout', 'not_ours', 'cancelled']);
    expect(codes('hold', 'session')).toEqual(['unauthenticated', 'login_failed']);
    expect(codes('hold', 'readOnly')).toEqual(['read_only_mode']);
    expect(codes('hold', 'platform')).toEqual(['rate_limited', 'unavailable']);
    expect(codes('hold', 'reload')).toEqual(['build_too_old']);
  });

  it('[D-24] keeps the platform’s words of a refusal, and what drifted', () => {
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

  it('[D-24] goes by its own address alone, with others in one request', () => {
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
    expect(sends(run({ type: 'added', now: 0, items }, { ...open, world: { ...good, session: false } }).effects)).toEqual([]);
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

  it('backs off 1 s doubling to 30 s while the link fails, and goes on at once when it returns', () => {
    let { machine, effects } = run(open, { type: 'added', now: 0, items: [item(1)] });
    let now = 0;
    const delays: (number | null | undefined)[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      ({ machine, effects } = stepOutbox(machine, { type: 'failed', now, place: 1, problem: problem('network') }));
      delays.push(timer(effects));
      now += timer(effects) ?? 0;
      ({ machine, effects } = stepOutbox(machine, { type: 'timerFired', now }));
      expect(sends(effects)).toEqual([1]);
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    ({ machine } = stepOutbox(machine, { type: 'failed', now, place: 1, problem: problem('network') }));
    ({ machine } = stepOutbox(machine, { ...open, now, world: { ...good, link: false } }));
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

  it('[D-23] keeps commands pending in read-only mode and sends them when it is released', () => {
    const { machine, effects } = run(
      open,
      { type: 'added', now: 0, items: [item(1)] },
      { type: 'failed', now: 0, place: 1, problem: problem('read_only_mode') },
    );
    expect(machine.items[0]).toMatchObject({ state: 'pending', maybeDone: false });
    expect(timer(effects)).toBe(30_000);
    const on = stepOutbox(machine, { ...open, now: 5, world: { ...good, readOnly: true } });
    expect(sends(on.effects)).toEqual([]);
    expect(sends(stepOutbox(on.machine, { ...open, now: 6 }).effects)).toEqual([1]);
    // Told of before anything was sent: nothing is sent to find out.
    expect(sends(run({ ...open, world: { ...good, readOnly: true } }, { type: 'added', now: 0, items: [item(1)] }).effects)).toEqual([]);
  });

  it('[F-22] waits for the session after a 401, and for the reload of a console too old', () => {
    const refused = run(
      open,
      { type: 'added', now: 0, items: [item(1)] },
      { type: 'failed', now: 0, place: 1, problem: problem('unauthenticated') },
    );
    expect(refused.machine.items[0]?.state).toBe('pending');
    const out = stepOutbox(refused.machine, { ...open, now: 1, world: { ...good, session: false } });
    expect(sends(stepOutbox(out.machine, { ...open, now: 2 }).effects)).toEqual([1]);
    const old = run(
      open,
      { type: 'added', now: 0, items: [item(1)] },
      { type: 'failed', now: 0, place: 1, problem: problem('build_too_old') },
    );
    expect([timer(old.effects), old.machine.items[0]?.state]).toEqual([null, 'pending']);
  });

  it('does not wait for hours because the device’s clock was set back', () => {
    const failed = run(
      { ...open, now: 9e6 },
      { type: 'added', now: 9e6, items: [item(1)] },
      { type: 'failed', now: 9e6, place: 1, problem: problem('network') },
    );
    expect(sends(stepOutbox(failed.machine, { type: 'timerFired', now: 1e6 }).effects)).toEqual([1]);
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
    const dismissed = stepOutbox(later.machine, { type: 'dismiss', now: 1e7, keys: new Set([item(2).key]) });
    expect(dismissed.machine.items).toEqual([]);
  });

  it('begins nothing once it is stopped', () => {
    expect(sends(run(open, { type: 'stop', now: 0 }, { type: 'added', now: 0, items: [item(1)] }).effects)).toEqual([]);
  });
});
