import { expect, it, vi } from 'vitest';
import type { Call } from '../../domain/api/client.ts';
import type { Problem } from '../../contracts/problem.ts';
import { createProven } from './proven.ts';

const required: Problem = { code: 'proof_required', message: 'Confirm again', retry: false };
const refusal = (problem: Problem) => ({ ok: false, problem }) as const;
const done = { ok: true, value: { value: null } } as unknown as Awaited<ReturnType<Call<AbortSignal>>>; // passed on unchanged

function world() {
  let proved = false;
  let who: string | null = 'usr-one';
  let told: () => void = () => undefined;
  const sent: unknown[][] = [];
  const call = vi.fn(async (...given: Parameters<Call<AbortSignal>>) => {
    sent.push(given);
    return proved ? done : refusal(required);
  });
  const enter = (next: string | null): void => {
    who = next;
    told();
  };
  const someone = { get: () => who, listen: (listener: () => void) => void (told = listener) };
  return { sent, call, enter, prove: () => void (proved = true), ...createProven(call as Call<AbortSignal>, someone) };
}

it('asks once for however many calls wait, and sends each again as it was', { tags: ['G-25'] }, async () => {
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

it('where it was not proved nothing is sent again; asked anew the next time, and a platform that asks on is not asked for ever', {
  tags: ['G-25'],
}, async () => {
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
  const nobody = { get: () => null, listen: () => undefined };
  const { provenCall, proofQuestion } = createProven((async () => forbidden) as Call<AbortSignal>, nobody);
  expect(await provenCall('me')).toEqual(forbidden);
  expect(proofQuestion.get()).toBe(false);
});

it('of whoever is locked out, or has left, nothing is asked, and nothing of theirs is done in the name of the next', {
  tags: ['G-25'],
}, async () => {
  for (const gone of [['usr-two'], [null, 'usr-two'], [null, 'usr-one']]) {
    const { provenCall, proofQuestion, sent, enter, prove } = world();
    const waits = provenCall('me');
    await vi.waitFor(() => expect(proofQuestion.get()).toBe(true));
    gone.forEach(enter);
    expect(proofQuestion.get()).toBe(false);
    // The next user's re-authentication, for their own call.
    const theirs = provenCall('kpis');
    await vi.waitFor(() => expect(proofQuestion.get()).toBe(true));
    prove();
    proofQuestion.end('proved');
    expect(await theirs).toEqual(done);
    expect(await waits).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect(sent.filter(([endpoint]) => endpoint === 'me')).toHaveLength(1);
  }
});

it('nor where they left while the platform was answering, also if they are back: in another tenant it would be another act', {
  tags: ['G-25', 'C-59'],
}, async () => {
  for (const gone of [['usr-two'], [null, 'usr-one']]) {
    const { provenCall, proofQuestion, sent, enter } = world();
    const waits = provenCall('me');
    gone.forEach(enter);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    // Whoever is asked all the same would not know what for.
    await Promise.resolve();
    expect(proofQuestion.get()).toBe(false);
    expect(await waits).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect([proofQuestion.get(), sent.length]).toEqual([false, 1]);
  }
});
