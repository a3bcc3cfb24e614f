import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Busy, createWriteQueue } from './writeQueue.ts';

/** Work that ends on request. */
function held(): { work: () => Promise<string>; end: (failure?: Error) => void; begun: () => boolean } {
  let settle: (failure?: Error) => void = () => undefined;
  let began = false;
  const ended = new Promise<string>((resolve, reject) => {
    settle = (failure) => (failure === undefined ? resolve('done') : reject(failure));
  });
  return {
    work: () => {
      began = true;
      return ended;
    },
    end: (failure) => settle(failure),
    begun: () => began,
  };
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('the lines that writers wait in', { tags: ['S-1', 'D-66'] }, () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('let one of a line work at a time, in the order in which they came, and others of other lines meanwhile', async () => {
    const queue = createWriteQueue({ atOnce: 3, waitMs: 1000 });
    const [a, b, c, other] = [held(), held(), held(), held()];
    const order: string[] = [];
    const results = [a, b, c].map((one, index) => queue.run('demo', one.work).then(() => order.push(String(index))));
    void queue.run('kampala', other.work);
    await settled();
    expect([a, b, c, other].map((one) => one.begun())).toEqual([true, false, false, true]);
    expect(queue.waiting()).toBe(2);
    a.end(new Error('refused by the database'));
    await expect(results[0]).rejects.toThrow('refused by the database');
    await settled();
    expect([b.begun(), c.begun()]).toEqual([true, false]);
    b.end();
    c.end();
    await Promise.all(results.slice(1));
    expect([order, queue.waiting()]).toEqual([['1', '2'], 0]);
  });

  it('give all lines together no more than their share, to whoever has waited longest', async () => {
    const queue = createWriteQueue({ atOnce: 2, waitMs: 1000 });
    const works = ['one', 'two', 'three', 'four'].map((line) => ({ line, ...held() }));
    for (const { line, work } of works) void queue.run(line, work);
    await settled();
    expect(works.map((one) => one.begun())).toEqual([true, true, false, false]);
    works[1]?.end();
    await settled();
    expect(works.map((one) => one.begun())).toEqual([true, true, true, false]);
  });

  it('tell who has waited too long, who then never begins, and go on with the others', async () => {
    const queue = createWriteQueue({ atOnce: 2, waitMs: 1000 });
    const [first, second, third] = [held(), held(), held()];
    void queue.run('demo', first.work);
    const late = queue.run('demo', second.work);
    const told = late.then(
      () => null,
      (failure: unknown) => failure,
    );
    await vi.advanceTimersByTimeAsync(900);
    const last = queue.run('demo', third.work);
    await vi.advanceTimersByTimeAsync(100);
    expect(await told).toBeInstanceOf(Busy);
    first.end();
    third.end();
    expect([await last, second.begun(), queue.waiting()]).toEqual(['done', false, 0]);
  });

  it('where the rows of three tenants are held at once, and a hundred wait in each of their lines, whoever comes in another line is next', {
    tags: ['F-40'],
  }, async () => {
    // As on PostgreSQL: six at once, each stalled line holding its place for the lock timeout.
    const queue = createWriteQueue({ atOnce: 6, waitMs: 6000 });
    const heldLines = ['demo', 'record demo', 'kampala', 'record kampala', 'kigali', 'record kigali'];
    const lockMs = 2500;
    const standsStill = () => new Promise<never>((_resolve, reject) => setTimeout(reject, lockMs, new Error('55P03')));
    const come = (): void => {
      for (const line of heldLines) queue.run(line, standsStill).catch(() => undefined);
    };
    for (let count = 0; count < 100; count += 1) come();
    // The refused ones retry as told, so at any moment each stalled line has a writer that has waited longer than the new one.
    const comingAgain = setInterval(come, 100);
    await vi.advanceTimersByTimeAsync(10_000);
    const began = Date.now();
    const waited = ['record dodoma', 'try address', 'record dodoma'].map((line) => queue.run(line, async () => Date.now() - began));
    const told = Promise.allSettled(waited);
    await vi.advanceTimersByTimeAsync(7000);
    clearInterval(comingAgain);
    expect((await told).map((one) => (one.status === 'fulfilled' ? one.value <= lockMs : one.reason))).toEqual([true, true, true]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(queue.waiting()).toBe(0);
  });
});
