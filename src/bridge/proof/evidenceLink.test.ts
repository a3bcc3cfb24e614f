import * as Comlink from 'comlink';
import { describe, expect, it, vi } from 'vitest';
import type { EvidenceWorkerApi, HashProgress } from '../../contracts/evidenceRpc.ts';
import { checkLimitMs, createEvidenceLink, silenceLimitMs } from './evidenceLink.ts';

/** Timers run by the test, and workers that are the other end of a message channel. */
function setUp(api: Partial<EvidenceWorkerApi>) {
  const timers = new Set<{ readonly delayMs: number; readonly run: () => void }>();
  const spawned: { fail: () => void; closed: boolean }[] = [];
  const link = createEvidenceLink({
    spawn(onFailure) {
      const { port1, port2 } = new MessageChannel();
      Comlink.expose({ listen: () => Promise.resolve(), ...api }, port2 as unknown as Comlink.Endpoint); // Node's ports have the members in use
      const worker = { fail: onFailure, closed: false };
      spawned.push(worker);
      return {
        endpoint: port1 as unknown as Comlink.Endpoint,
        close: () => {
          worker.closed = true;
          port1.close();
          port2.close();
        },
      };
    },
    setTimer(delayMs, run) {
      const timer = { delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  return {
    link,
    timers,
    spawned,
    expire: () => {
      for (const { run } of timers) run();
    },
  };
}
const never = (): Promise<never> => new Promise(() => undefined);
const request = { kind: 'blob', name: 'a.csv', size: 5, blob: { size: 5 } } as const;

describe('evidence worker link', () => {
  it('passes results through and starts one worker', { tags: ['C-25'] }, async () => {
    const { link, spawned, timers } = setUp({
      recompute: () => Promise.resolve({ ok: false, problem: { code: 'internal', message: 'x', retry: false } }),
    });
    expect(spawned).toHaveLength(0);
    const ask = () => link.call((worker) => worker.recompute({} as never)); // the stub reads nothing
    expect(await ask()).toMatchObject({ problem: { code: 'internal' } });
    await ask();
    expect(spawned).toHaveLength(1);
    expect(timers.size).toBe(0);
    link.close();
    expect(spawned[0]?.closed).toBe(true);
  });

  it('a worker that does not answer is given up and started anew', { tags: ['C-25'] }, async () => {
    const { link, spawned, timers, expire } = setUp({ recompute: never });
    const asked = link.call((worker) => worker.recompute({} as never));
    expect([...timers].map(({ delayMs }) => delayMs)).toEqual([checkLimitMs]);
    expire();
    expect(await asked).toMatchObject({ ok: false, problem: { code: 'timeout' } });
    expect(spawned[0]?.closed).toBe(true);
    void link.call((worker) => worker.recompute({} as never));
    expect(spawned).toHaveLength(2);
    link.close();
  });

  it('a worker that dies ends the calls in flight', { tags: ['C-25'] }, async () => {
    const { link, spawned } = setUp({ hash: never });
    const asked = link.hash('j', request, () => undefined);
    spawned[0]?.fail();
    expect(await asked).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
    link.close();
  });

  it('progress reaches the job it belongs to and keeps its patience fresh', { tags: ['D-8'] }, async () => {
    let tell: HashProgress = () => undefined;
    let finish = (): void => undefined;
    const { link, timers } = setUp({
      listen: (listener) => {
        tell = listener;
        return Promise.resolve();
      },
      hash: () =>
        new Promise((resolve) => {
          finish = () => resolve({ ok: false, problem: { code: 'cancelled', message: 'Cancelled', retry: false } });
        }),
    });
    const seen: number[] = [];
    const asked = link.hash('a', request, (done) => seen.push(done));
    const [first] = [...timers];
    expect(first?.delayMs).toBe(silenceLimitMs);
    await vi.waitFor(() => {
      tell('a', 3, 5);
      expect(seen).toContain(3);
    });
    tell('b', 4, 5);
    expect([...timers]).not.toContain(first);
    finish();
    expect(await asked).toMatchObject({ problem: { code: 'cancelled' } });
    expect(seen).not.toContain(4);
    link.close();
  });
});
