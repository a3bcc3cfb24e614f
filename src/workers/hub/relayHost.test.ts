import { expect, it } from 'vitest';
import type { HubApi } from '../../contracts/rpc.ts';
import { type Join, joinSchema, type Wire } from './relay.ts';
import { hostRelays } from './relayHost.ts';

/** A leader with wires that say when they are closed, and workers whose end the test decides. */
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
    {} as HubApi, // asked nothing here
  );
  const join = (wire: string, to = 'leader'): void =>
    hear({ kind: 'relay', says: 'join', to, wire, lifeLock: `life of ${wire}`, words: 4 });
  return { open, ends, answers, stop, join };
}

it('[M-13] [K-7] a worker that has ended leaves nothing open at the leader, and the others stay joined', async () => {
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

it('[M-13] [K-7] lets nobody in who asks for another leader, or in no such words', () => {
  const one = leader();
  one.join('a', 'somebody else');
  expect([one.open.size, one.answers]).toEqual([0, []]);
});
