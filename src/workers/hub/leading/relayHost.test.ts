import * as Comlink from 'comlink';
import { expect, it } from 'vitest';
import type { HubApi } from '../../../contracts/rpc.ts';
import { callsOf, type Join, joinSchema, pagesOf, type Wire } from './relay.ts';
import { hostRelays } from './relayHost.ts';

/** A leader whose channels report being closed, and workers that the test ends. */
function leader() {
  const open = new Set<string>();
  const ends = new Map<string, () => void>();
  const answers: Join[] = [];
  let hear = (_message: unknown): void => undefined;
  const stop = hostRelays(
    {
      id: 'leader',
      channel: {
        postMessage: (message) => answers.push(joinSchema.parse(message)),
        listen: (listener) => {
          hear = listener;
          return () => (hear = () => undefined);
        },
      },
      openWire: (name): Wire => {
        open.add(name);
        const nothing = () => undefined;
        return { addEventListener: nothing, removeEventListener: nothing, postMessage: nothing, close: () => open.delete(name) };
      },
      whenLockFree: (name) => new Promise((resolve) => void ends.set(name, resolve)),
      words: 4,
      build: 'b',
    },
    {} as HubApi, // not called here
  );
  const join = (wire: string, to = 'leader'): void =>
    hear({ kind: 'relay', says: 'join', to, wire, lifeLock: `life of ${wire}`, words: 4 });
  return { open, ends, answers, stop, join };
}

it('a worker that has ended leaves nothing open at the leader, and the others stay joined', { tags: ['M-13', 'K-7'] }, async () => {
  const one = leader();
  one.join('a');
  const ofA = one.open.size;
  one.join('b');
  expect([ofA, one.open.size]).toEqual([2, 4]);
  expect(one.answers.map(({ says, to }) => [says, to])).toEqual([
    ['joined', 'a'],
    ['joined', 'b'],
  ]);
  one.ends.get('life of a')?.();
  await expect.poll(() => one.open.size).toBe(2);
  one.stop();
  expect(one.open.size).toBe(0);
  one.join('c');
  expect(one.open.size).toBe(0);
});

it('lets nobody in who asks for another leader, or in no such words', { tags: ['M-13', 'K-7'] }, () => {
  const one = leader();
  one.join('a', 'somebody else');
  expect([one.open.size, one.answers]).toEqual([0, []]);
});

it('an older worker is refused under the names that its build knew calls by, and no call of it breaks', {
  tags: ['M-9', 'M-12'],
}, async () => {
  const channels: BroadcastChannel[] = [];
  /** Takes what Comlink posts when it collects a proxy, which may be after the test. */
  const openWire = (name: string): Wire => {
    const wire = new BroadcastChannel(name);
    channels.push(wire);
    return {
      addEventListener: (...given) => wire.addEventListener(...given),
      removeEventListener: (...given) => wire.removeEventListener(...given),
      postMessage: (message: unknown) => (channels.length > 0 ? wire.postMessage(message) : undefined),
      close: () => wire.close(),
    };
  };
  let hear = (_message: unknown): void => undefined;
  const channel = { postMessage: () => undefined, listen: (listener: typeof hear) => ((hear = listener), () => undefined) };
  const whenLockFree = () => new Promise<void>(() => {});
  hostRelays({ id: 'leader', channel, openWire, whenLockFree, words: 6, build: 'b' }, {} as HubApi); // not called by other words
  hear({ kind: 'relay', says: 'join', to: 'leader', wire: 'older', lifeLock: 'life', words: 5 });
  Comlink.expose({ deliver: async () => undefined }, openWire(pagesOf('older')));
  const older = Comlink.wrap<Record<string, (...given: unknown[]) => unknown>>(openWire(callsOf('older')));
  expect(await older['attach']?.({ pageId: 'p', lockName: 'p', build: 'a' })).toMatchObject({ superseded: true });
  // `want` was what `subscribe` is now.
  for (const name of ['want', 'refresh'])
    expect(await older[name]?.('p', []), name).toMatchObject({ ok: false, problem: { code: 'build_too_old' } });
  for (const wire of channels.splice(0)) wire.close();
});
