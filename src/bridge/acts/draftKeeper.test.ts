import { expect, it } from 'vitest';
import type { Result } from '../../contracts/problem.ts';
import type { ActsFor } from '../../contracts/rpc.ts';
import { createDraftKeeper } from './draftKeeper.ts';

const amina: ActsFor = { userId: 'u-amina', tenantId: 'demo' };
const juma: ActsFor = { userId: 'u-juma', tenantId: 'demo' };

function keeperFor(first: ActsFor | undefined) {
  const sent: (readonly [string, Readonly<Record<string, string>>, ActsFor])[] = [];
  const timers: (() => void)[] = [];
  const outcomes: Promise<Result<null>>[] = [];
  let actor = first;
  const keeper = createDraftKeeper({
    actor: () => actor,
    send: async (...given) => {
      sent.push(given);
      return outcomes.shift() ?? { ok: true, value: null };
    },
    setTimer: (_, run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  return { keeper, sent, timers, outcomes, become: (next: ActsFor | undefined) => (actor = next) };
}

it('typing is collected: the last text of each form goes out once', { tags: ['D-61'] }, () => {
  const { keeper, sent, timers } = keeperFor(amina);
  for (const text of ['P', 'Pu', 'Pum', 'Pump']) keeper.keep('a', { text });
  keeper.keep('b', { text: 'Other' });
  expect(sent).toEqual([]);
  expect(timers).toHaveLength(1);
  timers[0]?.();
  expect(sent).toEqual([
    ['a', { text: 'Pump' }, amina],
    ['b', { text: 'Other' }, amina],
  ]);
});

it('a page that may be gone in a moment hands over at once, and nothing twice', { tags: ['D-61'] }, () => {
  const { keeper, sent, timers } = keeperFor(amina);
  keeper.keep('a', { text: 'Pump' });
  keeper.flush();
  expect(timers).toEqual([]);
  keeper.flush();
  expect(sent).toEqual([['a', { text: 'Pump' }, amina]]);
  keeper.keep('a', {});
  keeper.flush();
  expect(sent.at(-1)).toEqual(['a', {}, amina]);
});

it('what one person typed never goes to the next, and without anybody nothing is kept', { tags: ['D-61'] }, () => {
  const { keeper, sent, become } = keeperFor(amina);
  keeper.keep('a', { text: 'Amina’s' });
  become(juma);
  keeper.flush();
  expect(sent).toEqual([['a', { text: 'Amina’s' }, amina]]);
  become(undefined);
  keeper.keep('a', { text: 'nobody’s' });
  keeper.flush();
  expect(sent).toHaveLength(1);
});

const full: Result<null> = { ok: false, problem: { code: 'storage', message: 'The disk is full.', retry: true } };
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

it('what the device could not keep is handed over again, and counts until the device has it', { tags: ['D-61', 'F-16'] }, async () => {
  const { keeper, sent, timers, outcomes } = keeperFor(amina);
  outcomes.push(Promise.resolve(full));
  keeper.keep('a', { text: 'Pump' });
  keeper.flush();
  await settled();
  expect(sent).toHaveLength(1);
  expect(keeper.unconfirmed('a')).toEqual({ text: 'Pump' });
  timers[0]?.();
  await settled();
  expect(sent).toEqual([
    ['a', { text: 'Pump' }, amina],
    ['a', { text: 'Pump' }, amina],
  ]);
  expect(keeper.unconfirmed('a')).toBeNull();
});

it('an older text that failed late is not handed over after a newer one', { tags: ['D-61'] }, async () => {
  const { keeper, sent, timers, outcomes } = keeperFor(amina);
  let fail: (result: Result<null>) => void = () => {};
  outcomes.push(new Promise((resolve) => (fail = resolve)));
  keeper.keep('a', { text: 'Pump' });
  keeper.flush();
  keeper.keep('a', {});
  keeper.flush();
  fail(full);
  await settled();
  for (const run of timers) run();
  await settled();
  expect(sent).toEqual([
    ['a', { text: 'Pump' }, amina],
    ['a', {}, amina],
  ]);
});

it('a text that cannot be kept at all, or whose person has left, is not handed over again', { tags: ['D-61'] }, async () => {
  const { keeper, sent, timers, outcomes, become } = keeperFor(amina);
  outcomes.push(Promise.resolve({ ok: false, problem: { code: 'bad_request', message: 'No.', retry: false } }), Promise.resolve(full));
  keeper.keep('a', { text: 'strange' });
  keeper.flush();
  await settled();
  keeper.keep('b', { text: 'Amina’s' });
  become(juma);
  expect(keeper.unconfirmed('b')).toBeNull();
  keeper.flush();
  await settled();
  become(amina); // signed in again: what was typed before is gone
  keeper.flush();
  await settled();
  expect(timers).toEqual([]);
  expect(sent).toHaveLength(2);
  keeper.keep('c', { text: 'a moment before she leaves' });
  keeper.drop();
  keeper.flush();
  expect(timers).toEqual([]);
  expect(sent).toHaveLength(2);
});
