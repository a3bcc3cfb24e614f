import { expect, it } from 'vitest';
import type { ActsFor } from '../../contracts/rpc.ts';
import { createDraftKeeper } from './draftKeeper.ts';

const amina: ActsFor = { userId: 'u-amina', tenantId: 'demo' };
const juma: ActsFor = { userId: 'u-juma', tenantId: 'demo' };

function keeperFor(first: ActsFor | undefined) {
  const sent: (readonly [string, Readonly<Record<string, string>>, ActsFor])[] = [];
  const timers: (() => void)[] = [];
  let actor = first;
  const keeper = createDraftKeeper({
    actor: () => actor,
    send: (...given) => void sent.push(given),
    setTimer: (_, run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  return { keeper, sent, timers, become: (next: ActsFor | undefined) => (actor = next) };
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
