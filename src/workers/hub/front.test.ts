import { expect, it } from 'vitest';
import type { HubApi, HubMessage, HubStatus } from '../../contracts/rpc.ts';
import { createFront } from './front.ts';

it('[M-13] [K-7] [D-21] a page that has ended wants nothing more and its port is given back; one that came again under its name stays', async () => {
  const ends = new Map<string, () => void>();
  const released: ((message: HubMessage) => void)[] = [];
  const front = createFront({
    setTimer: () => () => undefined,
    whenLockFree: (name) => new Promise((resolve) => void ends.set(name, resolve)),
    release: (deliver) => void released.push(deliver),
    ping: async () => ({ build: 'b', at: 0, lifeLock: 'l' }),
  });
  const hub = { attach: async () => ({}) as HubStatus, want: async () => undefined } as Partial<HubApi> as HubApi; // all that is asked here
  front.serve({ api: hub, gone: new Promise(() => undefined) });
  const [first, second, again] = [() => undefined, () => undefined, () => undefined];
  await front.api.attach({ pageId: 'one', lockName: 'lock 1', build: 'b' }, first);
  await front.api.attach({ pageId: 'two', lockName: 'lock 2', build: 'b' }, second);
  await front.api.want('one', ['kpis']);
  await front.api.want('two', ['health']);
  ends.get('lock 2')?.();
  await expect.poll(() => released).toEqual([second]);
  expect(front.looking()).toBe(true);
  // The same page once more, by a new port: the end of its old one takes nothing along.
  await front.api.attach({ pageId: 'one', lockName: 'lock 3', build: 'b' }, again);
  ends.get('lock 1')?.();
  await expect.poll(() => released).toEqual([second, first]);
  expect(front.looking()).toBe(true);
  ends.get('lock 3')?.();
  await expect.poll(() => released).toEqual([second, first, again]);
  expect(front.looking()).toBe(false);
});
