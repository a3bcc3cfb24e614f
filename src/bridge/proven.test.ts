import { expect, it, vi } from 'vitest';
import type { Call } from '../domain/api/client.ts';
import type { Problem } from '../contracts/problem.ts';
import { createProven } from './proven.ts';

const required: Problem = { code: 'proof_required', message: 'Prove again', retry: false };
const refusal = (problem: Problem) => ({ ok: false, problem }) as const;
const done = { ok: true, value: { value: null } } as unknown as Awaited<ReturnType<Call<AbortSignal>>>; // whatever came, it is handed on

function world() {
  let proved = false;
  const sent: unknown[] = [];
  const call = vi.fn(async (...given: Parameters<Call<AbortSignal>>) => {
    sent.push(given);
    return proved ? done : refusal(required);
  });
  return { sent, call, prove: () => void (proved = true), ...createProven(call as Call<AbortSignal>) };
}

it('[G-25] asks once for however many calls wait, and sends each again as it was', async () => {
  const { provenCall, proofQuestion, sent, prove } = world();
  const told = vi.fn();
  proofQuestion.listen(told);
  const input = { idempotencyKey: 'the-same-key-0001' };
  const calls = [provenCall('me', input), provenCall('kpis')];
  await vi.waitFor(() => expect(proofQuestion.get()).toBe(true));
  await Promise.resolve();
  expect(sent).toHaveLength(2);
  prove();
  proofQuestion.end('proved');
  expect(await Promise.all(calls)).toEqual([done, done]);
  expect(sent.slice(2)).toEqual(sent.slice(0, 2));
  expect(told).toHaveBeenCalledTimes(2);
  expect(proofQuestion.get()).toBe(false);
});

it('[G-25] where it was not proved nothing is sent again; asked anew the next time, and a platform that asks on is not asked for ever', async () => {
  const { provenCall, proofQuestion, sent } = world();
  const first = provenCall('me');
  await vi.waitFor(() => expect(proofQuestion.get()).toBe(true));
  proofQuestion.end('not_proved');
  expect(await first).toMatchObject({ ok: false, problem: { code: 'cancelled', retry: false } });
  expect(sent).toHaveLength(1);
  const second = provenCall('me');
  await vi.waitFor(() => expect(proofQuestion.get()).toBe(true));
  proofQuestion.end('proved');
  expect(await second).toEqual(refusal(required));
  expect(sent).toHaveLength(3);
});

it('other refusals are handed on, unasked', async () => {
  const forbidden = refusal({ ...required, code: 'forbidden' });
  const { provenCall, proofQuestion } = createProven((async () => forbidden) as Call<AbortSignal>);
  expect(await provenCall('me')).toEqual(forbidden);
  expect(proofQuestion.get()).toBe(false);
});
