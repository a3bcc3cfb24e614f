import { expect, it } from 'vitest';
import type { Result } from '../../contracts/problem.ts';
import type { ActsFor } from '../../contracts/rpc.ts';
import { createDraftKeeper } from './draftKeeper.ts';

const amina: ActsFor = { userId: 'u-amina', tenantId: 'demo' };
const juma: ActsFor = { userId: 'u-juma', tenantId: 'demo' };

type Texts = Readonly<Record<string, string>>;

function keeperFor(first: ActsFor | undefined) {
  const sent: (readonly [string, Readonly<Record<string, string>>, ActsFor])[] = [];
  const timers: (() => void)[] = [];
  const outcomes: Promise<Result<null>>[] = [];
  const reads: { readonly resolve: (kept: Texts | null) => void; readonly reject: (error: Error) => void }[] = [];
  let actor = first;
  const keeper = createDraftKeeper({
    actor: () => actor,
    read: () => new Promise((resolve, reject) => reads.push({ resolve, reject })),
    send: async (...given) => {
      sent.push(given);
      return outcomes.shift() ?? { ok: true, value: null };
    },
    setTimer: (_, run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  return { keeper, sent, timers, outcomes, reads, become: (next: ActsFor | undefined) => (actor = next) };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

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

const behind = (kept: Texts | null, early: Texts): Texts => ({ text: [kept?.['text'], early['text']].join(' ').trim() });

it('what was typed early is joined once to what is kept, unless something newer was kept or sent', { tags: ['D-61'] }, async () => {
  const { keeper, sent, reads } = keeperFor(amina);
  keeper.keepEarly('a', { text: 'two' }, behind);
  keeper.keepEarly('a', { text: 'two three' }, behind);
  expect([keeper.isEarly('a'), keeper.unconfirmed('a')]).toEqual([true, { text: 'two three' }]);
  keeper.flush();
  expect([reads.length, sent.length]).toEqual([1, 0]);
  reads[0]?.resolve({ text: 'One' });
  await settled();
  keeper.flush();
  expect(keeper.isEarly('a')).toBe(false);
  expect(sent).toEqual([['a', { text: 'One two three' }, amina]]);
  keeper.keepEarly('b', { text: 'early' }, behind);
  keeper.keep('b', {});
  reads[1]?.resolve({ text: 'Kept' });
  await settled();
  keeper.flush();
  expect(sent.slice(1)).toEqual([['b', {}, amina]]);
});

it('what was typed early is nobody else’s, and is gone with whoever typed it', { tags: ['D-61', 'C-53'] }, async () => {
  const { keeper, sent, reads, become } = keeperFor(amina);
  keeper.keepEarly('a', { text: 'Amina’s' }, behind);
  become(juma);
  expect([keeper.isEarly('a'), keeper.unconfirmed('a')]).toEqual([false, null]);
  keeper.keepEarly('a', { text: 'Juma’s' }, behind);
  reads[0]?.resolve({ text: 'Of Amina' });
  reads[1]?.resolve({ text: 'Of Juma' });
  await settled();
  keeper.flush();
  expect(sent).toEqual([['a', { text: 'Of Juma Juma’s' }, juma]]);
  keeper.keepEarly('b', { text: 'of a person who leaves' }, behind);
  keeper.drop();
  keeper.keepEarly('b', { text: 'of the next session' }, behind);
  reads[2]?.resolve({ text: 'Of the last' });
  await settled();
  keeper.flush();
  expect(sent).toHaveLength(1);
  reads[3]?.resolve(null);
  await settled();
  keeper.flush();
  expect(sent.slice(1)).toEqual([['b', { text: 'of the next session' }, juma]]);
});

it('a read that fails is tried again, and only what cannot be read then is replaced', { tags: ['D-61', 'F-16'] }, async () => {
  const { keeper, sent, reads, timers } = keeperFor(amina);
  const fail = async (read: number): Promise<void> => {
    reads[read]?.reject(new Error('The database is closed.'));
    await settled();
  };
  keeper.keepEarly('a', { text: 'early' }, behind);
  await fail(0);
  keeper.flush();
  expect([sent, keeper.unconfirmed('a')]).toEqual([[], { text: 'early' }]);
  timers.shift()?.();
  await settled();
  reads[1]?.resolve({ text: 'Kept and' });
  await settled();
  keeper.flush();
  expect(sent).toEqual([['a', { text: 'Kept and early' }, amina]]);
  keeper.keepEarly('b', { text: 'early' }, behind);
  await fail(2);
  timers.shift()?.();
  await settled();
  await fail(3);
  keeper.flush();
  expect(sent.slice(1)).toEqual([['b', { text: 'early' }, amina]]);
});

const full: Result<null> = { ok: false, problem: { code: 'storage', message: 'The disk is full.', retry: true } };

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
