import { describe, expect, it, vi } from 'vitest';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { watchActivity } from './activity.ts';
import { createSignal } from './pageState.ts';
import { createSubscribedKeys } from '../reads/subscribedKeys.ts';

describe('what a page wants', () => {
  function setup() {
    const announced: string[] = [];
    let turn = () => {};
    const subscribed = createSubscribedKeys(
      (keys) => announced.push(keys.join(' ')),
      (run) => {
        turn = run;
      },
    );
    return { subscribed, announced, endTurn: () => turn() };
  }

  it('counts panels, gathers a turn’s changes, and gives up with the last one', { tags: ['K-4'] }, () => {
    const { subscribed, announced, endTurn } = setup();
    const chip = subscribed.add(['health']);
    const panel = subscribed.add(['health', 'dlq']);
    endTurn();
    expect(announced).toEqual(['dlq health']);
    chip();
    chip(); // a second time changes nothing
    endTurn();
    expect(announced).toHaveLength(1);
    panel();
    endTurn();
    expect(announced).toEqual(['dlq health', '']);
  });

  it('a hidden page wants nothing, and the same again when it is shown', { tags: ['C-75'] }, () => {
    const { subscribed, announced, endTurn } = setup();
    subscribed.add(['kpis']);
    endTurn();
    subscribed.setVisible(false);
    endTurn();
    subscribed.setVisible(true);
    endTurn();
    expect(announced).toEqual(['kpis', '', 'kpis']);
  });

  it('tells a new hub at once', () => {
    const { subscribed, announced, endTurn } = setup();
    subscribed.add(['kpis'] satisfies ResourceKey[]);
    endTurn();
    subscribed.repeat();
    expect(announced).toEqual(['kpis', 'kpis']);
  });
});

describe('activity', () => {
  it('reports mouse, keys, scroll and touch, once a second at most', { tags: ['C-53'] }, () => {
    const target = new EventTarget();
    let now = 0;
    const report = vi.fn<() => void>();
    const stop = watchActivity(target, () => now, report);
    for (const sign of ['mousedown', 'keydown', 'scroll', 'touchstart']) target.dispatchEvent(new Event(sign));
    expect(report).toHaveBeenCalledTimes(1);
    for (const sign of ['mousedown', 'keydown', 'scroll', 'touchstart']) {
      now += 1000;
      target.dispatchEvent(new Event(sign));
    }
    expect(report).toHaveBeenCalledTimes(5);
    now += 5000;
    target.dispatchEvent(new Event('mousemove'));
    stop();
    target.dispatchEvent(new Event('keydown'));
    expect(report).toHaveBeenCalledTimes(5);
  });
});

it('a signal waits for listeners that answer later', async () => {
  const signal = createSignal<number>();
  const log: string[] = [];
  signal.listen(async (value) => {
    await Promise.resolve();
    log.push(`late ${value}`);
  });
  const stop = signal.listen((value) => void log.push(`now ${value}`));
  await signal.emit(1);
  stop();
  await signal.emit(2);
  expect(log).toEqual(['now 1', 'late 1', 'late 2']);
});
