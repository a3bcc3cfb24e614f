import { expect, it } from 'vitest';
import type { Problem, Result } from '../../contracts/problem.ts';
import { createHubApi } from './api.ts';
import type { Hub } from './hubFace.ts';
import type { Stay } from './stay.ts';

const full: Problem = { code: 'storage', message: 'No room is left.', retry: true };
const kept: Result<null> = { ok: true, value: null };

/** A hub whose person has a stay, and another one in its place where their storage was taken away meanwhile. `asked`: which outbox was asked, in turn. */
function hubWith(first: Result<null>, isMadeAnew: boolean) {
  const asked: string[] = [];
  const stayOf = (name: string, answer: Result<null>): Stay =>
    ({
      store: { userId: 'u1', tenantId: 'demo' },
      outbox: {
        enqueue: async () => {
          asked.push(name);
          return answer;
        },
      },
    }) as unknown as Stay; // what enqueueing asks of a stay
  let stay = stayOf('first', first);
  const hub = {
    stay: () => stay,
    isMadeAnew: async () => {
      if (isMadeAnew) stay = stayOf('anew', kept);
      return isMadeAnew;
    },
  } as unknown as Hub; // what enqueueing asks of a hub
  const api = createHubApi(hub, { now: () => 1, build: 'b', setTimer: () => () => {}, release: () => {}, lifeLock: Promise.resolve('l') });
  return { asked, decide: () => api.enqueue('decision-0000001', [{ kind: 'acknowledge', incidentId: 'INC-1' }]) };
}

it('[M-13] [M-1] [F-17] a decision is asked of the outbox once, kept or not, and of another one only where the first was taken away before it was kept', async () => {
  const cases: readonly [Result<null>, boolean, Result<null>, readonly string[]][] = [
    [kept, false, kept, ['first']],
    [kept, true, kept, ['first']],
    [{ ok: false, problem: full }, false, { ok: false, problem: full }, ['first']],
    [{ ok: false, problem: full }, true, kept, ['first', 'anew']],
  ];
  for (const [first, isMadeAnew, answer, outboxes] of cases) {
    const { asked, decide } = hubWith(first, isMadeAnew);
    expect(await decide()).toEqual(answer);
    expect(asked).toEqual(outboxes);
  }
});
