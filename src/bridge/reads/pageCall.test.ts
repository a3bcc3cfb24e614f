import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ActsFor } from '../../contracts/rpc.ts';
import type { Call } from '../../domain/api/client.ts';
import { codeWithinMs, createPageCall } from './pageCall.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setTimer = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
const answered = { ok: false, problem: { code: 'not_found', message: 'Answered.', retry: false } } as const;
const client: Call<AbortSignal> = async () => answered;
const nobody = (): undefined => undefined;

it('a call whose code never comes over a silent link says so instead of waiting for ever', { tags: ['M-11'] }, async () => {
  const call = createPageCall({ load: () => new Promise(() => {}), actor: nobody, setTimer });
  let told: unknown = null;
  void call('me').then((answer) => (told = answer));
  await vi.advanceTimersByTimeAsync(codeWithinMs - 1);
  expect(told).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toMatchObject({ ok: false, problem: { code: 'network', retry: true } });
});

it('a call that is cancelled while its code is on its way ends at once, and leaves the code to the next', async () => {
  let arrive: (code: Call<AbortSignal>) => void = () => {};
  const call = createPageCall({ load: () => new Promise((resolve) => (arrive = resolve)), actor: nobody, setTimer });
  const leaving = new AbortController();
  const first = call('me', { signal: leaving.signal });
  const second = call('me');
  leaving.abort();
  expect(await first).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  arrive(client);
  expect(await second).toBe(answered);
  expect(vi.getTimerCount()).toBe(0);
});

it('code that did not come is asked for again by the next call, and once for all that wait together', async () => {
  let tries = 0;
  const call = createPageCall({
    load: async () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return client;
    },
    actor: nobody,
    setTimer,
  });
  const failed = await Promise.all([call('me'), call('config')]);
  expect(failed.map((answer) => !answer.ok && answer.problem.code)).toEqual(['network', 'network']);
  expect(await Promise.all([call('me'), call('config')])).toEqual([answered, answered]);
  expect(tries).toBe(2);
});

it('a call is made in the name of whoever asked, also if its code comes when somebody else is in', { tags: ['C-59', 'C-53'] }, async () => {
  let arrive: (code: Call<AbortSignal>) => void = () => {};
  let who: ActsFor | undefined = { tenantId: 'demo', userId: 'usr-one' };
  const sent: unknown[] = [];
  const call = createPageCall({ load: () => new Promise((resolve) => (arrive = resolve)), actor: () => who, setTimer });
  const first = call('kpis', { query: { limit: 1 } });
  who = { tenantId: 'kampala', userId: 'usr-one' };
  const second = call('kpis');
  who = undefined;
  const third = call('kpis', { tenantId: 'demo' });
  arrive(async (_endpoint, input) => {
    sent.push(input);
    return answered;
  });
  await Promise.all([first, second, third]);
  expect(sent).toEqual([
    { tenantId: 'demo', accountId: 'usr-one', query: { limit: 1 } },
    { tenantId: 'kampala', accountId: 'usr-one' },
    { tenantId: 'demo' },
  ]);
});
