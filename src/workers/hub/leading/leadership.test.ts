import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOrigin, type Origin } from '../../../../tests/builders/origin.ts';
import { joinLeadership, type Leadership, vacancyMs, yieldLimitMs } from './leadership.ts';

const older = '20261121.080000-aaaaaaa';
const newer = '20261121.090000-bbbbbbb';
let born = 0;

function open(origin: Origin, build: string, flush: () => Promise<void> = async () => {}, words = 4) {
  const worker = origin.startWorker();
  born += 1;
  const id = `w${born}`;
  const log: string[] = [];
  const leadership: Leadership = joinLeadership(
    {
      ...worker,
      channel: worker.channel('ukweli-hub'),
      id,
      build,
      bornAt: born,
      lifeLock: `life-${id}`,
      words,
    },
    {
      lead: () => log.push('lead'),
      follow: (leader) => log.push(`follow ${leader.id}`),
      standStill: (leader) => log.push(`stand still beside ${leader.id}`),
      yieldLead: async () => {
        log.push('yield');
        await flush();
        log.push('stopped');
      },
      lostLead: () => log.push('lost'),
    },
  );
  return { id, log, leadership, ...worker };
}
/** Lets messages and locks through, without passing time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  born = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

it('of many workers one leads and the others follow it; when it ends, the next does, at once', { tags: ['K-7'] }, async () => {
  const origin = createOrigin();
  const [first, second, third] = [open(origin, newer), open(origin, newer), open(origin, newer)];
  await settle();
  expect(first.log).toEqual(['lead']);
  expect(second.log).toEqual(['follow w1']);
  expect(third.log).toEqual(['follow w1']);
  first.end();
  await settle();
  expect(second.log).toEqual(['follow w1', 'lead']);
  expect(third.log).toEqual(['follow w1', 'follow w2']);
});

it('a leader that does not answer has the lead taken from it, once, and follows when it wakes up', { tags: ['K-7', 'F-13'] }, async () => {
  const origin = createOrigin();
  const workers = [open(origin, newer), open(origin, newer), open(origin, newer)] as const;
  const [first, second, third] = workers;
  await settle();
  first.freeze();
  // Both notice at the same moment.
  second.leadership.suspect('w1');
  third.leadership.suspect('w1');
  await settle();
  expect(workers.flatMap((worker) => worker.log.filter((entry) => entry === 'lead'))).toHaveLength(2);
  expect(second.log).toEqual(['follow w1', 'lead']);
  expect(third.log).toEqual(['follow w1', 'follow w2']);
  // A suspicion about a former leader is ignored.
  third.leadership.suspect('w1');
  await settle();
  first.thaw();
  await settle();
  expect(first.log).toEqual(['lead', 'lost', 'follow w2']);
  second.end();
  await settle();
  expect(third.log.at(-1)).toBe('lead');
});

it('a worker started while the leader is frozen does not wait for it for ever', { tags: ['K-7'] }, async () => {
  const origin = createOrigin();
  const first = open(origin, newer);
  await settle();
  first.freeze();
  const late = open(origin, newer);
  await vi.advanceTimersByTimeAsync(vacancyMs - 1);
  expect(late.log).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(late.log).toEqual(['lead']);
});

it('a newer build makes the older one end what it is at, then leads; the older follows, and leads again when it is alone', {
  tags: ['K-4'],
}, async () => {
  const origin = createOrigin();
  const before = open(origin, older);
  await settle();
  const after = open(origin, newer);
  await settle();
  expect(before.log).toEqual(['lead', 'yield', 'stopped', 'follow w2']);
  expect(after.log).toEqual(['lead']);
  after.end();
  await settle();
  expect(before.log.at(-1)).toBe('lead');
});

it('an older build started beside a newer one follows it', { tags: ['K-4'] }, async () => {
  const origin = createOrigin();
  const leader = open(origin, newer);
  const late = open(origin, older);
  await settle();
  expect(leader.log).toEqual(['lead']);
  expect(late.log).toEqual(['follow w1']);
});

it('an outgoing leader that cannot end in time is not waited for', async () => {
  const origin = createOrigin();
  const before = open(origin, older, () => new Promise(() => {}));
  await settle();
  const after = open(origin, newer);
  await vi.advanceTimersByTimeAsync(yieldLimitMs - 1);
  expect(after.log).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(before.log).toEqual(['lead', 'yield', 'follow w2']);
  expect(after.log).toEqual(['lead']);
});

it('builds that do not tell their age: who came later leads', async () => {
  const origin = createOrigin();
  const first = open(origin, 'c141d92');
  await settle();
  const second = open(origin, 'e29832b');
  await settle();
  expect(second.log).toEqual(['lead']);
  expect(first.log).toEqual(['lead', 'yield', 'stopped', 'follow w2']);
});

it('is not moved by what other scripts say on the channel', async () => {
  const origin = createOrigin();
  const leader = open(origin, older);
  await settle();
  const words = { kind: 'hub', says: 'here', id: 'x', build: newer, bornAt: 9, lifeLock: 'l' };
  for (const message of [null, 'hub', { kind: 'hub' }, { ...words, build: 7 }, { ...words, kind: 'other' }, { ...words, says: 'go' }])
    origin.say('ukweli-hub', message);
  await settle();
  expect(leader.log).toEqual(['lead']);
});

it('an older leader of other words that cannot end in time is followed by nobody, and stands still after it', {
  tags: ['M-12'],
}, async () => {
  const origin = createOrigin();
  const before = open(origin, older, () => new Promise(() => {}), 3);
  await settle();
  const after = open(origin, newer, undefined, 4);
  await vi.advanceTimersByTimeAsync(yieldLimitMs);
  expect(before.log).toEqual(['lead', 'yield', 'stand still beside w2']);
  expect(after.log).toEqual(['lead']);
  // It is not called and not suspected, however long it is silent.
  after.freeze();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(before.log.at(-1)).toBe('stand still beside w2');
  after.end();
  await settle();
  expect(before.log.at(-1)).toBe('lead');
});

it('where the one who was to take the lead from a leader that stands still ends before it has it, the next tries again: no device stays without a hub', {
  tags: ['M-13', 'K-7', 'F-13'],
}, async () => {
  const origin = createOrigin();
  const first = open(origin, newer);
  const second = open(origin, newer);
  const busy = origin.startWorker();
  void busy.requestLock('ukweli-hub-succession', {}, () => new Promise(() => {}));
  await settle();
  first.freeze();
  second.leadership.suspect(first.id);
  await settle();
  busy.end();
  await vi.advanceTimersByTimeAsync(vacancyMs - 1);
  expect(second.log).toEqual(['follow w1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(second.log).toEqual(['follow w1', 'lead']);
});

it('who gave the lead away in time, and follows, is woken by no timer any more', { tags: ['M-13', 'K-4'] }, async () => {
  const origin = createOrigin();
  const before = open(origin, older);
  await settle();
  const after = open(origin, newer);
  await settle();
  expect([before.log.at(-1), after.log]).toEqual(['follow w2', ['lead']]);
  expect(vi.getTimerCount()).toBe(0);
});
