import { expect, it } from 'vitest';
import type { Result } from '../../../contracts/problem.ts';
import type { HubApi, HubMessage, HubStatus } from '../../../contracts/rpc.ts';
import { createHubProxy } from './hubProxy.ts';

it('a page that has ended wants nothing more and its port is given back; one that came again under its name stays', {
  tags: ['M-13', 'K-7', 'D-21'],
}, async () => {
  const ends = new Map<string, () => void>();
  const released: ((message: HubMessage) => void)[] = [];
  const hubProxy = createHubProxy({
    setTimer: () => () => undefined,
    whenLockFree: (name) => new Promise((resolve) => void ends.set(name, resolve)),
    release: (deliver) => void released.push(deliver),
    ping: async () => ({ build: 'b', at: 0, lifeLock: 'l' }),
  });
  const hub = { attach: async () => ({}) as HubStatus, subscribe: async () => undefined } as Partial<HubApi> as HubApi; // all that is used here
  hubProxy.serve({ api: hub, gone: new Promise(() => undefined) });
  const [first, second, again] = [() => undefined, () => undefined, () => undefined];
  await hubProxy.api.attach({ pageId: 'one', lockName: 'lock 1', build: 'b' }, first);
  await hubProxy.api.attach({ pageId: 'two', lockName: 'lock 2', build: 'b' }, second);
  await hubProxy.api.subscribe('one', ['kpis']);
  await hubProxy.api.subscribe('two', ['health']);
  ends.get('lock 2')?.();
  await expect.poll(() => released).toEqual([second]);
  expect(hubProxy.looking()).toBe(true);
  // The same page again, over a new port: the end of its old one changes nothing.
  await hubProxy.api.attach({ pageId: 'one', lockName: 'lock 3', build: 'b' }, again);
  ends.get('lock 1')?.();
  await expect.poll(() => released).toEqual([second, first]);
  expect(hubProxy.looking()).toBe(true);
  ends.get('lock 3')?.();
  await expect.poll(() => released).toEqual([second, first, again]);
  expect(hubProxy.looking()).toBe(false);
});

it('what a hub gives up because it ends is asked of the next one, as the same decision; what it says while it leads is an answer', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const hubProxy = createHubProxy({
    setTimer: () => () => undefined,
    whenLockFree: () => new Promise(() => undefined),
    release: () => undefined,
    ping: async () => ({ build: 'b', at: 0, lifeLock: 'l' }),
  });
  const asked: string[] = [];
  const cancelled = { ok: false, problem: { code: 'cancelled', message: 'The console is being left.', retry: false } } as const;
  let end = () => {};
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  const backend = (name: string, answer: () => Promise<Result<null>>) => ({
    // Only this call is used here.
    api: { enqueue: (decision: string) => (asked.push(`${name} ${decision}`), answer()) } as Partial<HubApi> as HubApi,
    gone: new Promise<void>(() => undefined),
  });
  const first = backend('first', () => ending.then(() => cancelled));
  hubProxy.serve(first);
  const answer = hubProxy.api.enqueue('decision-0000001', []);
  await expect.poll(() => asked).toEqual(['first decision-0000001']);
  hubProxy.suspend(first);
  end();
  hubProxy.serve(backend('second', async () => ({ ok: true, value: null })));
  expect(await answer).toEqual({ ok: true, value: null });
  expect(asked).toEqual(['first decision-0000001', 'second decision-0000001']);
  hubProxy.serve(backend('third', async () => cancelled));
  expect(await hubProxy.api.enqueue('decision-0000002', [])).toEqual(cancelled);
});
