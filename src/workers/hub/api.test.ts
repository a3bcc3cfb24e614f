import { expect, it } from 'vitest';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { ActsFor } from '../../contracts/rpc.ts';
import { createHubApi } from './api.ts';
import type { Hub } from './hubFace.ts';
import type { SessionContext } from './sessionContext.ts';

const full: Problem = { code: 'storage', message: 'No room is left.', retry: true };
const kept: Result<null> = { ok: true, value: null };

/**
 * A hub with a session context, and another one that replaces it if the storage was deleted meanwhile. `asked`: which outboxes were
 * asked, in order.
 */
function hubWith(first: Result<null>, isMadeAnew: boolean, next = 'u1') {
  const asked: string[] = [];
  const sessionContextOf = (name: string, answer: Result<null>, userId = 'u1'): SessionContext =>
    ({
      store: { userId, tenantId: 'demo' },
      outbox: {
        enqueue: async () => {
          asked.push(name);
          return answer;
        },
      },
    }) as unknown as SessionContext; // the part of a session context that enqueue uses
  let sessionContext = sessionContextOf('first', first);
  const hub = {
    sessionContext: () => sessionContext,
    isMadeAnew: async () => {
      if (isMadeAnew) sessionContext = sessionContextOf('anew', kept, next);
      return isMadeAnew;
    },
  } as unknown as Hub; // the part of a hub that enqueue uses
  const api = createHubApi(hub, { now: () => 1, build: 'b', setTimer: () => () => {}, release: () => {}, lifeLock: Promise.resolve('l') });
  return { asked, decide: (actor?: ActsFor) => api.enqueue('decision-0000001', [{ kind: 'acknowledge', incidentId: 'INC-1' }], actor) };
}

it('a decision is asked of the outbox once, kept or not, and of another one only where the first was taken away before it was kept', {
  tags: ['M-13', 'M-1', 'F-17'],
}, async () => {
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

it('a decision that was made for somebody else than is in by now is kept in nobody’s outbox, and it is said', {
  tags: ['M-13', 'M-1'],
}, async () => {
  const { asked, decide } = hubWith(kept, false);
  const cancelled = { ok: false, problem: { code: 'cancelled', message: expect.stringContaining('was not kept') } };
  expect(await decide({ userId: 'u2', tenantId: 'demo' })).toMatchObject(cancelled);
  expect(await decide({ userId: 'u1', tenantId: 'kampala' })).toMatchObject(cancelled);
  expect(asked).toEqual([]);
  // Also if another user signed in while the first storage was being replaced.
  const moved = hubWith({ ok: false, problem: full }, true, 'u2');
  expect(await moved.decide({ userId: 'u1', tenantId: 'demo' })).toMatchObject(cancelled);
  expect(moved.asked).toEqual(['first']);
});
