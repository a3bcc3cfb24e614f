import { expect, it } from 'vitest';
import type { ProblemCode } from '../../contracts/problem.ts';
import { createHandledCall, type HandledCallDeps } from './handledCall.ts';

/**
 * A call that fails with this code, in a hub that knows the platform's time or not; returns how often the platform is asked for its time.
 */
async function asked(id: 'me' | 'kpis', code: ProblemCode, knowsTime: boolean): Promise<number> {
  let times = 0;
  const world: HandledCallDeps = {
    bare: async () => ({ ok: false, problem: { code, message: 'No.', retry: false } }),
    heard: () => {},
    accountId: () => null,
    now: () => 5,
    confirmedNow: () => (knowsTime ? 5 : null),
    platform: {
      accepted: () => {},
      refresh: async () => void (times += 1),
      readOnly: () => {},
      askWhoPulled: async () => {},
    },
    session: () => ({ send: () => {} }),
    unpark: async () => ({ ok: true, value: null }),
    outdated: () => {},
  };
  await createHandledCall(world)(id);
  return times;
}

it('where a session is refused the platform’s time is asked for, if nobody knows it: what is held is judged by it, and a line that is gone is not asked once more', {
  tags: ['M-13', 'D-16', 'D-55'],
}, async () => {
  for (const code of ['unauthenticated', 'gone'] as const) {
    expect([await asked('me', code, false), await asked('me', code, true)], code).toEqual([1, 0]);
    expect(await asked('kpis', code, false), code).toBe(0);
  }
  for (const code of ['network', 'unavailable'] as const) expect(await asked('me', code, false), code).toBe(0);
});
